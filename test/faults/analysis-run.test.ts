import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killWorker } from '../support/kill-worker.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

const ROWS = 60_000;
let sandbox: Sandbox;
let client: SupabaseClient;
let manifestId: string;

type Analyzed = { status: string; runId: string; resultId: string; batchId: string };
const analyze = (source: object, seed: number) =>
  call<Analyzed>(client, 'analyze-transactions', { ...source, datasetRef: 'large.csv', seed });

async function runAt(kind: string, stage: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { data } = await client
      .from('runs')
      .select('id')
      .eq('kind', kind)
      .eq('status', 'running')
      .eq('stage', stage)
      .throwOnError();
    if (data?.[0]) return data[0].id as string;
    await sleep(10);
  }
  throw new Error(`no run was seen ${stage}`);
}

const run = async (id: string) =>
  (await client.from('runs').select('*').eq('id', id).single().throwOnError()).data;

async function counts(): Promise<Record<string, number | null>> {
  const rowCounts: Record<string, number | null> = {};
  for (const table of ['pattern_analysis_results', 'exception_batches', 'governance_audit']) {
    const { count } = await client.from(table).select('*', { count: 'exact', head: true });
    rowCounts[table] = count;
  }
  return rowCounts;
}

const workFiles = () => {
  const folder = join(sandbox.dataDir, 'work');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('analyze')) : [];
};

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  const person = { email: 'ada@bank.example', password: 'ada ada ada', organization: 'Ended' };
  client = (await makeUser(sandbox, superadmin, person)).client;
  const form = new FormData();
  form.set('file', new File([sampleTransactions(ROWS)], 'large.csv', { type: 'text/csv' }));
  manifestId = (await call<{ manifest_id: string }>(client, 'parse-ingested-file', form))
    .manifest_id;
});
afterAll(() => sandbox?.stop());

test('an analysis that is cancelled in the midst of its work ends within a second, and leaves nothing', async () => {
  const before = await counts();
  const answer = analyze({ manifestId }, 1).catch((error: Error) => error);
  const id = await runAt('analyze', 'finding patterns');
  const start = performance.now();
  expect((await client.rpc('cancel_run', { p_run_id: id })).data).toBe(true);
  while ((await run(id)).status === 'running') await sleep(10);
  const waited = performance.now() - start;
  expect(await run(id)).toMatchObject({ status: 'cancelled', stage: 'finding patterns' });
  expect(waited).toBeLessThan(1000);
  // The user who requested the analysis gets the reason.
  expect(String(await answer)).toMatch(/Cancelled/);
  expect(await counts()).toEqual(before);
});

test('an analysis of a batch that is cancelled while it is read leaves no file behind', async () => {
  const batch = await call<{ batchId: string; runId: string }>(client, 'generate-transactions', {
    count: 50_000,
    seed: 1,
  });
  while ((await run(batch.runId)).status !== 'completed') await sleep(50);
  const answer = analyze({ batchId: batch.batchId }, 1).catch((error: Error) => error);
  const id = await runAt('analyze', 'reading');
  expect((await client.rpc('cancel_run', { p_run_id: id })).data).toBe(true);
  expect(String(await answer)).toMatch(/Cancelled/);
  await expect.poll(workFiles).toEqual([]);
});

test.runIf(process.env.TEST_LONG)(
  'an analysis whose worker is killed is retried, and stored once',
  async () => {
    const before = await counts();
    const answer = analyze({ manifestId }, 2);
    const id = await runAt('analyze', 'finding patterns');
    killWorker(sandbox);
    await answer;
    while ((await run(id)).status === 'running') await sleep(100);
    const ended = await run(id);
    expect(ended).toMatchObject({ status: 'completed', attempt: 2 });
    const after = await counts();
    for (const [table, count] of Object.entries(before)) expect(after[table]).toBe(count! + 1);
    // The same rows and seed find the same without a kill.
    const again = await analyze({ manifestId }, 2);
    const { data } = await client
      .from('pattern_analysis_results')
      .select('anomaly_scores')
      .in('id', [again.resultId, (ended.result as Analyzed).resultId])
      .throwOnError();
    expect(data).toHaveLength(2);
    expect(data![0]).toEqual(data![1]);
  },
  150_000,
);
