import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseCsv } from '../support/csv.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { smallBank } from '../support/small-bank.ts';
import { call, makeStrangers } from '../support/users.ts';

const BERKA = fileURLToPath(new URL('../../../shared/data/berka/', import.meta.url));
const BERKA_TABLES = ['district', 'client', 'account', 'disp', 'card', 'loan'];
let sandbox: Sandbox;
let ada: SupabaseClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  ({ user: ada } = await makeStrangers(sandbox));
});
afterAll(() => sandbox?.stop());

type TableSet = { table_set_id: string; relations: { child: string; orphans: number }[] };

const upload = (tables: Record<string, string | Buffer<ArrayBuffer>>): Promise<TableSet> => {
  const form = new FormData();
  for (const [name, text] of Object.entries(tables))
    form.append('file', new Blob([text]), `${name}.csv`);
  return call<TableSet>(ada, 'parse-ingested-tables', form);
};

/** Generates the tables; returns their rows by header, once all are made. */
async function generate(body: Record<string, unknown>) {
  const made = await call<{ runId: string }>(ada, 'generate-synthetic-from-tables', body);
  const batches = async () => {
    const { data } = await ada
      .from('generation_logs')
      .select('status,csv_url,manifest')
      .eq('run_id', made.runId)
      .throwOnError();
    return data as { status: string; csv_url: string; manifest: { request: { table: string } } }[];
  };
  await vi.waitFor(
    async () => expect((await batches()).every(({ status }) => status === 'completed')).toBe(true),
    { timeout: 150_000, interval: 500 },
  );
  const tables: Record<string, (name: string) => string[]> = {};
  for (const { csv_url: path, manifest } of await batches()) {
    const [bucket, ...rest] = path.split('/');
    const { data } = await ada.storage.from(bucket!).download(rest.join('/'));
    const [names, ...rows] = parseCsv(await data!.text());
    tables[manifest.request.table] = (name) => rows.map((row) => row[names!.indexOf(name)]!);
  }
  return tables;
}

const shareOf = (values: string[], value: string) =>
  values.filter((each) => each === value).length / values.length;

test('two tables are uploaded, and generated with a fixed value and other shares', async () => {
  const { customers, accounts } = smallBank(600);
  const set = await upload({ customers, accounts });
  expect(set.relations).toMatchObject([{ child: 'accounts', orphans: 0 }]);
  const tables = await generate({
    table_set_id: set.table_set_id,
    seed: '7',
    given: { customers: { segment: 'business' } },
    rebalance: { table: 'accounts', column: 'kind', shares: { savings: 0.6 } },
  });
  expect(shareOf(tables.customers!('segment'), 'business')).toBe(1);
  expect(Math.abs(shareOf(tables.accounts!('kind'), 'savings') - 0.6)).toBeLessThan(0.03);
  const known = new Set(tables.customers!('customer_id'));
  expect(tables.accounts!('customer_id').every((id) => known.has(id))).toBe(true);
});

test('linked tables are no longer downloaded together once a batch of them is deleted', async () => {
  const { data } = await ada
    .from('generation_logs')
    .select('batch_id,manifest')
    .eq('entity_type', 'table')
    .throwOnError();
  const batches = data as unknown as {
    batch_id: string;
    manifest: { request: { table: string } };
  }[];
  const idOf = (table: string) =>
    batches.find(({ manifest }) => manifest.request.table === table)!.batch_id;
  const download = () =>
    call<{ filename: string }>(ada, 'export-tables', {
      batch_id: idOf('accounts'),
      format: 'parquet',
    });
  expect(await download()).toMatchObject({ filename: 'tables-parquet.zip' });
  await ada.rpc('delete_batch', { p_batch_id: idOf('customers') }).throwOnError();
  await expect(download()).rejects.toThrow(
    'The batch of table customers was deleted, so references would be broken.',
  );
});

test.runIf(existsSync(BERKA))(
  "six of Berka's tables keep keys and a rule under fixed values and other shares",
  { timeout: 400_000 },
  async () => {
    const files = BERKA_TABLES.map((name): [string, Buffer<ArrayBuffer>] => [
      name,
      Buffer.from(gunzipSync(readFileSync(`${BERKA}${name}.asc.gz`))),
    ]);
    const set = await upload(Object.fromEntries(files));
    expect(set.relations).toHaveLength(6);
    const tables = await generate({
      table_set_id: set.table_set_id,
      seed: '7',
      given: { card: { type: 'gold' } },
      rebalance: { table: 'loan', column: 'status', shares: { B: 0.3 } },
    });
    expect(shareOf(tables.card!('type'), 'gold')).toBe(1);
    expect(Math.abs(shareOf(tables.loan!('status'), 'B') - 0.3)).toBeLessThan(0.03);
    const [amounts, durations, payments] = ['amount', 'duration', 'payments'].map((name) =>
      tables.loan!(name).map(Number),
    );
    const isRule = amounts!.map((amount, i) => amount === durations![i]! * payments![i]!);
    expect(isRule.filter((holds) => !holds)).toEqual([]);
    const known = new Set(tables.account!('account_id'));
    expect(tables.loan!('account_id').every((id) => known.has(id))).toBe(true);
  },
);
