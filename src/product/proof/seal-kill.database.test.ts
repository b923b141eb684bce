import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { leafHash, treeRoot } from '../../engines/provenance/merkle.ts';
import { changedTiles } from '../../engines/provenance/tiles.ts';
import { readEntries, readPublished, storeReader } from './log-files.ts';
import { ownKeys } from './log-key.ts';
import { SEAL_STEPS, sealLog } from './seal-log.ts';
import { openLogUnderTest } from './sealed-log.fixture.ts';

const log = startBeforeTests(openLogUnderTest);
const ROUNDS = process.env.TEST_LONG === undefined ? 1 : 17;
const PROGRAM = join(import.meta.dirname, 'seal-and-die.fixture.ts');

/** Seals as soon as the killed process's connection, which held the lock, is closed. */
async function sealNow() {
  return expect
    .poll(() => sealLog(log.sealing), { timeout: 10_000 })
    .not.toBeNull()
    .then(() => readPublished(storeReader(log.files), ownKeys(log.key)));
}

/** 102 processes in the long run, each of which takes a second on a busy machine. */
const TIMEOUT_MILLISECONDS = 20_000 * ROUNDS + 60_000;

longTest(
  'a sequencer killed before any of its steps leaves no fork and no gap',
  async () => {
    let written = 0;
    let before = (await sealNow())!;
    for (let round = 0; round < ROUNDS; round++) {
      for (const step of SEAL_STEPS) {
        await log.write(40 + round);
        written += 40 + round;
        const { signal } = spawnSync(process.execPath, [PROGRAM, log.db.logUrl, log.folder, step]);
        expect(signal).toBe('SIGKILL');
        const reader = storeReader(log.files);
        const seen = (await readPublished(reader, ownKeys(log.key)))!;
        expect(seen.size).toBeGreaterThanOrEqual(before.size);
        const now = (await sealNow())!;
        expect(now.size).toBe(written);
        const entries: Uint8Array[] = [];
        for (const tile of changedTiles(0, now.size, 'entries')) {
          entries.push(...(await readEntries(reader, tile)));
        }
        const leaves = entries.map(leafHash);
        // The root is computed from the bytes, and extends the published tree.
        expect(Buffer.from(treeRoot(leaves))).toEqual(Buffer.from(now.root));
        for (const { size, root } of [before, seen]) {
          expect(Buffer.from(treeRoot(leaves.slice(0, size)))).toEqual(Buffer.from(root));
        }
        before = now;
      }
    }
  },
  TIMEOUT_MILLISECONDS,
);
