import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { limitBytes } from '../../../platform/files/limit-bytes.ts';
import { unpackZip } from '../../../platform/files/unpack-zip.ts';
import { withLocalCopy } from '../../../platform/files/with-local-copy.ts';
import { newVersion } from '../../../platform/storage/register-object.ts';
import { parseIngestedTablesFields } from '../../../shared/contracts/table-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  MAX_LINKED_BYTES,
  MAX_LINKED_TABLES,
  MAX_UPLOAD_BYTES,
  sizeLimit,
} from '../../../shared/limits.ts';
import { UPLOAD_TOO_LARGE } from '../../../shared/refusals.ts';
import {
  cleanFilename,
  type ReceivedFile,
  receiveFiles,
  refuseCut,
  storeFile,
} from '../receive-file.ts';

async function unpacked(files: FileStore, key: string): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  let total = 0;
  try {
    await withLocalCopy(files, key, (path) =>
      unpackZip(path, { maxFiles: MAX_LINKED_TABLES }, async (name, bytes) => {
        const limit = limitBytes(
          MAX_UPLOAD_BYTES,
          () => new AppError('too_large', UPLOAD_TOO_LARGE),
        );
        bytes.on('error', (error) => limit.destroy(error));
        const file = await storeFile(files, cleanFilename(name), bytes.pipe(limit));
        received.push(file);
        total += file.stored.size;
        if (total > MAX_LINKED_BYTES) throw tooLarge();
      }),
    );
    return received;
  } catch (error) {
    for (const { key: made } of received) await files.remove(made);
    throw error;
  }
}

async function storeTables(files: FileStore, part: MultipartFile): Promise<ReceivedFile[]> {
  const filename = cleanFilename(part.filename);
  if (!filename.toLowerCase().endsWith('.zip')) {
    const received = await storeFile(files, filename, part.file);
    await refuseCut(files, part, received.key);
    return [received];
  }
  const { key } = newVersion();
  await files.put(key, part.file);
  await refuseCut(files, part, key);
  try {
    return await unpacked(files, key);
  } finally {
    await files.remove(key);
  }
}

const tooLarge = () =>
  new AppError(
    'too_large',
    `Linked tables can have at most ${sizeLimit(MAX_LINKED_BYTES)} in total.`,
  );

export const ONE_TABLE =
  'Linked tables require at least two tables. Upload a single table as a dataset.';

async function canHaveTables({ format }: ReceivedFile): Promise<boolean> {
  if (typeof format !== 'string') return false;
  const { hasTables } = await import('../../../platform/tabular/formats/registry.ts');
  return hasTables(format);
}

export async function receiveTables(files: FileStore, request: FastifyRequest) {
  const form = await receiveFiles(files, request, {
    maxFiles: MAX_LINKED_TABLES,
    fields: parseIngestedTablesFields,
    store: storeTables,
  });
  const bytes = form.received.reduce((sum, { stored }) => sum + stored.size, 0);
  const [only, ...others] = form.received;
  const isOneTable = others.length === 0 && !(only !== undefined && (await canHaveTables(only)));
  const refused = isOneTable
    ? new AppError('bad_request', ONE_TABLE)
    : bytes > MAX_LINKED_BYTES
      ? tooLarge()
      : null;
  if (refused === null) return form;
  for (const { key } of form.received) await files.remove(key);
  throw refused;
}
