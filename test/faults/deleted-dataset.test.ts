import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let superadmin: SupabaseClient;
let client: SupabaseClient;
let userId: string;
let manifestId: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  superadmin = await setUpSuperadmin(sandbox);
  const person = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Deleted' };
  ({ client, userId } = await makeUser(sandbox, superadmin, person));
});
afterAll(() => sandbox?.stop());

async function upload(rows: number): Promise<string> {
  const form = new FormData();
  form.set('file', new File([sampleTransactions(rows)], 'large.csv', { type: 'text/csv' }));
  return (await call<{ manifest_id: string }>(client, 'parse-ingested-file', form)).manifest_id;
}

async function uploadLarge(): Promise<void> {
  manifestId = await upload(30_000);
  for (;;) {
    const { data } = await client.from('runs').select('id').in('status', ['queued', 'running']);
    if (data?.length === 0) return;
    await sleep(50);
  }
}

async function runningRun(kind: string): Promise<string> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const { data } = await client
      .from('runs')
      .select('id')
      .eq('kind', kind)
      .eq('status', 'running')
      .not('stage', 'is', null)
      .throwOnError();
    if (data?.[0]) return data[0].id as string;
    await sleep(10);
  }
  throw new Error(`no run of ${kind} was seen at work`);
}

async function ended(id: string) {
  for (;;) {
    const { data } = await client.from('runs').select('*').eq('id', id).single().throwOnError();
    if (!['queued', 'running'].includes(data.status)) return data;
    await sleep(20);
  }
}

const deleteDataset = async () => {
  const { data } = await client
    .from('ingestion_manifests')
    .delete()
    .eq('id', manifestId)
    .select('id')
    .throwOnError();
  expect(data).toHaveLength(1);
};

/** Returns the stored files without those being written. */
const stored = () =>
  readdirSync(join(sandbox.dataDir, 'storage', 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const STOPPED = { status: 'cancelled', error: 'The dataset was deleted.' };

test('a blend whose dataset is deleted stops, reports it and writes no real row; the bytes are gone at once', async () => {
  await uploadLarge();
  const answer = call(client, 'create-blend', {
    manifest_id: manifestId,
    real_share: 0.5,
    count: 40_000,
  }).catch((error: Error) => error);
  const id = await runningRun('blend');
  await deleteDataset();
  expect(await ended(id)).toMatchObject(STOPPED);
  await answer;
  const datasets = await client.from('ingestion_manifests').select('id').throwOnError();
  expect(datasets.data).toEqual([]);
  const batches = await client.from('generation_logs').select('status,error').eq('run_id', id);
  expect(batches.data).toEqual([STOPPED]);
  while (stored().length > 0) await sleep(50);
});

test('learning from a deleted dataset stops and reports it', async () => {
  await uploadLarge();
  const answer = call<{ runId: string }>(client, 'generate-synthetic-from-ingestion', {
    manifest_id: manifestId,
    count: 60_000,
    mode: 'fidelity',
  }).catch((error: Error) => error);
  const id = await runningRun('synthesize');
  await deleteDataset();
  expect(await ended(id)).toMatchObject(STOPPED);
  await answer;
});

test('a request that waits for an analysis of a deleted dataset gets the reason', async () => {
  await uploadLarge();
  const body = { manifestId, datasetRef: 'large.csv', seed: 1 };
  const answer = call(client, 'analyze-transactions', body).catch((error: Error) => error);
  const id = await runningRun('analyze');
  await deleteDataset();
  expect(await ended(id)).toMatchObject(STOPPED);
  expect(String(await answer)).toContain('The dataset was deleted.');
});

test('runs of a disabled account stop and report it', async () => {
  const generated = call(client, 'generate-transactions', { count: 100_000 }).catch(
    (error: Error) => error,
  );
  const id = await runningRun('simulate');
  await superadmin.from('profiles').update({ status: 'disabled' }).eq('id', userId).throwOnError();
  await superadmin.from('profiles').update({ status: 'active' }).eq('id', userId).throwOnError();
  await generated;
  const { data } = await client.auth.signInWithPassword({
    email: 'ada@bank.example',
    password: 'ada ada ada',
  });
  expect(data.user?.id).toBe(userId);
  expect(await ended(id)).toMatchObject({
    status: 'cancelled',
    error: 'The account that started this was disabled.',
  });
});

test('without a worker the bytes of a deleted dataset go as well', async () => {
  await sandbox.stop();
  sandbox = await startPrepared({ env: { WORKERS: '0' } });
  superadmin = await setUpSuperadmin(sandbox);
  const person = { email: 'bo@bank.example', password: 'bo bo bo bo', organization: 'No worker' };
  ({ client } = await makeUser(sandbox, superadmin, person));
  manifestId = await upload(300);
  expect(stored()).toHaveLength(2);
  await deleteDataset();
  while (stored().length > 0) await sleep(50);
});
