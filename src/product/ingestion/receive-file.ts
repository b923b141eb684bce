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

export type ReceivedFile = {
  filename: string;
  format: 'csv' | 'parquet' | SniffedFormat;
  version: string;
  key: string;
  stored: StoredFile;
};

const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 5 };
const LONGEST_NAME = 255;
/** Marks that turn the direction of what follows: 'gpj.exe' would read 'exe.jpg'. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name without folders, control characters and marks of direction; where it is too long, its end stays. */
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

/** What a file is: by its beginning where that is of a bank's format, else by its name. */
export function formatOf(filename: string, head: Uint8Array): ReceivedFile['format'] {
  const sniffed = sniffFormat(head);
  if (sniffed !== null) return sniffed;
  const lower = filename.toLowerCase();
  if (lower.endsWith('.csv')) return 'csv';
  if (lower.endsWith('.parquet')) return 'parquet';
  throw new AppError('unsupported_type', UPLOAD_TYPE_REFUSED);
}

const cutOff = (cause: unknown) =>
  new AppError('bad_request', 'The upload was cut off. Nothing of it was kept.', { cause });

/** What the form's reader says of a form that is none. */
function unreadable(error: Error & { statusCode?: number }): never {
  if (error instanceof AppError || error.statusCode !== undefined) throw error;
  throw new AppError('bad_request', `The form can't be read: ${error.message}`, { cause: error });
}

type Form = { received: ReceivedFile | null; fields: Record<string, string> };

/** The beginning of a stream, and the whole of it to be read still. */
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

async function storeFile(files: FileStore, part: MultipartFile): Promise<ReceivedFile> {
  const filename = cleanFilename(part.filename);
  // What the disk says names the call that failed; all else is the form's fault.
  const asFault = (error: NodeJS.ErrnoException) => {
    throw error instanceof AppError || error.syscall !== undefined ? error : cutOff(error);
  };
  const { head, whole } = await withHead(part.file, SNIFFED_BYTES).catch(asFault);
  const format = formatOf(filename, head);
  const { version, key } = newVersion();
  const stored = await files.put(key, whole).catch(asFault);
  if (part.file.truncated) {
    await files.remove(key);
    throw new AppError('too_large', UPLOAD_TOO_LARGE);
  }
  return { filename, format, version, key, stored };
}

/** Reads the form to its end; its fields may stand before and behind the file. */
async function readForm(files: FileStore, request: FastifyRequest, form: Form): Promise<void> {
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file') {
      form.received = await storeFile(files, part);
    } else if (Object.hasOwn(form.fields, part.fieldname)) {
      throw new AppError('bad_request', `The form has two fields named ${part.fieldname}.`);
    } else form.fields[part.fieldname] = String(part.value);
  }
}

/** Streams the form's file into the store; nothing of it stays when it or a field beside it is refused. */
export async function receiveFile(
  files: FileStore,
  request: FastifyRequest,
): Promise<{ received: ReceivedFile; fields: z.output<typeof parseIngestedFileFields> }> {
  if (!request.isMultipart()) {
    throw new AppError('bad_request', 'Send the file as form data, in a field named file.');
  }
  const form: Form = { received: null, fields: {} };
  try {
    await readForm(files, request, form).catch(unreadable);
    const { received } = form;
    if (received === null) throw new AppError('bad_request', 'No file was sent.');
    return { received, fields: parseInput(parseIngestedFileFields, form.fields) };
  } catch (error) {
    if (form.received !== null) await files.remove(form.received.key);
    throw error;
  }
}
