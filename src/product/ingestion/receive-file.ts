import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import { sniffFormat } from '../../platform/formats/sniff.ts';
import { parseInput } from '../../platform/functions/parse-input.ts';
import { newVersion } from '../../platform/storage/register-object.ts';
import { parseIngestedFileFields } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/limits.ts';
import { UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../../shared/refusals.ts';
import { SNIFFED_BYTES, type SniffedFormat } from '../../shared/sniff-bank-format.ts';
import { formatByName, type UploadFormat } from '../../shared/upload-formats.ts';

export type ReceivedFile = {
  filename: string;
  format: UploadFormat | SniffedFormat;
  version: string;
  key: string;
  stored: StoredFile;
};

const MAX_FIELDS = 5;
const LONGEST_NAME = 255;
/** Text direction marks: 'gpj.exe' could be displayed as 'exe.jpg'. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the name without folders, control and direction marks; long names keep the end. */
export function cleanFilename(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .replace(DIRECTION, '')
    .trim();
  if (clean.length <= LONGEST_NAME) return clean;
  const end = clean.match(/\.[a-z]{1,10}$/i)?.[0] ?? '';
  return clean.slice(0, LONGEST_NAME - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}

export function formatOf(filename: string, head: Uint8Array): ReceivedFile['format'] {
  const sniffed = sniffFormat(head);
  if (sniffed !== null) return sniffed;
  const named = formatByName(filename);
  if (named === null) {
    const wayOut = /\.xl(s|sb|t)$/i.test(filename) ? ' Save the workbook as .xlsx or CSV.' : '';
    throw new AppError('unsupported_type', UPLOAD_TYPE_REFUSED + wayOut);
  }
  return named;
}

const cutOff = (cause: unknown) =>
  new AppError('bad_request', 'The upload was interrupted. Nothing was saved.', { cause });

/** Converts form parser errors; those of the system, which name the failed call, are kept. */
export function unreadable(error: NodeJS.ErrnoException & { statusCode?: number }): never {
  if (error instanceof AppError || error.statusCode !== undefined || error.syscall !== undefined)
    throw error;
  throw new AppError('bad_request', `Invalid form data: ${error.message}`, { cause: error });
}

type Form = { received: ReceivedFile[]; fields: Record<string, string> };

/** Reads the beginning of a stream and returns it with the complete stream. */
async function withHead(stream: AsyncIterable<Uint8Array>, bytes: number) {
  const chunks = stream[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < bytes) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    size += next.value.length;
  }
  const whole = async function* () {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { head: Buffer.concat(read), whole: whole() };
}

// System errors name the failed call; all others are faults of the form.
function asFault(error: NodeJS.ErrnoException): never {
  throw error instanceof AppError || error.syscall !== undefined ? error : cutOff(error);
}

/** Streams a file into the store, completely or not at all, and detects its format. */
export async function storeFile(
  files: FileStore,
  filename: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const { head, whole } = await withHead(bytes, SNIFFED_BYTES).catch(asFault);
  const format = formatOf(filename, head);
  const { version, key } = newVersion();
  const stored = await files.put(key, whole).catch(asFault);
  return { filename, format, version, key, stored };
}

/** @throws AppError if the part exceeded the limit; it is deleted */
export async function refuseCut(files: FileStore, part: MultipartFile, key: string): Promise<void> {
  if (!part.file.truncated) return;
  await files.remove(key);
  throw new AppError('too_large', UPLOAD_TOO_LARGE);
}

async function storePart(files: FileStore, part: MultipartFile): Promise<ReceivedFile[]> {
  const received = await storeFile(files, cleanFilename(part.filename), part.file);
  await refuseCut(files, part, received.key);
  return [received];
}

export type FormRules<Fields> = {
  maxFiles: number;
  fields: z.ZodType<Fields>;
  store: (files: FileStore, part: MultipartFile) => Promise<ReceivedFile[]>;
};

/** Reads the form to its end; fields may precede or follow the files. */
async function readForm<Fields>(
  files: FileStore,
  request: FastifyRequest,
  { form, rules }: { form: Form; rules: FormRules<Fields> },
): Promise<void> {
  const limits = { fileSize: MAX_UPLOAD_BYTES, files: rules.maxFiles, fields: MAX_FIELDS };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      form.received.push(...(await rules.store(files, part)));
    } else if (Object.hasOwn(form.fields, part.fieldname)) {
      throw new AppError('bad_request', `The form has two fields named ${part.fieldname}.`);
    } else form.fields[part.fieldname] = String(part.value);
  }
}

/** Streams the form's files into the store; all are deleted if one or a field is rejected. */
export async function receiveFiles<Fields>(
  files: FileStore,
  request: FastifyRequest,
  rules: FormRules<Fields>,
): Promise<{ received: ReceivedFile[]; fields: Fields }> {
  if (!request.isMultipart()) {
    throw new AppError('bad_request', 'Send the file as form data, in a field named file.');
  }
  const form: Form = { received: [], fields: {} };
  try {
    await readForm(files, request, { form, rules }).catch(unreadable);
    if (form.received.length === 0) throw new AppError('bad_request', 'No file was sent.');
    return { received: form.received, fields: parseInput(rules.fields, form.fields) };
  } catch (error) {
    for (const { key } of form.received) await files.remove(key);
    throw error;
  }
}

export async function receiveFile(
  files: FileStore,
  request: FastifyRequest,
): Promise<{ received: ReceivedFile; fields: z.output<typeof parseIngestedFileFields> }> {
  const rules = { maxFiles: 1, fields: parseIngestedFileFields, store: storePart };
  const { received, fields } = await receiveFiles(files, request, rules);
  return { received: received[0]!, fields };
}
