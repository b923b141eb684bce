import { AppError } from '../../shared/errors.ts';
import type { FileStore } from './file-store.ts';

/**
 * The path of a stored file, for what reads files by their paths.
 *
 * @throws AppError where the store is no folder of this machine
 */
export function localPath(files: FileStore, key: string): string {
  const path = files.localPath?.(key);
  if (path === undefined) throw new AppError('unavailable', 'Files are not on this machine.');
  return path;
}
