import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';

const NAME = 'in-use';

/**
 * Refuses a folder that was copied while a sandbox ran in it. A running sandbox has a file that
 * names its own inode and removes it at an orderly stop. After a crash the file still names itself;
 * a copy does not.
 */
export function refuseTornCopy(folder: string): void {
  const path = join(folder, NAME);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (readFileSync(file, 'utf8').trim() === inodeOf(file)) return;
  } finally {
    closeSync(file);
  }
  throw new AppError(
    'conflict',
    `${folder} was copied while a sandbox was running in it, so its database may be inconsistent. Stop that sandbox and copy the folder again. If nothing ran during the copy, delete ${path} and start again.`,
  );
}

/** Marks the folder as in use; the returned function marks an orderly stop. */
export function markInUse(folder: string): () => void {
  const path = join(folder, NAME);
  rmSync(path, { force: true });
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, inodeOf(file));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return () => rmSync(path, { force: true });
}

const inodeOf = (file: number): string => String(fstatSync(file, { bigint: true }).ino);
