import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../support/csv.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let superadmin: SupabaseClient;
let user: SupabaseClient;

beforeAll(async () => {
  sandbox = await startPrepared();
  superadmin = await setUpSuperadmin(sandbox);
  ({ client: user } = await makeUser(sandbox, superadmin, {
    email: 'ada@first.example',
    password: 'ada ada ada',
    organization: 'First',
  }));
});
afterAll(async () => {
  if (process.env.SHOW_OUTPUT) process.stdout.write(sandbox.output());
  await sandbox?.stop();
});

const BERKA = new URL('../../../shared/data/berka/berka-basic-template.csv.gz', import.meta.url);

function upload(client: SupabaseClient, name: string, bytes: Uint8Array) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), name);
  return call<{ manifest_id: string; record_count: number; message: string; preview: object[] }>(
    client,
    'parse-ingested-file',
    form,
  );
}

async function exported(client: SupabaseClient, csvUrl: string): Promise<string> {
  const [bucket, ...path] = csvUrl.split('/');
  const { data, error } = await client.storage.from(bucket!).download(path.join('/'));
  if (error) throw error;
  return data.text();
}

const logOf = (batchId: string) =>
  user.from('generation_logs').select('*').eq('batch_id', batchId).single().throwOnError();

test('from scratch: the file equals what rest answers for the batch', async () => {
  const batch = await call<{ status: string; batchId: string; records: number }>(
    user,
    'generate-full',
    {
      count: 100,
      seed: 7,
    },
  );
  expect(batch).toMatchObject({ status: 'completed', records: 1000 });
  const log = await logOf(batch.batchId);
  const file = parseCsv(await exported(user, log.data.csv_url));
  const columns = file[0]!;
  const { data } = await user
    .from('transactions')
    .select(columns.join(','))
    .eq('batch_id', batch.batchId)
    .order('seq')
    .throwOnError();
  const rows = data as unknown as Record<string, unknown>[];
  expect(rows.length).toBe(1000);
  const asText = (value: unknown, name: string) => {
    if (value === null) return '';
    if (name === 'txn_ts') return new Date(String(value)).toISOString().replace('.000Z', 'Z');
    return typeof value === 'number' ? value.toFixed(2) : String(value);
  };
  expect(rows.map((row) => columns.map((name) => asText(row[name], name)))).toEqual(file.slice(1));
  const counts = await user.from('transactions').select('*', { count: 'exact', head: true });
  expect(counts.count).toBe(1000);
});

test('the same settings and seed make one batch, until it is deleted', async () => {
  const make = (seed: number) =>
    call<{ batchId: string; message: string }>(user, 'generate-full', { count: 3, seed });
  const [first, again] = await Promise.all([make(4711), make(4711)]);
  const other = await make(4712);
  expect(again.batchId).toBe(first.batchId);
  expect(other.batchId).not.toBe(first.batchId);
  expect(
    [first, again, other].filter(({ message }) => message.includes('used before')).length,
  ).toBe(1);
  const remove = (batch: string) => user.rpc('delete_batch', { p_batch_id: batch }).throwOnError();
  await remove(other.batchId);
  await remove(first.batchId);
  await expect(make(4711)).rejects.toThrow(
    '2 of 3 batches made with the same settings and seed remain',
  );
});

test('the same seed gives the same manifest, and another seed another', async () => {
  const hash = async (seed: number) => {
    const { batchId } = await call<{ batchId: string }>(user, 'generate-customers', {
      count: 50,
      seed,
    });
    const { data } = await user
      .from('generation_logs')
      .select('manifest')
      .eq('batch_id', batchId)
      .single()
      .throwOnError();
    await user.rpc('delete_batch', { p_batch_id: batchId }).throwOnError();
    return (data.manifest as { sha256: string }).sha256;
  };
  const first = await hash(1);
  expect(await hash(1)).toBe(first);
  expect(await hash(2)).not.toBe(first);
});

