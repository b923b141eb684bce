import { rm } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { copyFile } from './copy-cache.ts';
import type { FileStore } from './file-store.ts';

/**
 * Runs work on a local path of a stored file. A local store passes its own file, which must not be
 * changed; others make a private copy, removed when the work ends or fails.
 *
 * @throws AppError `not_found` for an unknown key
 */
export async function withLocalCopy<Result>(
  files: FileStore,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (files.paths.kind === 'own') {
    if ((await files.stat(key)) === null)
      throw new AppError('not_found', 'The file no longer exists.');
    return work(files.paths.pathOf(key));
  }
  const path = await copyFile(files, key, files.paths);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

export function withLocalCopies<Result>(
  files: FileStore,
  keys: readonly string[],
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const [first, ...rest] = keys;
  if (first === undefined) return work([]);
  return withLocalCopy(files, first, (path) =>
    withLocalCopies(files, rest, (paths) => work([path, ...paths])),
  );
}
