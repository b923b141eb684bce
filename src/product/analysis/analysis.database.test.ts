import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { sampleTransactions } from '../../../test/support/sample-transactions.ts';
import { ingestionFunctions } from '../ingestion/functions.ts';
import { analysisFunctions } from './functions.ts';
import { cardPayments } from './learning/card-payments.fixture.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
const host = startBeforeTests(() =>
  startProductHost((product) => [...ingestionFunctions(product), ...analysisFunctions(product)], {
    worker: true,
    maxAnalyzedRows: 700,
  }),
);
let ada: Member;
let stranger: Member;
let manifestId: string;

beforeAll(async () => {
  ada = await host.member('ada@bank.example', 'admin');
  stranger = await host.member('cy@other.example', 'admin');
  manifestId = await upload('payments.csv', sampleTransactions(600));
});

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query(text, values)).rows as Row[];

async function upload(
  name: string,
  text: string,
  { member = ada, fields = {} }: { member?: Member; fields?: Record<string, string> } = {},
): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new File([text], name, { type: 'text/csv' }));
  const answer = await host.call('parse-ingested-file', form, { token: member.token });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.manifest_id as string;
}

type Answer = Awaited<ReturnType<ProductHost['call']>>;

async function ended(answer: Answer): Promise<Answer> {
  if (answer.status === 200) expect(answer.body.status).toBe('completed');
  if (answer.status !== 202) return answer;
  expect(answer.body.status).toBe('queued');
  const { runId } = answer.body;
  const run = async () => {
    const rows = await sql<{ status: string; result: object | null; error: string | null }>(
      'select status, result, error from public.runs where id = $1',
      [runId],
    );
    return rows[0]!;
  };
  await expect.poll(async () => (await run()).status).toMatch(/^(completed|failed)$/);
  const { status, result, error } = await run();
  return status === 'completed'
    ? { ...answer, status: 200, body: { status, runId, ...result } }
    : { ...answer, status: 400, body: { error } };
}

const analyze = async (body: object, { token } = ada) =>
  ended(
    await host.call('analyze-transactions', { datasetRef: 'payments.csv', ...body }, { token }),
  );

async function preview(body: object): Promise<Answer> {
  let answer: Answer | undefined;
  const ask = async () => {
    answer = await host.call('preview-threshold', body, { token: ada.token });
    return answer.status;
  };
  await expect.poll(ask).toBe(200);
  return answer!;
}

async function batch(values: {
  entity?: string;
  status?: string;
  records?: number;
  url?: string | null;
}) {
  const { entity = 'transactions', status = 'completed', records = 10, url = 'x/y' } = values;
  const rows = await sql<{ batch_id: string }>(
    `insert into public.generation_logs (tenant_id, entity_type, status, record_count, csv_url)
     values ($1, $2, $3, $4, $5) returning batch_id`,
    [ada.orgId, entity, status, records, url],
  );
  return rows[0]!.batch_id;
}

test('an analysis leaves a result, a record and a batch of exceptions that belong together', async () => {
  const answer = await analyze({ manifestId, seed: 7 });
  expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
  const { resultId, batchId, message } = answer.body as Record<string, string>;
  const [result] = await sql<Record<string, never>>(
    'select * from public.pattern_analysis_results where id = $1',
    [resultId],
  );
  expect(result).toMatchObject({
    tenant_id: ada.orgId,
    manifest_id: manifestId,
    dataset_name: 'payments.csv',
    analysis_type: 'Transaction patterns',
    created_by: ada.id,
    batch_id: null,
    data_kind: 'upload',
    parameters: {
      seed: '7',
      engine: { name: 'detect' },
      source: { filename: 'payments.csv', records: 600 },
    },
  });
  const [record] = await sql<Record<string, never>>(
    'select * from public.governance_audit where run_id = $1',
    [result!.governance_run_id],
  );
  expect(record).toMatchObject({
    tenant_id: ada.orgId,
    model_type: 'Pattern analysis',
    dataset_ref: 'payments.csv',
    created_by: ada.id,
    manifest: { format: 'sandbox-analysis/1', seed: '7', source: { records: 600 } },
  });
  expect(record!.risk_score).toBeGreaterThanOrEqual(1);
  const [exceptions] = await sql<{ exceptions: unknown[]; exception_count: number }>(
    'select * from public.exception_batches where id = $1',
    [batchId],
  );
  expect(exceptions).toMatchObject({
    tenant_id: ada.orgId,
    batch_name: 'Anomalies in payments.csv',
    status: 'pending',
    manifest_id: manifestId,
    result_id: resultId,
  });
  expect(exceptions!.exceptions).toHaveLength(exceptions!.exception_count);
  expect(result!.anomaly_scores).toHaveLength(exceptions!.exception_count);
  expect(message).toMatch(
    new RegExp(
      `^payments\\.csv: 600 rows, \\d+ groups, ${exceptions!.exception_count} rows for review\\.$`,
    ),
  );
});

