import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { unpackZip } from '../../src/platform/files/unpack-zip.ts';
import { root, type Sandbox, startSandbox } from '../support/sandbox.ts';
import { call, signedIn } from '../support/users.ts';
import { onDatabase, restoreOldDatabase, unpackOldData } from '../upgrade/restore.ts';

const name = 'a_bank_of_commit_1a8dd30';
const server = inject('postgresUrl');
const folder = mkdtempSync(join(tmpdir(), 'sandbox upgrade '));
let sandbox: Sandbox;
let url: string;
let ada: SupabaseClient;

beforeAll(async () => {
  url = await restoreOldDatabase(server, name, '1a8dd30');
  unpackOldData(folder);
  sandbox = await startSandbox({ dataDir: folder, keep: true, env: { DATABASE_URL: url } });
  ada = await signedIn(sandbox, { email: 'ada@one.example', password: 'a good password' });
});
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
  await onDatabase(server, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
});

type Batch = { batch_id: string; entity_type: string; record_count: number; manifest: Manifest };
type Manifest = { seed: string; request: { table?: string; mode?: string } };

const batches = async (): Promise<Batch[]> => {
  const { data } = await ada
    .from('generation_logs')
    .select('batch_id,entity_type,record_count,manifest')
    .eq('status', 'completed')
    .order('created_at')
    .throwOnError();
  return data as unknown as Batch[];
};

async function download(path: string): Promise<Buffer> {
  const [bucket, ...rest] = path.split('/');
  const { data } = await ada.storage.from(bucket!).download(rest.join('/'));
  return Buffer.from(await data!.arrayBuffer());
}

const idle = () =>
  vi.waitFor(
    async () => {
      const open = await ada.from('runs').select('id').in('status', ['queued', 'running']);
      expect(open.data).toEqual([]);
    },
    { timeout: 120_000, interval: 300 },
  );

test('datasets, linked tables, batches, models and decisions are there', async () => {
  const count = async (table: string) =>
    (await ada.from(table).select('*', { count: 'exact', head: true }).throwOnError()).count;
  const tables = [
    'ingestion_manifests',
    'table_sets',
    'generation_logs',
    'batch_reports',
    'stored_models',
    'exception_decisions',
    'transactions',
  ];
  const counts = await Promise.all(tables.map(async (table) => [table, await count(table)]));
  expect(Object.fromEntries(counts)).toEqual({
    ingestion_manifests: 5,
    table_sets: 1,
    generation_logs: 9,
    batch_reports: 8,
    stored_models: 1,
    exception_decisions: 1,
    transactions: 250,
  });
  const { data } = await ada.from('table_sets').select('name,keys,leave_orphans_out').single();
  expect(data).toEqual({
    name: 'A bank',
    keys: { customers: 'customer_id', accounts: 'account_no', bookings: 'id' },
    leave_orphans_out: true,
  });
});

test('each batch is read and exported by the present functions, with all its rows', async () => {
  for (const batch of await batches()) {
    const { batch_id, record_count: rows } = batch;
    const page = await call<{ columns: string[]; rows: unknown[] }>(ada, 'read-batch-rows', {
      batch_id,
      offset: 0,
      limit: 10,
    });
    expect(page.rows).toHaveLength(Math.min(10, rows));
    const exported = await call<{ path: string }>(ada, 'export-batch', { batch_id, format: 'sql' });
    const script = (await download(exported.path)).toString();
    const copied = script.slice(script.indexOf('from stdin;\n') + 12, script.indexOf('\n\\.'));
    expect(copied.split('\n'), batch.entity_type).toHaveLength(rows);
  }
});

