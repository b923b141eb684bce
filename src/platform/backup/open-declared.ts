import type { ReadStream } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { type BackedUpFile, FOREIGN } from './manifest.ts';

/** @throws AppError if a manifest's path is not a plain relative path below its folder */
export function assertBelow(path: string): void {
  const plain = path.replaceAll(sep, '/');
  const isBelow =
    plain !== '' &&
    !/[\0\\]/.test(plain) &&
    !plain.startsWith('/') &&
    posix.normalize(plain) === plain &&
    !plain.split('/').some((part) => part === '..' || part === '.' || part === '');
  if (!isBelow) throw new AppError('bad_request', `${path} is outside the backup.`);
}

const noRegularFile = (path: string) =>
  new AppError('bad_request', `${path} is no regular file: links and devices are not restored.`);

async function openRegular(from: string, path: string): Promise<FileHandle> {
  const full = join(from, path);
  try {
    // A folder on the way may be a link as well.
    if ((await realpath(full)) !== join(await realpath(from), path)) throw noRegularFile(path);
    const handle = await open(full, FOREIGN);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('not_found', `${path} is missing from the backup.`);
    }
    if (code !== 'ELOOP' && code !== 'ENXIO') throw error;
  }
  throw noRegularFile(path);
}

/** Opens a file of a backup, no further than its size; throws if it is no regular file. */
export async function openDeclared(from: string, file: BackedUpFile): Promise<ReadStream> {
  assertBelow(file.path);
  const handle = await openRegular(from, file.path);
  const { size } = await handle.stat();
  if (size !== file.size) {
    await handle.close();
    throw new AppError(
      'conflict',
      `${file.path} is damaged: it has ${size} bytes, and ${file.size} in the manifest.`,
    );
  }
  return handle.createReadStream({
    start: 0,
    end: Math.max(size - 1, 0),
    highWaterMark: 1 << 20,
  });
}
