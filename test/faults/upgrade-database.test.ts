import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { runPostmaster } from '../../src/platform/database/embedded/postmaster.ts';
import { asUnprivileged } from '../../src/platform/database/embedded/unprivileged.ts';
import { debianPostgres } from '../support/database-server.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin, signedIn } from '../support/users.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'of the superuser';
const ADA = { email: 'ada@bank.example', password: 'ada ada ada' };
const dataDir = mkdtempSync(join(tmpdir(), 'sandbox upgrade '));
const data = join(dataDir, 'postgres');
let running: Sandbox | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function makeFolderOf15(): Promise<string> {
  const passwordFile = join(dataDir, 'postgres-password');
  writeFileSync(passwordFile, PASSWORD);
  mkdirSync(data, { mode: 0o700 });
  const run = asUnprivileged();
  run.own(data);
  const pwfile = join(tmpdir(), `password of ${process.pid}`);
  writeFileSync(pwfile, PASSWORD);
  run.own(pwfile);
  const initdb = run.command(join(BIN, 'initdb'), [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${pwfile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  execFileSync(initdb.program, initdb.args, { ...run.spawnOptions, stdio: 'ignore' });
  rmSync(pwfile);
  const program = join(BIN, 'postgres');
  const server = await runPostmaster({ program, data, password: PASSWORD, settings: [] });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database sandbox');
  await client.end();
  const url = server.url.replace(/postgres$/, 'sandbox');
  const sandbox = await startSandbox({ dataDir, keep: true, env: { DATABASE_URL: url } });
  const superadmin = await setUpSuperadmin(sandbox);
  const { client: user } = await makeUser(sandbox, superadmin, { ...ADA, organization: 'Old' });
  const { batchId } = await call<{ batchId: string }>(user, 'generate-full', { count: 50 });
  await sandbox.stop();
  await server.stop();
  return batchId;
}

const node = (file: string, args: string[]) =>
  spawnSync(join(root, 'node_modules/.bin/node'), [join(root, file), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    encoding: 'utf8',
  });

test.runIf(process.env.TEST_LONG && debianPostgres)(
  'a data folder of PostgreSQL 15 is refused at the start, upgraded by one command, and kept',
  { timeout: 480_000 },
  async () => {
    const batchId = await makeFolderOf15();
    const refused = node('src/start/main.ts', []);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/created by PostgreSQL 15; .* Run: npx .* upgrade-database/),
    ]);

    const upgraded = node('src/cli/sandbox.mjs', ['upgrade-database']);
    expect(upgraded.stderr).toBe('');
    const oldFolder = join(dataDir, 'postgres-15');
    expect(JSON.parse(upgraded.stdout)).toEqual({
      from: 15,
      to: 18,
      rows: expect.any(Number),
      kept: oldFolder,
    });
    expect(readFileSync(join(oldFolder, 'PG_VERSION'), 'utf8').trim()).toBe('15');
    const again = node('src/cli/sandbox.mjs', ['upgrade-database']);
    expect(JSON.parse(again.stdout)).toEqual({ upgraded: false });

    running = await startSandbox({ dataDir, keep: true });
    const client = await signedIn(running, ADA);
    const rows = (of: string) =>
      client.from('transactions').select('*', { count: 'exact', head: true }).eq('batch_id', of);
    expect((await rows(batchId)).count).toBe(500);
    const batch = await call<{ batchId: string }>(client, 'generate-full', { count: 20 });
    expect((await rows(batch.batchId)).count).toBe(200);
  },
);
