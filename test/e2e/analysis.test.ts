import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublishedScores } from '../../src/shared/contracts/alert-scores.ts';
import type { OpenCaseAnswer } from '../../src/shared/contracts/cases.ts';
import { longTest } from '../support/long-test.ts';
import { pdfText } from '../support/pdf-text.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeStrangers } from '../support/users.ts';

let sandbox: Sandbox;
let user: SupabaseClient;
let stranger: SupabaseClient;

const ODD_ROW = 900;

function withOddRow(rows: number, label = false): string {
  const lines = sampleTransactions(rows).trimEnd().split('\n');
  const cells = lines[ODD_ROW]!.split(',');
  cells[1] = '9800.00';
  lines[ODD_ROW] = cells.join(',');
  if (!label) return lines.join('\n');
  return lines
    .map((line, i) => `${line},${i === 0 ? 'is_fraudulent' : i === ODD_ROW ? 'true' : 'false'}`)
    .join('\n');
}

async function upload(client: SupabaseClient, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content], name, { type: 'text/csv' }));
  const made = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  return made.manifest_id;
}

type Analyzed = { status: string; runId: string; resultId?: string; batchId?: string };
const analyze = (client: SupabaseClient, manifestId: string, more = {}) =>
  call<Analyzed>(client, 'analyze-transactions', {
    manifestId,
    datasetRef: 'payments.csv',
    ...more,
  });

beforeAll(async () => {
  sandbox = await startPrepared();
  ({ user, stranger } = await makeStrangers(sandbox));
});
afterAll(() => sandbox?.stop());

test('an analysis leaves a result, its record and a batch for review', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(2000));
  const answer = await analyze(user, manifestId, { seed: 4 });
  expect(answer.status).toBe('completed');

  const { data: result } = await user
    .from('pattern_analysis_results')
    .select('*, ingestion_manifests(filename)')
    .eq('id', answer.resultId!)
    .single()
    .throwOnError();
  expect(result.analysis_type).toBe('Transaction patterns');
  expect(result.ingestion_manifests).toEqual({ filename: 'payments.csv' });
  expect(result.anomaly_scores).toHaveLength(20);
  const counts = (result.clusters.items as { count: number }[]).map(({ count }) => count);
  expect(counts).toHaveLength(result.clusters.count);
  expect(counts.reduce((sum, count) => sum + count)).toBe(2000);
  expect(result.parameters).toMatchObject({
    seed: '4',
    threshold: { method: 'capacity', value: 20, taken: 20 },
    source: { filename: 'payments.csv', records: 2000 },
    engine: { name: 'detect' },
  });
  expect(result.parameters.source.sha256).toMatch(/^[0-9a-f]{64}$/);

  const { data: batch } = await user
    .from('exception_batches')
    .select('*')
    .eq('id', answer.batchId!)
    .single()
    .throwOnError();
  expect(batch).toMatchObject({ exception_count: 20, status: 'pending', manifest_id: manifestId });
  expect(batch.threshold_used).toBeCloseTo(result.parameters.threshold.thresholdUsed, 6);
  const [first] = batch.exceptions;
  expect(first).toMatchObject({ row: ODD_ROW, band: 'Critical' });
  expect(first.values.amount).toBe('9800.00');
  expect(first.reasons.join(' ')).toMatch(/9,800 EUR: usual for this account is/);
  expect(first.tags).toContain('structuring');
  expect(first.before.length).toBeGreaterThan(0);

  const { data: record } = await user
    .from('governance_audit')
    .select('*')
    .eq('run_id', result.governance_run_id)
    .single()
    .throwOnError();
  expect(record).toMatchObject({ model_type: 'Pattern analysis', dataset_ref: 'payments.csv' });
  expect(record.manifest.accuracy).toContain('agreement, not accuracy: no labels');
  expect(record.accuracy_score).toBeGreaterThanOrEqual(0);
  expect(record.risk_score).toBeGreaterThan(1);
  expect(record.risk_score).toBeLessThanOrEqual(4);
  expect(record.manifest.risk).toContain('no probability');

  for (const table of ['pattern_analysis_results', 'exception_batches', 'governance_audit']) {
    const seen = await stranger.from(table).select('*').throwOnError();
    expect(seen.data, table).toEqual([]);
  }
});

