import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox demo '));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPrepared();
});
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/cli/sandbox.mjs'), ...args, '--vkey', join(folder, 'keys'), '--json'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: sandbox.dataDir } },
  );
  return {
    status,
    said: `${stdout}${stderr}`,
    ...(JSON.parse(stdout || '{}') as { broken?: unknown[] }),
  };
};

test('demo data verify: the log and its database, and each batch by itself', async () => {
  const superadmin = await setUpSuperadmin(sandbox);
  const person = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Demo' };
  const { client, orgId } = await makeUser(sandbox, superadmin, person);
  await vi.waitFor(
    () => superadmin.rpc('seed_org_demo_data', { target_org_id: orgId }).throwOnError(),
    { timeout: 30_000, interval: 500 },
  );
  const keys = await fetch(`${sandbox.url}/log/keys`);
  writeFileSync(join(folder, 'keys'), await keys.text());
  const { data } = await vi.waitFor(
    async () => {
      const answer = await client
        .from('generation_logs')
        .select('batch_id')
        .not('csv_url', 'is', null);
      expect(answer.data).toHaveLength(3);
      return answer;
    },
    { timeout: 60_000, interval: 200 },
  );
  for (const [i, { batch_id }] of data!.entries()) {
    const batch = await vi.waitFor(
      () => call<{ path: string }>(client, 'pack-batch', { batch_id }),
      { timeout: 60_000, interval: 500 },
    );
    const [bucket, ...rest] = batch.path.split('/');
    const file = await client.storage.from(bucket!).download(rest.join('/'));
    const zip = join(folder, `${i}.zip`);
    writeFileSync(zip, Buffer.from(await file.data!.arrayBuffer()));
    const verdict = run('verify', zip);
    // 3: proven by the operator alone, as of any batch without a witness.
    expect([verdict.broken, verdict.status], verdict.said).toEqual([[], 3]);
  }
  const fsck = run('log', 'fsck');
  expect([fsck.broken, fsck.status], fsck.said).toEqual([[], 3]);
});