test('the same question at once is one run; with another threshold it is another', async () => {
  const answers = await Promise.all([
    analyze({ manifestId, seed: 1 }),
    analyze({ manifestId, seed: 2 }),
    analyze({ manifestId, threshold: { method: 'capacity', rows: 5 } }),
  ]);
  const runs = answers.map(({ body }) => body.runId);
  expect(runs.every((run) => typeof run === 'string')).toBe(true);
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[2]).not.toEqual(runs[0]);
});

test.each([
  [
    'a dataset of another tenant',
    () => analyze({ manifestId }, stranger),
    404,
    'Dataset not found',
  ],
  [
    'a batch that is not there',
    () => analyze({ batchId: '00000000-0000-4000-8000-000000000000' }),
    404,
    'Batch not found',
  ],
  [
    'a batch of customers',
    async () => analyze({ batchId: await batch({ entity: 'customers' }) }),
    400,
    'Only a completed batch of transactions, or of the claims or members of a book, can be analyzed.',
  ],
  [
    'a batch that failed',
    async () => analyze({ batchId: await batch({ status: 'failed' }) }),
    400,
    'Only a completed batch of transactions, or of the claims or members of a book, can be analyzed.',
  ],
  [
    'a batch without a file',
    async () => analyze({ batchId: await batch({ url: null }) }),
    400,
    'Only a completed batch of transactions, or of the claims or members of a book, can be analyzed.',
  ],
  [
    'a batch without rows',
    async () => analyze({ batchId: await batch({ records: 0 }) }),
    400,
    'The dataset has no rows to analyze.',
  ],
  [
    'a batch whose file is gone',
    async () => analyze({ batchId: await batch({ records: 2_000 }) }),
    400,
    'The batch no longer exists.',
  ],
])('refused: %s', async (_what, ask, status, error) => {
  expect(await ask()).toMatchObject({ status, body: { error } });
});

test('a dataset of 100,000 rows is waited for, one of more is answered at once', async () => {
  const ask = async (records: number) => {
    const body = { datasetRef: 'Batch', batchId: await batch({ records }) };
    return host.call('analyze-transactions', body, { token: ada.token });
  };
  expect(await ask(100_001)).toMatchObject({
    status: 202,
    body: {
      status: 'queued',
      message: 'The dataset is being analyzed. Its progress is shown under Activity.',
    },
  });
  // The batch has no file, which the run detects.
  expect(await ask(100_000)).toMatchObject({
    status: 400,
    body: { error: 'The batch no longer exists.' },
  });
});

