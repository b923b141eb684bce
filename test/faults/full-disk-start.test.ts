import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyDataFolder } from '../support/prepared.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada' };
const disk = mkdtempSync(join(tmpdir(), 'sandbox disk '));
let running: Sandbox | undefined;

const mount = (): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', disk]).status === 0;

/** Separate disk, if mounting is allowed. */
const mounted = process.env.TEST_LONG !== undefined && mount();

afterAll(async () => {
  await running?.stop();
  if (mounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

const freeMegabytes = () => {
  const { bavail, bsize } = statfsSync(disk);
  return Math.floor((bavail * bsize) / 1024 ** 2);
};

test.runIf(mounted)(
  'a start on a full disk is one clear line, changes nothing, and works once there is room',
  { timeout: 240_000 },
  async () => {
    const dataDir = join(disk, 'data');
    const empty = await emptyDataFolder();
    execFileSync('cp', ['-a', empty, dataDir]);
    rmSync(empty, { recursive: true, force: true });
    running = await startSandbox({ dataDir, keep: true });
    const superadmin = await setUpSuperadmin(running);
    const { client } = await makeUser(running, superadmin, { ...ADA, organization: 'Full' });
    await call(client, 'generate-customers', { count: 30 });
    await running.stop();

    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc((freeMegabytes() - 20) * 1024 ** 2));
    const before = readdirSync(dataDir, { recursive: true }).sort();
    const refused = spawnSync(
      join(root, 'node_modules/.bin/node'),
      [join(root, 'src/start/main.ts')],
      { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, encoding: 'utf8' },
    );
    expect(refused.status).toBe(1);
    expect(refused.stderr.trim()).toMatch(
      /^The disk of .* is full: \d+ MB free, and the database needs 64 MB to start\. Free some space, then start again\. Nothing was changed\.$/,
    );
    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(before);

    rmSync(filler);
    running = await startSandbox({ dataDir, keep: true });
    const again = await signedIn(running, ADA);
    const { count } = await again.from('customers').select('*', { count: 'exact', head: true });
    expect(count).toBe(30);
  },
);
