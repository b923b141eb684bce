import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEntry } from '../../src/engines/provenance/log-entry.ts';
import { openLogKey, publicKeys } from '../../src/product/proof/log-key.ts';
import { writeLog } from '../../test/faults/tamper/log-folder.ts';

/** The files of a log of so many entries of three organizations, as they are published. */
export function honestLog(folder: string, count: number): { log: string; keys: string } {
  const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
  const log = join(folder, 'log');
  const keys = join(folder, 'honest-keys');
  mkdirSync(log);
  const entries = Array.from({ length: count }, (_, seq) =>
    encodeEntry({
      v: 1,
      seq,
      organization: `bank ${seq % 3}`,
      organization_seq: Math.floor(seq / 3) + 1,
      at: '2026-11-22T00:00:00.000000Z',
      kind: 'data.exported',
      subject: `${seq}`,
      sha256: null,
      actor: null,
      detail: {},
    }),
  );
  writeLog(log, entries, key);
  writeFileSync(keys, publicKeys(key));
  return { log, keys };
}
