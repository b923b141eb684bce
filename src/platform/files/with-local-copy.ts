import { rm } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { copyFile } from './copy-cache.ts';
import type { FileStore } from './file-store.ts';

/**
 * Gives a stored file to work that reads files by their paths. A local store hands over its own file, which must not
 * be changed; of any other a private copy is made, which goes when the work has ended or failed.
 *
 * @throws AppError `not_found` where there is no such key
 */
export async function withLocalCopy<Result>(
  files: FileStore,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (files.paths.kind === 'own') {
    if ((await files.stat(key)) === null) throw new AppError('not_found', 'The file is gone.');
    return work(files.paths.pathOf(key));
  }
  const path = await copyFile(files, key, files.paths);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** The same for several files, in the order of their keys. */
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
