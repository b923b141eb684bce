import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const isLong = process.env.TEST_LONG !== undefined;
/** The short run tries every sixth of the 32 ways to tamper with a log, and all 24 with packs. */
const [EVERY, WAYS, HONEST, PACKS] = isLong
  ? ['1', 32 + 24, '1000000', '100']
  : ['6', 6 + 24, '2000', '3'];

test('each way to tamper is named as what it is, at its entry, and honest entries raise nothing', () => {
  const program = join(import.meta.dirname, 'tamper.ts');
  const args = [program, '--honest', HONEST, '--every', EVERY, '--packs', PACKS];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout.match(/^named/gm), stderr).toHaveLength(WAYS);
  expect(stdout).not.toContain('MISSED');
  expect(stdout).toContain(`${HONEST} honest entries: 0 findings`);
  expect(stdout).toContain(`${PACKS} honest packs: 0 findings`);
  expect(status).toBe(0);
});
