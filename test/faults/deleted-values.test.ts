import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesInFiles, valuesInTables } from '../support/find-values.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

/** A row that no other resembles: what it holds must be nowhere after the deletion. */
const MARKERS = {
  transaction_id: 'TXMARK77',
  amount: '7654321.89',
  merchant_category: 'CATMARK77',
  channel: 'CHANMARK77',
  counterparty_country: 'QZ',
  transaction_date: '2031-07-19',
  account_type: 'TYPEMARK77',
  account_id: 'ACCMARK77',
  customer_id: 'CUSTMARK77',
};
/** Two letters occur everywhere; a country is looked for only in its other forms. */
const SEARCHED = Object.values(MARKERS).filter((value) => value.length > 2);

let sandbox: Sandbox;
let client: SupabaseClient;
let superadmin: SupabaseClient;
let orgId: string;
beforeAll(async () => {
  sandbox = await startPrepared();
  const person = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Marked' };
  superadmin = await setUpSuperadmin(sandbox);
  ({ client, orgId } = await makeUser(sandbox, superadmin, { ...person, role: 'admin' }));
});
afterAll(() => sandbox?.stop());

async function settled() {
  for (;;) {
    const { data } = await client.from('runs').select('id').in('status', ['queued', 'running']);
    if (data?.length === 0) return;
    await sleep(100);
  }
}

async function uploadMarked(): Promise<string> {
  const lines = sampleTransactions(800).trimEnd().split('\n');
  const row: Record<string, string> = { currency: 'EUR', risk_level: 'high', ...MARKERS };
  lines.push(
    lines[0]!
      .split(',')
      .map((name) => row[name]!)
      .join(','),
  );
  const form = new FormData();
  form.set('file', new File([`${lines.join('\n')}\n`], 'movements.csv', { type: 'text/csv' }));
  const { manifest_id } = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  await settled();
  return manifest_id;
}

async function useEverywhere(manifestId: string) {
  await call(client, 'analyze-transactions', { manifestId, datasetRef: 'movements.csv', seed: 1 });
  const { data: cases } = await client
    .from('exception_batches')
    .select('id')
    .single()
    .throwOnError();
  const choice = { item: 0, decision: 'rejected', reason_code: 'other', note: 'odd' };
  await client.rpc('decide_cases', { p_batch_id: cases.id, p_choices: [choice] }).throwOnError();
  await client.rpc('approve_exception_batch', { p_batch_id: cases.id, p_notes: 'seen' });
  await call(client, 'generate-synthetic-from-ingestion', { manifest_id: manifestId, count: 600 });
  await settled();
  await client
    .from('generation_logs')
    .select('status')
    .eq('status', 'completed')
    .single()
    .throwOnError();
}

test('a deleted dataset is found in no table and no file', { timeout: 240_000 }, async () => {
  const manifestId = await uploadMarked();
  await useEverywhere(manifestId);
  expect((await valuesInTables(sandbox, SEARCHED)).length).toBeGreaterThan(10);
  const { data: counted } = await client
    .rpc('count_dataset_deletion', { p_manifest_id: manifestId })
    .single<Record<string, number>>()
    .throwOnError();
  expect(counted).toMatchObject({
    analyses: 1,
    exception_batches: 1,
    decisions: 1,
    kept_batches: 1,
    kept_blends: 0,
  });
  expect(counted.cases).toBeGreaterThan(0);
  const { data } = await client
    .from('ingestion_manifests')
    .delete()
    .eq('id', manifestId)
    .select('id')
    .throwOnError();
  expect(data).toHaveLength(1);
  await sleep(6_000);
  expect({
    tables: await valuesInTables(sandbox, SEARCHED),
    files: valuesInFiles(sandbox, SEARCHED),
    output: SEARCHED.filter((value) => sandbox.output().includes(value)),
  }).toEqual({
    tables: [],
    files: [],
    output: [],
  });
});

test('under legal hold the dataset stays with its analyses and cases', async () => {
  const manifestId = await uploadMarked();
  await call(client, 'analyze-transactions', { manifestId, datasetRef: 'movements.csv', seed: 1 });
  await settled();
  const hold = (held: boolean) =>
    superadmin
      .rpc('set_retention', { p_org_id: orgId, p_days: null, p_legal_hold: held, p_reason: 'test' })
      .throwOnError();
  const remove = () =>
    client.from('ingestion_manifests').delete().eq('id', manifestId).select('id');
  await hold(true);
  const { status, error } = await remove();
  expect([status, error?.message]).toEqual([409, expect.stringMatching(/Legal hold/)]);
  expect((await client.from('exception_batches').select('id')).data).toHaveLength(1);
  await hold(false);
  expect((await remove()).data).toHaveLength(1);
  expect((await client.from('exception_batches').select('id')).data).toEqual([]);
});
