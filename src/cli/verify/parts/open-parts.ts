import { existsSync, statSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';
import { openArchive } from './archive-parts.ts';
import { openFolder } from './folder-parts.ts';
import type { Parts } from './parts.ts';

export async function openParts(path: string): Promise<Parts> {
  if (!existsSync(path)) throw new AppError('not_found', `No such file or directory: ${path}.`);
  const stat = statSync(path);
  if (stat.isDirectory()) return openFolder(path);
  if (stat.isFile()) return openArchive(path);
  throw new AppError('bad_request', `${path} is neither a folder nor a file.`);
}
