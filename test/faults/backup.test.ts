import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackups } from '../../src/platform/backup/keep-backups.ts';
import { readManifest } from '../../src/platform/backup/manifest.ts';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';
import { preparedFolder } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const ADA = { email: 'ada@bank.example', password: 'ada ada ada' };
const folder = mkdtempSync(join(tmpdir(), 'sandbox backups '));
const place = join(folder, 'kept');
/** Timeout for a command that starts a database on a busy machine. */
const TIMEOUT = 480_000;
let sandbox: Sandbox;
let user: SupabaseClient;
const started: Sandbox[] = [];

const run = (args: string[], dataDir: string, env: Record<string, string> = {}) =>
  promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'src/cli/sandbox.mjs'), ...args],
    {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
    },
  );

async function restored(from: string, name: string, ...args: string[]): Promise<Sandbox> {
  const dataDir = join(folder, name);
  const { stdout } = await run(['restore', from, ...args], dataDir);
  expect(JSON.parse(stdout)).toMatchObject({ dataDir, missing: [] });
  const other = await startSandbox({ dataDir, keep: true });
  started.push(other);
  return other;
}

const batchNames = async (client: SupabaseClient) =>
  ((await client.from('generation_logs').select('name').throwOnError()).data as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== null)
    .sort();

async function makeBatch(name: string): Promise<string> {
  const batch = await call<{ batchId: string }>(user, 'generate-customers', { count: 2, seed: 1 });
  await user.rpc('rename_batch', { p_batch_id: batch.batchId, p_name: name }).throwOnError();
  return batch.batchId;
}

beforeAll(async () => {
  if (process.env.TEST_LONG === undefined) return;
  const { dataDir } = await preparedFolder(folder, 'empty', async (made) => {
    await (await startSandbox({ dataDir: made, keep: true })).stop();
    return null;
  });
  sandbox = await startSandbox({ dataDir, keep: true, env: { BACKUP_DIR: place } });
  started.push(sandbox);
  const superadmin = await setUpSuperadmin(sandbox);
  ({ client: user } = await makeUser(sandbox, superadmin, { ...ADA, organization: 'Harbor' }));
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
  if (sandbox) rmSync(sandbox.dataDir, { recursive: true, force: true });
});

test.runIf(process.env.TEST_LONG)(
  'a backup made under load holds all that was acknowledged before, and starts on another folder and port',
  { timeout: TIMEOUT },
  async () => {
    const form = new FormData();
    form.set('file', new Blob([sampleTransactions(400)]), 'movements.csv');
    await call(user, 'parse-ingested-file', form);
    const acknowledged: { name: string; at: number }[] = [];
    let backing = true;
    const load = (async () => {
      for (let i = 0; backing; i++) {
        await makeBatch(`batch ${i}`);
        acknowledged.push({ name: `batch ${i}`, at: Date.now() });
      }
    })();
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const by = join(folder, 'by command');
    await run(['backup', by], sandbox.dataDir);
    backing = false;
    await load;
    const from = join(by, listBackups(by)[0]!);
    const { at, files } = readManifest(from);
    expect(files.length).toBeGreaterThan(100);
    const before = acknowledged.filter((each) => each.at < Date.parse(at)).map(({ name }) => name);
    expect(before.length).toBeGreaterThan(0);

    const other = await restored(from, 'restored');
    const client = await signedIn(other, ADA);
    expect(await batchNames(client)).toEqual(expect.arrayContaining(before));
    const { data } = await client
      .from('generation_logs')
      .select('csv_url, manifest')
      .eq('name', before[0]!)
      .single()
      .throwOnError();
    const [bucket, ...path] = data.csv_url.split('/');
    const bytes = await client.storage.from(bucket).download(path.join('/'));
    expect(
      createHash('sha256')
        .update(Buffer.from(await bytes.data!.arrayBuffer()))
        .digest('hex'),
    ).toBe(data.manifest.files[0].sha256);
    // After a restore the log continues: files are regenerated, new approvals are sealed.
    const sealed = async () => {
      const note = await (await fetch(`${other.url}/log/checkpoint`)).text();
      return Number(note.split('\n')[1]);
    };
    await expect.poll(sealed, { timeout: 90_000 }).toBeGreaterThan(0);
    const secret = (of: Sandbox) => readFileSync(join(of.dataDir, 'secret-key'), 'utf8');
    expect(secret(other)).toBe(secret(sandbox));

    await expect(run(['restore', from], join(folder, 'restored'))).rejects.toMatchObject({
      stderr: expect.stringContaining('is not empty. Set DATA_DIR to a new folder'),
    });
    appendFileSync(join(from, files.find(({ path }) => path.startsWith('storage'))!.path), 'x');
    await expect(run(['restore', from], join(folder, 'changed'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is damaged: its SHA-256 differs from the manifest'),
    });
  },
);

test.runIf(process.env.TEST_LONG)(
  'backups are made by themselves, and any time since is restored',
  { timeout: TIMEOUT },
  async () => {
    await expect.poll(() => listBackups(place).length, { timeout: 60_000 }).toBe(1);
    await makeBatch('before the mistake');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const time = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await makeBatch('the mistake');
    const { port } = readPostmaster(join(sandbox.dataDir, 'postgres'))!;
    const password = readFileSync(join(sandbox.dataDir, 'postgres-password'), 'utf8').trim();
    const client = new pg.Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/sandbox`,
    });
    await client.connect();
    // The archive follows within a minute; force it here instead of waiting.
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    await expect
      .poll(
        async () =>
          (await client.query('select last_archived_wal as name from pg_stat_archiver')).rows[0]
            .name,
        { timeout: 60_000 },
      )
      .toBe(rows[0]!.name);
    await client.end();

    const from = join(place, listBackups(place)[0]!);
    const other = await restored(
      from,
      'as it was',
      ...['--to-time', time, '--files', join(sandbox.dataDir, 'storage')],
    );
    const names = await batchNames(await signedIn(other, ADA));
    expect(names).toContain('before the mistake');
    expect(names).not.toContain('the mistake');
    const tooLate = new Date(Date.now() + 3_600_000).toISOString();
    await expect(
      run(['restore', from, '--to-time', tooLate], join(folder, 'too late')),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('The archive does not reach') });
  },
);
