import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLogKey, publicKeys } from '../../src/product/proof/log-key.ts';
import { honestEntries } from '../../test/faults/tamper/honest-entries.ts';
import { writeLog } from '../../test/faults/tamper/log-folder.ts';

/** Writes the published files of a log of `count` entries of three organizations. */
export function honestLog(folder: string, count: number): { log: string; keys: string } {
  const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
  const log = join(folder, 'log');
  const keys = join(folder, 'honest-keys');
  mkdirSync(log);
  writeLog(log, honestEntries(count), key);
  writeFileSync(keys, publicKeys(key));
  return { log, keys };
}