longTest('labels in the file are measured against, and never looked at', async () => {
  const plain = await analyze(user, await upload(user, 'a.csv', withOddRow(2000)), { seed: 1 });
  const marked = await analyze(user, await upload(user, 'b.csv', withOddRow(2000, true)), {
    seed: 1,
  });
  const read = async (id?: string) =>
    (
      await user
        .from('pattern_analysis_results')
        .select('anomaly_scores, parameters, governance_run_id')
        .eq('id', id!)
        .single()
        .throwOnError()
    ).data;
  const [one, two] = [await read(plain.resultId), await read(marked.resultId)];
  expect(two.anomaly_scores).toEqual(one.anomaly_scores);
  expect(one.parameters.evaluation).toBeNull();
  expect(two.parameters.evaluation).toMatchObject({ positives: 1, auc: 1, belowMedianShare: 0 });
  const record = await user
    .from('governance_audit')
    .select('accuracy_score, manifest')
    .eq('run_id', two.governance_run_id)
    .single()
    .throwOnError();
  expect(record.data.accuracy_score).toBe(1);
  expect(record.data.manifest.accuracy).toContain('AUC');
});

longTest(
  'a threshold can be chosen; where no row passes there is a result and no batch',
  async () => {
    const manifestId = await upload(user, 'payments.csv', withOddRow(1000));
    const count = async (threshold: object) => {
      const { batchId } = await analyze(user, manifestId, { threshold });
      if (batchId === undefined) return 0;
      const { data } = await user
        .from('exception_batches')
        .select('exception_count')
        .eq('id', batchId)
        .single()
        .throwOnError();
      return data.exception_count as number;
    };
    expect(await count({ method: 'capacity', rows: 7 })).toBe(7);
    expect(await count({ method: 'percentile', share: 0.05 })).toBe(50);
    expect(await count({ method: 'peaks', risk: 0.002 })).toBeLessThan(20);
    expect(await count({ method: 'score', score: 1 })).toBe(0);
  },
);

longTest('a false discovery rate is calibrated on another dataset, which has to fit', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(2000));
  const ordinary = await upload(user, 'ordinary.csv', sampleTransactions(2000));
  const threshold = { method: 'false-discovery', alpha: 0.5, baselineId: ordinary };
  const { resultId, batchId } = await analyze(user, manifestId, { threshold, seed: 2 });
  const { data } = await user
    .from('pattern_analysis_results')
    .select('parameters, anomaly_scores')
    .eq('id', resultId!)
    .single()
    .throwOnError();
  expect(data.parameters.threshold).toMatchObject({ method: 'false-discovery', value: 0.5 });
  expect(data.anomaly_scores.length).toBeLessThan(20);
  // One outlier among 2,000 rows has at best p = 1/2,001; times 2,000 it passes no lower rate.
  expect(batchId === undefined).toBe(data.anomaly_scores.length === 0);

  const narrow = sampleTransactions(500)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').slice(0, 9).join(','))
    .join('\n');
  const other = await upload(user, 'narrow.csv', narrow);
  await expect(
    analyze(user, manifestId, { threshold: { ...threshold, baselineId: other } }),
  ).rejects.toThrow(/lacks the columns account_id, customer_id/);
  const foreign = await upload(stranger, 'foreign.csv', sampleTransactions(500));
  await expect(
    analyze(user, manifestId, { threshold: { ...threshold, baselineId: foreign } }),
  ).rejects.toThrow(/dataset no longer exists/);
});

const BERKA = fileURLToPath(
  new URL('../../../shared/data/berka/berka-basic-template.csv.gz', import.meta.url),
);

test.runIf(process.env.TEST_LONG && existsSync(BERKA))(
  "a real bank's movements go through",
  async () => {
    const content = gunzipSync(readFileSync(BERKA)).toString();
    const manifestId = await upload(user, 'berka.csv', content);
    const { batchId, resultId } = await analyze(user, manifestId, { seed: 1 });
    const { data } = await user
      .from('pattern_analysis_results')
      .select('parameters, exception_batches(exception_count)')
      .eq('id', resultId!)
      .single()
      .throwOnError();
    expect(batchId).toBeDefined();
    const rows = data.parameters.rows as number;
    expect(rows).toBeGreaterThan(49_000);
    expect(data.exception_batches).toEqual([{ exception_count: Math.ceil(rows / 100) }]);
    const { accountDays, exact } = data.parameters.dataQuality.ledger;
    expect(exact / accountDays).toBeGreaterThan(0.9);
  },
);

test('two clicks start one run', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(3000));
  const [one, two] = await Promise.all([analyze(user, manifestId), analyze(user, manifestId)]);
  expect(two).toEqual(one);
});