test('linked batches are downloaded together, with keys that match', async () => {
  const linked = (await batches()).filter((batch) => batch.entity_type === 'table');
  expect(linked.map(({ manifest }) => manifest.request.table)).toEqual([
    'customers',
    'accounts',
    'bookings',
  ]);
  const batch_id = linked[0]!.batch_id;
  const exported = await call<{ path: string }>(ada, 'export-tables', { batch_id, format: 'csv' });
  const path = join(folder, 'tables.zip');
  writeFileSync(path, await download(exported.path));
  const tables: Record<string, string[][]> = {};
  await unpackZip(path, { maxFiles: 9 }, async (file, bytes) => {
    const text = Buffer.concat(await bytes.toArray()).toString();
    tables[file] = text
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  });
  const column = (table: string, header: string) => {
    const [names, ...rows] = tables[table]!;
    return rows.map((row) => row[names!.indexOf(header)]!);
  };
  const customers = new Set(column('customers.csv', 'customer_id'));
  expect(customers.size).toBe(600);
  expect(column('accounts.csv', 'customer_id').every((id) => customers.has(id))).toBe(true);
  const accounts = new Set(column('accounts.csv', 'account_no'));
  expect(column('bookings.csv', 'account').every((id) => accounts.has(id))).toBe(true);
});

test('the old set is generated again with fixed values and other shares, and measured', async () => {
  const { data: set } = await ada.from('table_sets').select('id').single().throwOnError();
  const made = await call<{ runId: string }>(ada, 'generate-synthetic-from-tables', {
    table_set_id: set.id,
    seed: '8',
    given: { customers: { segment: 'business' } },
    rebalance: { table: 'accounts', column: 'kind', shares: { savings: 0.6 } },
  });
  await idle();
  const { data } = await ada
    .from('generation_logs')
    .select('batch_id,report_url,manifest')
    .eq('run_id', made.runId)
    .order('created_at')
    .throwOnError();
  expect(data.map(({ report_url: report }) => report !== null)).toEqual([true, true, true]);
  const rowsOf = async (table: string) => {
    const batch = data.find(({ manifest }) => (manifest as Manifest).request.table === table)!;
    const { columns, rows } = await call<{ columns: string[]; rows: string[][] }>(
      ada,
      'read-batch-rows',
      { batch_id: batch.batch_id, offset: 0, limit: 200 },
    );
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  };
  const segments = (await rowsOf('customers')).map(({ segment }) => segment);
  expect(new Set(segments)).toEqual(new Set(['business']));
  const kinds = (await rowsOf('accounts')).map(({ kind }) => kind);
  const share = kinds.filter((kind) => kind === 'savings').length / kinds.length;
  expect(Math.abs(share - 0.6)).toBeLessThan(0.1);
});

test('a private batch adds to the budget that the old one spent', async () => {
  const { data: dataset } = await ada
    .from('ingestion_manifests')
    .select('id')
    .eq('filename', 'movements.csv')
    .single()
    .throwOnError();
  await call(ada, 'generate-synthetic-from-ingestion', {
    manifest_id: dataset.id,
    count: 100,
    mode: 'private',
    epsilon: 2,
    seed: '9',
  });
  await idle();
  const { data } = await ada
    .from('privacy_ledger')
    .select('sequence,epsilon')
    .order('sequence')
    .throwOnError();
  expect(data).toEqual([
    { sequence: 1, epsilon: 2 },
    { sequence: 2, epsilon: 2 },
  ]);
});

test('decisions sealed under their former names are compared with the rows', async () => {
  const keys = join(folder, 'keys');
  writeFileSync(keys, await (await fetch(`${sandbox.url}/log/keys`)).text());
  const fsck = (): string[] => {
    const args = [join(root, 'src/cli/sandbox.mjs'), 'log', 'fsck', '--vkey', keys, '--json'];
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: url };
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    return (JSON.parse(stdout) as { broken: { what: string }[] }).broken.map(({ what }) => what);
  };
  const sealed = () =>
    onDatabase(url, async (db) => (await db.query('select from log.outbox')).rowCount);
  await vi.waitFor(async () => expect(await sealed()).toBe(0), { timeout: 60_000, interval: 500 });
  expect(fsck()).toEqual([]);
  await onDatabase(url, async (db) => {
    await db.query('set session_replication_role = replica');
    await db.query("update public.exception_batches set status = 'rejected'");
    await db.query("update public.exception_decisions set decision = 'rejected'");
  });
  expect(fsck().map((what) => what.replace(/[0-9a-f-]{36}/, 'B'))).toEqual([
    'Case 1 of exception batch B differs from its logged decision.',
    'Exception batch B is rejected, but the log says approved.',
  ]);
});
