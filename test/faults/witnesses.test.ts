import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { startPrepared } from '../support/prepared.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox witnesses '));
const at = (name: string) => join(folder, name);
let sandboxes: [Sandbox, Sandbox];
let client: SupabaseClient;

const read = async (sandbox: Sandbox, path: string) =>
  (await fetch(`${sandbox.url}${path}`)).text();

const run = (sandbox: Sandbox, ...args: string[]) => {
  const { DATABASE_URL: _, ...env } = process.env;
  const command = [join(root, 'src/cli/sandbox.mjs'), ...args];
  return spawnSync(process.execPath, command, {
    env: { ...env, DATA_DIR: sandbox.dataDir },
    encoding: 'utf8',
  });
};

/** Waits until a sandbox's checkpoint has a cosignature of the other one. */
const cosigned = (log: Sandbox, witness: Sandbox) =>
  vi.waitFor(
    async () => {
      const note = await read(log, '/log/checkpoint');
      expect(note).toContain(`\n— ${new URL(witness.url).host}/witness `);
      return note;
    },
    { timeout: 90_000, interval: 200 },
  );

beforeAll(async () => {
  const ports = [await freePort(), await freePort()] as const;
  const start = (own: number, other: number) =>
    startPrepared({
      env: {
        PORT: String(own),
        WITNESS_URLS: `http://localhost:${other}/witness`,
      },
    });
  sandboxes = await Promise.all([start(ports[0], ports[1]), start(ports[1], ports[0])]);
});
afterAll(async () => {
  for (const sandbox of sandboxes ?? []) await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('two sandboxes with one setting each sign each other, and a pack is proven by both', async () => {
  const [here, there] = sandboxes;
  const superadmin = await setUpSuperadmin(here);
  await setUpSuperadmin(there);
  ({ client } = await makeUser(here, superadmin, {
    email: 'ada@bank.example',
    password: 'a good password',
    organization: 'Harbor',
    role: 'admin',
  }));
  await cosigned(here, there);
  await cosigned(there, here);
  const { batchId } = await call<{ batchId: string }>(client, 'generate-customers', { count: 5 });
  const pack = await vi.waitFor(() => call<Blob>(client, 'evidence-pack', { batch_id: batchId }), {
    timeout: 60_000,
    interval: 200,
  });
  writeFileSync(at('pack.zip'), Buffer.from(await pack.arrayBuffer()));
  writeFileSync(at('keys'), await read(here, '/log/keys'));
  writeFileSync(at('witness'), await read(there, '/witness/key'));
  const verify = ['verify', at('pack.zip'), '--vkey', at('keys')];
  const { status, stdout } = run(here, ...verify, '--witness', at('witness'));
  expect([status, stdout]).toEqual([0, expect.stringContaining('\nProven.\n')]);
  const alone = run(here, ...verify);
  expect([alone.status, alone.stdout]).toEqual([
    3,
    expect.stringContaining('Proven by the operator alone.'),
  ]);
});

test.runIf(process.env.TEST_LONG)(
  'a witness follows a rotated key, and a lost one only after its operator agrees',
  async () => {
    const [here, there] = sandboxes;
    const sizeOf = (note: string) => Number(note.split('\n')[1]);
    const before = sizeOf(await cosigned(here, there));
    expect(run(here, 'log', 'rotate-key').status).toBe(0);
    await vi.waitFor(
      async () => expect(sizeOf(await cosigned(here, there))).toBeGreaterThan(before),
      {
        timeout: 60_000,
      },
    );
    const [origin] = (await read(here, '/log/checkpoint')).split('\n');
    rmSync(join(here.dataDir, 'log-key'));
    expect(run(here, 'log', 'replace-lost-key').status).toBe(0);
    await vi.waitFor(() => expect(there.output()).toContain(`sandbox witness forget ${origin}`), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await read(here, '/log/checkpoint')).not.toContain('/witness ');
    expect(run(there, 'witness', 'forget', origin!).status).toBe(0);
    expect(run(there, 'witness', 'forget', 'other.example/log').stderr).toContain(
      'does not witness',
    );
    // The next entry asks the witness again at once.
    await call(client, 'generate-customers', { count: 5 });
    await cosigned(here, there);
  },
);