longTest(
  'samples accounts beyond the row limit, reports it, and refers cases to rows of the file',
  async () => {
    const text = sampleTransactions(1000);
    const lines = text.trimEnd().split('\n');
    const id = await upload('long.csv', text);
    const answer = await analyze({ manifestId: id, seed: 7 });
    const parts = /^long\.csv: a sample of accounts \(account_id\) with (\d+) of 1000 rows, /;
    const rows = Number(parts.exec(answer.body.message as string)?.[1]);
    // Each of the 50 accounts has some 20 rows; less than a few accounts' rows stay unused.
    expect(rows).toBeGreaterThan(600);
    expect(rows).toBeLessThanOrEqual(700);
    const [result] = await sql<{ parameters: Record<string, unknown>; manifest: object }>(
      `select parameters, manifest from public.pattern_analysis_results r
       join public.governance_audit g on g.run_id = r.governance_run_id where r.id = $1`,
      [answer.body.resultId],
    );
    expect(result!.parameters).toMatchObject({
      rows,
      sampledFrom: 1000,
      sampledBy: 'account_id',
      source: { records: 1000 },
    });
    expect(result!.manifest).toMatchObject({
      rows: { scored: rows, sampledFrom: 1000, sampledBy: 'account_id' },
    });
    const [{ exceptions }] = (await sql<{
      exceptions: { row: number; values: Record<string, string> }[];
    }>('select exceptions from public.exception_batches where id = $1', [answer.body.batchId])) as [
      { exceptions: { row: number; values: Record<string, string> }[] },
    ];
    expect(exceptions.length).toBeGreaterThan(0);
    for (const { row, values } of exceptions) {
      expect(lines[row]).toContain(`${values.transaction_id},`);
    }
    const threshold = { method: 'capacity', rows: 12 };
    const count = await preview({ manifestId: id, seed: '1', threshold });
    expect(count.body.message).toBe(
      `12 of ${rows} rows of a sample of accounts of a file of 1000 rows would be flagged.`,
    );
  },
);

longTest(
  'calibrated on known normal rows, similar rows pass: a result, and no exceptions',
  async () => {
    const id = await upload('ordinary.csv', sampleTransactions(300));
    const threshold = { method: 'false-discovery', alpha: 0.05, baselineId: manifestId };
    const answer = await analyze({ manifestId: id, seed: 7, threshold });
    const { message, batchId, resultId } = answer.body;
    expect([message, batchId]).toEqual([
      expect.stringMatching(
        /^ordinary\.csv: 300 rows, \d+ groups, nothing passed the threshold\.$/,
      ),
      undefined,
    ]);
    expect(
      await sql('select id from public.exception_batches where result_id = $1', [resultId]),
    ).toEqual([]);
    const foreign = await upload('foreign.csv', sampleTransactions(20), { member: stranger });
    expect(
      await analyze({ manifestId: id, threshold: { ...threshold, baselineId: foreign } }),
    ).toMatchObject({ status: 400, body: { error: 'The dataset no longer exists.' } });
  },
);

longTest('samples rows evenly beyond the row limit if there is no account', async () => {
  const heights = Array.from({ length: 720 }, (_, i) => 150 + ((i * 7919) % 500) / 10);
  const id = await upload('heights.csv', `height\n${heights.join('\n')}\n`, {
    fields: { columns: 'as-is' },
  });
  const answer = await analyze({ manifestId: id, seed: 7 });
  expect(answer.body.message).toMatch(/^heights\.csv: a uniform sample of 700 of 720 rows, /);
  const [result] = await sql<object>(
    'select analysis_type, anomaly_scores from public.pattern_analysis_results where id = $1',
    [answer.body.resultId],
  );
  const [batch] = await sql<{ exceptions: { row: number; score: number; band: string }[] }>(
    'select exceptions from public.exception_batches where id = $1',
    [answer.body.batchId],
  );
  expect(result).toEqual({
    analysis_type: 'Row patterns',
    anomaly_scores: batch!.exceptions.map(({ row, score, band }) => ({ row, score, band })),
  });
  const threshold = { method: 'capacity', rows: 12 };
  const count = await preview({ manifestId: id, seed: '1', threshold });
  expect(count.body.message).toBe('12 of 700 rows of a uniform sample of 720 would be flagged.');
});

longTest(
  'preview-threshold counts without keeping anything, and the same question has the same run',
  async () => {
    const before = await sql('select id from public.exception_batches');
    const ask = () =>
      preview({ manifestId, seed: '1', threshold: { method: 'capacity', rows: 12 } });
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'completed', rows: 600, taken: 12 },
    });
    expect(answer.body.message).toBe(`${answer.body.taken} of 600 rows would be flagged.`);
    expect((await ask()).body).toEqual(answer.body);
    expect(await sql('select id from public.exception_batches')).toEqual(before);
  },
);

