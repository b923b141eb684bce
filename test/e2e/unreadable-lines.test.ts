import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  ParseIngestedFileAnswer,
  RejectedLines,
} from '../../src/shared/contracts/ingestion.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let user: SupabaseClient;
let token: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  ({ client: user } = await makeUser(sandbox, superadmin, {
    email: 'ada@first.example',
    password: 'ada ada ada',
    organization: 'First',
  }));
  token = (await user.auth.getSession()).data.session!.access_token;
});
afterAll(() => sandbox?.stop());

type Answer = ParseIngestedFileAnswer & { error: string; code: string; detail: RejectedLines };

async function upload(text: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([text]), 'movements.csv');
  // After the file: form fields may have any order.
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await fetch(`${sandbox.url}/functions/v1/parse-ingested-file`, {
    method: 'POST',
    headers: { apikey: sandbox.publishableKey, authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const datasets = async () =>
  (await user.from('ingestion_manifests').select('rejected_count,rejects,skipped')).data!;

const withCut = (rows: number, cut: (row: number) => boolean) =>
  sampleTransactions(rows)
    .split('\n')
    .map((line, i) => (i > 0 && line !== '' && cut(i) ? line.slice(0, 20) : line))
    .join('\n');

test('more than 100 lines, or 0.1 % of them, are left out only when that is accepted', async () => {
  const few = withCut(5000, (row) => row % 1000 === 3);
  expect(await upload(few)).toMatchObject({ status: 200, body: { rejected_count: 5 } });

  const share = withCut(5000, (row) => row % 800 === 3);
  const refused = await upload(share);
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirmation_needed' } });
  expect(refused.body.error).toMatch(/^7 of 5001 lines are unreadable; the first is line 4: /);
  expect(refused.body.detail.rejected_count).toBe(7);
  expect(refused.body.detail.rejects[0]).toMatchObject({ fromLine: 4, toLine: 4 });
  expect(await datasets()).toHaveLength(1);

  const block = withCut(2000, (row) => row > 1000 && row <= 1101);
  expect((await upload(block)).status).toBe(409);
  const accepted = await upload(block, { accept_rejected: 'true' });
  expect(accepted).toMatchObject({
    status: 200,
    body: { record_count: 1899, rejected_count: 101 },
  });
  const stored = await datasets();
  expect(stored).toHaveLength(2);
  expect(stored.map(({ rejected_count }) => rejected_count)).toContain(101);
}, 120_000);

test('the columns of a file are used as they are on request', async () => {
  const text = 'Account: 4711;\n\nday;text;amount\n2024-01-02;fee;1,50\n2024-01-03;fee;2,50\n';
  expect(await upload(text)).toMatchObject({
    status: 400,
    body: { error: 'Some required headers are missing. Download the correct template to proceed.' },
  });
  const { status, body } = await upload(text, { columns: 'as-is' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    message: '2 records detected',
    template: null,
    record_count: 2,
    skipped_count: 2,
    skipped: [{ fromLine: 1, toLine: 2, reason: 'Above the table', text: 'Account: 4711;' }],
    dialect: { header: true, delimiter: ';' },
  });
  expect(Object.keys(body.schema)).toEqual(['day', 'text', 'amount']);
  const bare = await upload('2024-01-02;fee;1,50\n2024-01-03;fee;2,50\n', { columns: 'as-is' });
  expect(Object.keys(bare.body.schema)).toEqual(['column_1', 'column_2', 'column_3']);
  expect(bare.body.dialect.header).toBe(false);
  const template = await upload(sampleTransactions(1500), { columns: 'as-is' });
  expect(template.body.message).toBe('Headers validated — 1500 records detected (Basic template)');
}, 60_000);

test('a field that the form does not have is refused, and nothing is kept', async () => {
  const before = (await datasets()).length;
  const unknown = await upload(sampleTransactions(10), { colums: 'as-is' });
  expect(unknown).toMatchObject({ status: 400, body: { error: 'Unknown key: colums' } });
  const wrong = await upload(sampleTransactions(10), { columns: 'mine' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  expect(await datasets()).toHaveLength(before);
});