longTest('a blend is analyzed like any other dataset', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(1000));
  const blend = await call<{ manifest_id: string }>(user, 'create-blend', {
    manifest_id: manifestId,
    real_share: 0.5,
    count: 400,
  });
  const { batchId } = await analyze(user, blend.manifest_id);
  const { data } = await user
    .from('exception_batches')
    .select('exceptions, ingestion_manifests(filename, kind)')
    .eq('id', batchId!)
    .single()
    .throwOnError();
  expect(data.ingestion_manifests).toMatchObject({ kind: 'blend' });
  const [first] = data.exceptions as { values: Record<string, string> }[];
  expect(['real', 'synthetic']).toContain(first!.values.origin);
});

test('a generated batch is analyzed by its file, against the marks that it carries', async () => {
  const full = await call<{ runId: string }>(user, 'generate-full', {
    count: 200,
    seed: 11,
    aml_rate: 0.02,
  });
  const { data: logs } = await user
    .from('generation_logs')
    .select('batch_id, entity_type')
    .eq('run_id', full.runId)
    .throwOnError();
  const batchOf = (entity: string): string =>
    logs!.find(({ entity_type }) => entity_type === entity)!.batch_id;
  const batchId = batchOf('transactions');
  const name = `Synthetic transactions ${batchId.slice(0, 8)}`;
  const order = { batchId, datasetRef: name, seed: 5 };
  const batch = await call<Analyzed>(user, 'analyze-transactions', order);
  expect(batch.status).toBe('completed');
  const { data: result } = await user
    .from('pattern_analysis_results')
    .select('*, exception_batches(id, exception_count, manifest_id, exceptions)')
    .eq('id', batch.resultId!)
    .single()
    .throwOnError();
  expect(result).toMatchObject({
    batch_id: batchId,
    manifest_id: null,
    data_kind: 'synthetic',
    dataset_name: name,
    analysis_type: 'Transaction patterns',
  });
  const { data: log } = await user
    .from('generation_logs')
    .select('record_count, manifest')
    .eq('batch_id', batchId)
    .single()
    .throwOnError();
  expect(result.parameters).toMatchObject({
    rows: log.record_count,
    roles: { label: 'aml_flag', amount: 'amount', account: 'account_id' },
    source: { filename: name, sha256: log.manifest.files[0].sha256 },
  });
  // The file labels laundering movements, so the scores are compared with the labels.
  const { data: flagged } = await user
    .from('transactions')
    .select('txn_id')
    .eq('batch_id', batchId)
    .eq('aml_flag', true)
    .limit(1000)
    .throwOnError();
  expect(flagged!.length).toBeGreaterThan(0);
  expect(result.parameters.evaluation.positives).toBe(flagged!.length);
  // The same rows as alerts score 1, and are named as equal to the label.
  const alerts = (ids: string[]) => ({
    batch_id: batchId,
    system: 'Perfect',
    alerts: `id\n${ids.join('\n')}\n`,
  });
  const ids = flagged!.map(({ txn_id }) => txn_id as string);
  const { scores: scored } = await call<{ scores: PublishedScores }>(
    user,
    'score-alerts',
    alerts(ids),
  );
  expect(scored).toMatchObject({ transactions: log.record_count, precision: { value: 1 } });
  expect(scored.positives).toBeGreaterThanOrEqual(ids.length);
  expect(scored.findings.map(({ kind }) => kind)).toContain('equals-the-label');
  expect(scored.baselines.map(({ name }) => name)).toContain('Analysis of this sandbox');
  const { data: entered } = await user.from('alert_scores').select('system, batch_id');
  expect(entered).toEqual([{ system: 'Perfect', batch_id: batchId }]);
  await expect(call(stranger, 'score-alerts', alerts(ids))).rejects.toThrow('Batch not found');
  const ofCustomers = { ...alerts(ids), batch_id: batchOf('customers') };
  await expect(call(user, 'score-alerts', ofCustomers)).rejects.toThrow(
    'Only a batch of simulated transactions has a ground truth.',
  );
  await expect(call(user, 'score-alerts', { ...alerts(ids), alerts: 'name\nx\n' })).rejects.toThrow(
    'name',
  );
  const [found] = result.exception_batches;
  expect(found).toMatchObject({ id: batch.batchId, manifest_id: null });
  expect(found.exception_count).toBe(Math.ceil(log.record_count / 100));
  expect(Object.keys(found.exceptions[0].values)).toContain('txn_id');

  // Flagged rows are grouped into cases, which open with the rows around them, and print.
  const { data: cases } = await user
    .from('cases')
    .select('id, subject, rows')
    .eq('batch_id', found.id)
    .order('evidence', { ascending: false })
    .throwOnError();
  const rowsOfCases = cases!.flatMap(({ rows }) => rows as number[]).sort((a, b) => a - b);
  const flaggedRows = (found.exceptions as { row: number }[]).map(({ row }) => row);
  expect(rowsOfCases).toEqual(flaggedRows.sort((a, b) => a - b));
  const [first] = cases!;
  const opened = await call<OpenCaseAnswer>(user, 'open-case', { case_id: first!.id });
  expect(opened.subject).toBe(first!.subject);
  const drawn = opened.drawn!.timeline.map(({ row }) => row);
  for (const row of first!.rows as number[]) expect(drawn).toContain(row);
  const at = opened.drawn!.columns.indexOf('account_id');
  expect(new Set(opened.drawn!.rows.map((row) => row[at]))).toEqual(new Set([first!.subject]));
  expect(opened.network.accounts[0]).toBe(first!.subject);
  expect(opened.narrative.map(({ question }) => question)).toContain('How');
  const pdf = await user.functions.invoke('export-case', { body: { case_id: first!.id } });
  const text = pdfText(Buffer.from(await (pdf.data as Blob).arrayBuffer()));
  expect(text).toContain(`Case of account_id ${first!.subject}`);
  expect(text).toContain('Transfers in order of time');
  await expect(call(stranger, 'open-case', { case_id: first!.id })).rejects.toThrow(
    'Case not found',
  );

  // A busy machine may answer that counting continues; the same request finds the same run.
  const counted = async () => {
    const question = { batchId, threshold: { method: 'capacity', rows: 3 }, seed: '5' };
    return (await call<{ taken?: number }>(user, 'preview-threshold', question)).taken;
  };
  await expect.poll(counted, { timeout: 60_000 }).toBe(3);
  const again = await call<Analyzed>(user, 'analyze-transactions', order);
  const scores = await user
    .from('pattern_analysis_results')
    .select('anomaly_scores')
    .eq('id', again.resultId!)
    .single()
    .throwOnError();
  expect(scores.data.anomaly_scores).toEqual(result.anomaly_scores);

  const preview = (client: SupabaseClient, body: object) =>
    call(client, 'analyze-transactions', { datasetRef: 'a', ...body });
  await expect(preview(user, { batchId: batchOf('customers') })).rejects.toThrow(
    /400.*Only a completed batch of transactions/,
  );
  await expect(preview(stranger, { batchId })).rejects.toThrow(/404.*Batch not found/);
  await expect(preview(user, { batchId, manifestId: batchId })).rejects.toThrow(
    /400.*Please select a valid dataset/,
  );
});

