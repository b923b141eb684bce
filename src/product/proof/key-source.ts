import { statSync } from 'node:fs';
import type pg from 'pg';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { readKeys, storeReader } from './log-files.ts';
import { type LogKey, openLogKey } from './log-key.ts';

/** Returns the key in its file, read again when the file changes. */
export type KeySource = (pool: pg.Pool, files: FileStore) => Promise<LogKey>;

function stampOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
}

async function isSigned(pool: pg.Pool, files: FileStore): Promise<boolean> {
  const { rowCount } = await pool.query('select from log.checkpoints limit 1');
  return rowCount !== 0 || (await readKeys(storeReader(files))) !== null;
}

/**
 * Reads the key of the log from a file, which is created for a new log only.
 *
 * @param host names a new log
 * @throws AppError if the log was signed and the file is missing
 */
export function keySource(path: string, host: string): KeySource {
  let read: { key: LogKey; stamp: string } | null = null;
  return async (pool, files) => {
    const stamp = stampOf(path);
    if (read !== null && read.stamp === stamp) return read.key;
    if (stamp === null && (await isSigned(pool, files))) {
      throw new AppError(
        'conflict',
        'The file LOG_KEY_FILE is missing, but the log was signed. Restore it from its copy; ' +
          'if there is none, sandbox log replace-lost-key continues the log under a new key.',
      );
    }
    const key = openLogKey(path, host);
    read = { key, stamp: stampOf(path) ?? '' };
    return key;
  };
}
