import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../support/csv.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeStrangers } from '../support/users.ts';

let sandbox: Sandbox;
let user: SupabaseClient;
let stranger: SupabaseClient;
let source: { manifest_id: string };

/** Sample with a column of names and one named like the origin marks. */
const uploaded = sampleTransactions(600)
  .trimEnd()
  .split('\n')
  .map((line, i) =>
    i === 0
      ? `${line},customer_name,origin`
      : `${line},${['Ann Ohara', 'Bo Lindqvist', 'Cy Young'][i % 3]} ${i},web`,
  );

beforeAll(async () => {
  sandbox = await startPrepared();
  ({ user, stranger } = await makeStrangers(sandbox));
  const form = new FormData();
  form.set('file', new File([uploaded.join('\n')], 'payments.csv', { type: 'text/csv' }));
  source = await call(user, 'parse-ingested-file', form);
});
afterAll(() => sandbox?.stop());

type Blend = { status: string; manifest_id: string; batchId: string; message: string };
const blend = (client: SupabaseClient, body: Record<string, unknown>) =>
  call<Blend>(client, 'create-blend', { manifest_id: source.manifest_id, ...body });

const column = (rows: string[][], name: string) => {
  const at = rows[0]!.indexOf(name);
  return rows.slice(1).map((row) => row[at]!);
};

test('real rows without direct identifiers beside synthetic ones, each marked, as a dataset and a file', async () => {
  const batch = await blend(user, { real_share: 0.3, count: 200, seed: 9 });
  expect(batch.status).toBe('completed');
  expect(batch.message).toContain('60 real rows');

  const { data: dataset } = await user
    .from('ingestion_manifests')
    .select('*')
    .eq('id', batch.manifest_id)
    .single()
    .throwOnError();
  expect(dataset).toMatchObject({
    kind: 'blend',
    record_count: 200,
    filename: 'blend-REAL-payments.csv',
    batch_id: batch.batchId,
  });
  const { data: log } = await user
    .from('generation_logs')
    .select('*')
    .eq('batch_id', batch.batchId)
    .single()
    .throwOnError();
  expect(log).toMatchObject({ entity_type: 'blend', status: 'completed', record_count: 200 });
  expect(log.csv_url).toContain('REAL');
  expect(log.manifest.counts).toEqual({ real: 60, synthetic: 140 });
  expect(log.manifest.notes.privacyWithheld).toContain('real rows');
  expect(log.privacy_score).toBeNull();

  const [bucket, ...path] = (log.csv_url as string).split('/');
  const file = await user.storage.from(bucket!).download(path.join('/'));
  const rows = parseCsv(await file.data!.text());
  // The file already has a column `origin`, so the marks get another name.
  expect(rows[0]).toEqual([...uploaded[0]!.split(','), 'origin_2']);
  const origins = column(rows, 'origin_2');
  expect(origins.filter((origin) => origin === 'real')).toHaveLength(60);
  expect(origins.filter((origin) => origin === 'synthetic')).toHaveLength(140);

  const real = [rows[0]!, ...rows.slice(1).filter((_, i) => origins[i] === 'real')];
  expect(new Set(column(real, 'customer_name'))).toEqual(new Set(['']));
  for (const name of ['transaction_id', 'account_id', 'customer_id']) {
    expect(
      column(real, name).every((value) => /^R\d{7}$/.test(value)),
      name,
    ).toBe(true);
  }
  // The remaining values are those of the bank's rows.
  const remaining = [
    'amount',
    'merchant_category',
    'channel',
    'counterparty_country',
    'transaction_date',
  ];
  const source = new Set(
    uploaded.slice(1).map((line) => {
      const cells = line.split(',');
      return remaining.map((name) => cells[uploaded[0]!.split(',').indexOf(name)]).join('|');
    }),
  );
  const facts = remaining.map((name) => column(real, name));
  for (let i = 0; i < 60; i++) expect(source).toContain(facts.map((one) => one[i]).join('|'));
});

test('the same seed gives the same blend', async () => {
  const [one, two] = await Promise.all([
    blend(user, { real_share: 0.5, count: 40, seed: 3 }),
    blend(user, { real_share: 0.5, count: 40, seed: 3 }),
  ]);
  const { data } = await user
    .from('ingestion_manifests')
    .select('sha256')
    .in('id', [one.manifest_id, two.manifest_id])
    .throwOnError();
  expect(data).toHaveLength(2);
  expect(data[0]!.sha256).toBe(data[1]!.sha256);
});

test('all real and none real are blends too; more than there is, a blend of a blend, and another tenant are refused', async () => {
  const all = await blend(user, { real_share: 1, count: 30 });
  expect((await blend(user, { real_share: 0, count: 30 })).status).toBe('completed');
  await expect(blend(user, { real_share: 1, count: 601 })).rejects.toThrow(
    /dataset has only 600 rows; the blend needs 601 real rows/,
  );
  await expect(blend(user, { real_share: 1.5, count: 10 })).rejects.toThrow(/from 0 to 1/);
  await expect(
    call(user, 'create-blend', { manifest_id: all.manifest_id, real_share: 0.5, count: 10 }),
  ).rejects.toThrow(/Only an uploaded dataset/);
  await expect(blend(stranger, { real_share: 0.5, count: 10 })).rejects.toThrow(/404/);
  const seen = await stranger.from('ingestion_manifests').select('id').throwOnError();
  expect(seen.data).toEqual([]);
});
