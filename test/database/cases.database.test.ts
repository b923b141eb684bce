import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Member, startBank } from '../support/members.ts';

const bank = startBeforeTests(startBank);
let ada: Member;
let ben: Member;
beforeAll(async () => {
  ada = await bank.member('pilot_user');
  ben = await bank.member('pilot_user');
});

const owner = async <Row extends object>(text: string, values: unknown[]) =>
  (await bank.database.owner.query<Row>(text, values)).rows;

const found = (subject: string, rows: number[]) => ({
  subject,
  evidence: rows.length,
  rows,
  reasons: [{ row: rows[0], feature: 'amount', sentence: 'large' }],
  patterns: [],
});

/** Stores an analysis by Ben that found the subjects in a dataset or batch. */
async function analyzed(source: string, ...cases: ReturnType<typeof found>[]): Promise<string> {
  const [batch] = await owner<{ id: string }>(
    `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions, created_by)
     values ($1, 'b', 20, 0.9, '[]', $2) returning id`,
    [bank.organization, ben.id],
  );
  await owner(
    `select private.open_cases(b, $2, 'account', $3) from public.exception_batches b where id = $1`,
    [batch!.id, source, JSON.stringify(cases)],
  );
  return batch!.id;
}

const casesOf = (source: string) =>
  owner<{ id: string; subject: string; rows: number[]; status: string; snoozed: boolean }>(
    `select id, subject, rows, status, snoozed_until is not null as snoozed
       from public.cases where source_id = $1 order by created_at, subject`,
    [source],
  );

const act = (member: Member, id: string, action: string, detail: object = {}) =>
  bank.attempt(member, [
    'select public.act_on_case($1, $2, $3)',
    [id, action, JSON.stringify(detail)],
  ]);
const CLOSE = { outcome: 'reported', reason_code: 'structuring' };
const newSource = () => crypto.randomUUID();

test('a second analysis adds rows to the open case, and opens another after it was closed', async () => {
  const source = newSource();
  await analyzed(source, found('A', [3, 1]), found('B', [7]));
  const [first] = await casesOf(source);
  await act(ada, first!.id, 'snooze', { until: '2100-01-01' });
  expect((await casesOf(source))[0]).toMatchObject({ snoozed: true });
  await analyzed(source, found('A', [3, 9]));
  expect(await casesOf(source)).toMatchObject([
    { id: first!.id, subject: 'A', rows: [1, 3, 9], snoozed: false },
    { subject: 'B', rows: [7] },
  ]);
  expect(await act(ada, first!.id, 'close', CLOSE)).toBe(1);
  await analyzed(source, found('A', [12]));
  expect((await casesOf(source)).filter(({ subject }) => subject === 'A')).toMatchObject([
    { status: 'closed', rows: [1, 3, 9] },
    { status: 'open', rows: [12] },
  ]);
  expect(await act(ada, first!.id, 'reopen', { note: 'again' })).toBe(
    'PT409 A newer case of A is open',
  );
});

test('each action leaves an event with its person; a closed case takes comments only', async () => {
  const source = newSource();
  await analyzed(source, found('A', [1]));
  const { id } = (await casesOf(source))[0]!;
  expect(await act(ada, id, 'comment', { note: 'called the customer' })).toBe(1);
  expect(await act(ada, id, 'assign', { assignee: ben.id })).toBe(1);
  expect(await act(ada, id, 'escalate', { note: 'ring' })).toBe(1);
  expect(await act(ada, id, 'close', { outcome: 'cleared' })).toBe(
    'PT400 An outcome and a reason are required to close a case',
  );
  expect(await act(ada, id, 'close', CLOSE)).toBe(1);
  expect(await act(ada, id, 'escalate', { note: 'x' })).toBe(
    'PT409 This case is closed: reopen it first',
  );
  expect(await act(ada, id, 'comment', { note: 'filed' })).toBe(1);
  const events = await owner<{ action: string; by: string }>(
    'select action, actor_id as by from public.case_events where case_id = $1 order by id',
    [id],
  );
  expect(events.map(({ action }) => action)).toEqual([
    'found',
    'comment',
    'assign',
    'escalate',
    'close',
    'comment',
  ]);
  expect(events[0]!.by).toBe(ben.id);
  expect(events[1]!.by).toBe(ada.id);
});

test('wrong actions are refused: unknown, without a note, in the past, to a stranger', async () => {
  const source = newSource();
  await analyzed(source, found('A', [1]));
  const { id } = (await casesOf(source))[0]!;
  const refusals = await Promise.all([
    act(ada, id, 'delete'),
    act(ada, id, 'comment', { note: ' ' }),
    act(ada, id, 'comment', { note: 'x', outcome: 'cleared' }),
    act(ada, id, 'snooze', { until: '2001-01-01' }),
    act(ada, id, 'snooze', { until: 'soon' }),
    act(ada, id, 'assign', { assignee: newSource() }),
    act(ada, newSource(), 'comment', { note: 'x' }),
  ]);
  expect(refusals).toEqual([
    'PT400 Unknown action: delete',
    'PT400 A note is required to comment',
    'PT400 Unknown field of comment: outcome',
    'PT400 A case is snoozed until a later time',
    'PT400 until must be a date',
    'PT404 No member of this organization has this id',
    'PT404 Case not found',
  ]);
  const update = "update public.cases set status = 'escalated' where id = $1";
  expect(await bank.attempt(ada, [update, [id]])).toMatch(/^42501/);
});

test('with maker-checker, the person who ran the analysis cannot close its cases', async () => {
  const source = newSource();
  await analyzed(source, found('A', [1]));
  const { id } = (await casesOf(source))[0]!;
  await owner('update public.organizations set four_eyes = true where id = $1', [
    bank.organization,
  ]);
  expect(await act(ben, id, 'comment', { note: 'mine' })).toBe(1);
  expect(await act(ben, id, 'close', CLOSE)).toMatch(/^42501 Maker-checker/);
  expect(await act(ada, id, 'close', CLOSE)).toBe(1);
});