longTest('a batch shaped by an upload is analyzed as the upload is', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(1000));
  const { batchId } = await call<{ batchId: string }>(user, 'generate-synthetic-from-ingestion', {
    manifest_id: manifestId,
    count: 300,
  });
  const batch = await call<Analyzed>(user, 'analyze-transactions', { batchId, datasetRef: 'a' });
  const { data } = await user
    .from('pattern_analysis_results')
    .select('data_kind, parameters')
    .eq('id', batch.resultId!)
    .single()
    .throwOnError();
  expect(data.data_kind).toBe('synthetic');
  expect(data.parameters).toMatchObject({ rows: 300, roles: { amount: 'amount' } });
});

test.each([
  [{ manifestId: 'x', datasetRef: 'a' }, '400'],
  [{ manifestId: '00000000-0000-4000-8000-000000000000', datasetRef: 'a' }, '404'],
  [{ manifestId: '00000000-0000-4000-8000-000000000000', datasetRef: '' }, '400'],
  [{ datasetRef: 'a' }, '400'],
])('refuses %j', async (body, status) => {
  await expect(call(user, 'analyze-transactions', body)).rejects.toThrow(status);
});

test('a file of another tenant and an empty one are refused', async () => {
  const manifestId = await upload(user, 'payments.csv', withOddRow(1000));
  await expect(analyze(stranger, manifestId)).rejects.toThrow(/404/);
  const head = sampleTransactions(1).split('\n')[0]!;
  const empty = await upload(user, 'empty.csv', `${head}\n`).catch(() => null);
  if (empty !== null) await expect(analyze(user, empty)).rejects.toThrow(/no rows/);
});