test.each([
  ['a file of our own', () => Buffer.from(sampleTransactions(400))],
  ...(process.env.TEST_LONG && existsSync(BERKA)
    ? [['a real bank', () => gunzipSync(readFileSync(BERKA))] as [string, () => Buffer]]
    : []),
])('shaped by an upload: %s', async (_name, bytes) => {
  const content = bytes();
  const records = parseCsv(content.toString()).length - 1;
  const parsed = await upload(user, 'movements.csv', content);
  expect(parsed.record_count).toBe(records);
  expect(parsed.message).toBe(`Headers validated — ${records} records detected (Basic template)`);
  expect(parsed.preview.length).toBe(50);
  const batch = await call<{ status: string; batchId: string; message: string }>(
    user,
    'generate-synthetic-from-ingestion',
    { manifest_id: parsed.manifest_id, count: 50 },
  );
  expect(batch.status).toBe('completed');
  const log = await logOf(batch.batchId);
  expect(log.data).toMatchObject({
    status: 'completed',
    record_count: 50,
    entity_type: 'transactions',
  });
  const file = parseCsv(await exported(user, log.data.csv_url));
  expect(file[0]).toEqual(parseCsv(content.toString().split('\n')[0]!)[0]);
  expect(file.length).toBe(51);
  const inBank = await user
    .from('transactions')
    .select('txn_id, amount', { count: 'exact' })
    .eq('batch_id', batch.batchId)
    .order('seq')
    .throwOnError();
  expect(inBank.count).toBe(50);
  expect((inBank.data as { txn_id: string }[]).map((row) => row.txn_id)).toEqual(
    file.slice(1).map((row) => row[0]),
  );
});

test('a batch that was learned is measured, against rows that were kept aside', async () => {
  const parsed = await upload(user, 'measured.csv', Buffer.from(sampleTransactions(3000)));
  const batch = await call<{ batchId: string }>(user, 'generate-synthetic-from-ingestion', {
    manifest_id: parsed.manifest_id,
    count: 2400,
    // Of six seeds, one draws a batch of these 75 customers that fails the privacy verdict.
    seed: 9,
  });
  const log = async () =>
    (
      await user
        .from('generation_logs')
        .select('*')
        .eq('batch_id', batch.batchId)
        .single()
        .throwOnError()
    ).data;
  await expect
    .poll(async () => (await log()).report_url, { timeout: 90_000 })
    .toBe(`/reports?batch=${batch.batchId}`);
  expect((await log()).quality_score).toBeGreaterThan(80);
  const rows = parseCsv(await exported(user, (await log()).csv_url)).slice(1);
  expect(rows.length).toBe(2400);
  // The source has no empty fields, so neither has generated data.
  expect(rows.flat().filter((field) => field === '')).toEqual([]);
  const { data } = await user
    .rpc('read_report', { p_batch_id: batch.batchId })
    .single<{ privacy: unknown }>()
    .throwOnError();
  const privacy = data.privacy as {
    score: number | null;
    reason: string;
    rows: { holdout: number };
    notMeasured: unknown[];
  };
  expect(privacy.rows.holdout).toBeGreaterThan(300);
  // Too few customers were held out for direct attacks, so they are measured in folds.
  expect(privacy.score).toBe(75);
  expect(privacy.reason).toMatch(/; measured in 5 folds of \d+ people, so an excess risk up to /);
  expect(await log()).toMatchObject({ privacy_score: 75, usefulness: expect.any(String) });
  expect(privacy.notMeasured.length).toBeGreaterThan(0);
});

test.each([
  ['an empty file', 'empty.csv', ''],
  ['missing headers', 'wrong.csv', 'a,b,c\n1,2,3\n'],
  ['a wrong type', 'notes.txt', 'hello'],
  ['a file that only looks like Parquet', 'fake.parquet', 'PAR1 is how it begins'],
])('refused with nothing left behind: %s', async (_what, name, content) => {
  const before = await user.from('ingestion_manifests').select('id');
  await expect(upload(user, name, Buffer.from(content))).rejects.toThrow(/^4\d\d /);
  const after = await user.from('ingestion_manifests').select('id');
  expect(after.data).toEqual(before.data);
});

test('demo data of an organization is there when the call answers', async () => {
  const { orgId, client } = await makeUser(sandbox, superadmin, {
    email: 'demo@second.example',
    password: 'demo demo demo',
    organization: 'Second',
  });
  const seeded = await superadmin.rpc('seed_org_demo_data', { target_org_id: orgId });
  expect(seeded.error).toBeNull();
  for (const [table, rows] of [
    ['customers', 20],
    ['accounts', 50],
    ['transactions', 200],
  ] as const) {
    const { count } = await client.from(table).select('*', { count: 'exact', head: true });
    expect([table, count]).toEqual([table, rows]);
  }
  const again = await superadmin.rpc('seed_org_demo_data', { target_org_id: orgId });
  expect(again.error?.message).toContain('already has its demo data');
  const forbidden = await client.rpc('seed_org_demo_data', { target_org_id: orgId });
  expect(forbidden.error).not.toBeNull();
});