longTest('omits confirmed rows from later histories, and records their number', async () => {
  const id = await upload('reviewed.csv', sampleTransactions(640));
  const first = await analyze({ manifestId: id, seed: 7, windowDays: 30 });
  expect(first).toMatchObject({ status: 200 });
  const facts = async (resultId: string) => {
    const [result] = await sql<{ parameters: { confirmed: number; windowDays: number | null } }>(
      'select parameters from public.pattern_analysis_results where id = $1',
      [resultId],
    );
    return result!.parameters;
  };
  expect(await facts(first.body.resultId as string)).toMatchObject({
    confirmed: 0,
    windowDays: 30,
  });
  await sql(
    `insert into public.exception_decisions (tenant_id, batch_id, item, decision, reason_code, decided_by)
     values ($1, $2, 0, 'rejected', 'takeover', $3), ($1, $2, 1, 'approved', 'one_off', $3)`,
    [ada.orgId, first.body.batchId, ada.id],
  );
  const second = await analyze({ manifestId: id, seed: 8 });
  expect(await facts(second.body.resultId as string)).toMatchObject({
    confirmed: 1,
    windowDays: null,
  });
});

longTest(
  'decisions train versions of a ranker, each reproducible, none used before its approval',
  async () => {
    const { text, isFraud } = cardPayments(640);
    const id = await upload('cards.csv', text);
    const listed = async () => {
      const answer = await analyze({ manifestId: id, seed: 7, threshold: CAPACITY });
      const [found] = await sql<{ exceptions: { row: number }[] }>(
        'select exceptions from public.exception_batches where id = $1',
        [answer.body.batchId],
      );
      return {
        batchId: answer.body.batchId as string,
        rows: found!.exceptions.map(({ row }) => row),
      };
    };
    const train = async (body = {}) =>
      ended(await host.call('train-ranker', body, { token: ada.token }));
    const decide = (batchId: string, rows: number[], from: number, to: number) =>
      sql(
        `insert into public.exception_decisions (tenant_id, batch_id, item, decision, decided_by)
       select $1, $2, item - 1, decision, $3 from unnest($4::text[]) with ordinality as d (decision, item)
        where item between $5 and $6`,
        [
          ada.orgId,
          batchId,
          ada.id,
          rows.map((row) => (isFraud(row) ? 'rejected' : 'approved')),
          from,
          to,
        ],
      );
    const CAPACITY = { method: 'capacity', rows: 60 };
    const { batchId, rows } = await listed();
    expect((await train()).body).toMatchObject({
      error: expect.stringMatching(/at least 5 confirmed and 5 cleared rows; there are \d and \d/),
    });
    await decide(batchId, rows, 1, 40);
    const first = await train({ seed: 3 });
    expect(first.body.message).toMatch(/^Version 1 of the ranker was trained on 4\d decisions\.$/);
    await decide(batchId, rows, 41, 60);
    expect((await train({ seed: 3 })).status).toBe(200);
    const versions = await sql<{ id: string; version: number; decisions: object[] }>(
      'select * from public.rankers where tenant_id = $1 order by version',
      [ada.orgId],
    );
    expect(versions).toMatchObject([
      { version: 1, evaluation: { ranker: expect.any(Number) }, evaluation_since: { tested: 20 } },
      { version: 2, evaluation_since: null },
    ]);
    expect(Object.keys(versions[0]!.decisions[0]!)).not.toContain('names');
    const again = await train({ rankerId: versions[0]!.id });
    expect(again.body.message).toMatch(
      /^Version 1 was trained again: same SHA-256 [0-9a-f]{64}\.$/,
    );
    const [record] = await sql<{ manifest: { model: { sha256: string } } }>(
      'select manifest from public.governance_audit where run_id = $1',
      [first.body.governanceRunId],
    );
    expect(again.body.message).toContain(record!.manifest.model.sha256);
  },
);
