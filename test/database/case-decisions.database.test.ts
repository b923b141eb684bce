import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import {
  type Member,
  makeMember,
  makeOrganization,
  startBank,
  together,
} from '../support/members.ts';

const bank = startBeforeTests(startBank);
let ada: Member;
let ben: Member;
beforeAll(async () => {
  ada = await bank.member('pilot_user');
  ben = await bank.member('pilot_user');
});

async function makeBatch(by: Member, tenant = bank.organization): Promise<string> {
  const { rows } = await bank.database.owner.query<{ id: string }>(
    `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions, created_by)
     values ($1, 'b', 20, 0.9, '[]', $2) returning id`,
    [tenant, by.id],
  );
  return rows[0]!.id;
}

const DECIDE = 'select public.decide_cases($1, $2)';
type Choice = { item: number; decision: string | null; seen?: string | null };
const decide = (member: Member, batch: string, ...choices: Choice[]) =>
  bank.attempt(member, [DECIDE, [batch, JSON.stringify(choices)]]);

async function decisionOf(batch: string, item = 0) {
  const { rows } = await bank.database.owner.query<{ decision: string; at: string; by: string }>(
    `select decision, decided_at as at, decided_by as by from public.exception_decisions
      where batch_id = $1 and item = $2`,
    [batch, item],
  );
  return rows[0];
}

async function historyOf(batch: string, item = 0): Promise<string[]> {
  const { rows } = await bank.database.owner.query<{ line: string }>(
    `select coalesce(from_decision, '-') || ' > ' || coalesce(to_decision, '-') as line
       from audit.decision_history where batch_id = $1 and item = $2 order by id`,
    [batch, item],
  );
  return rows.map(({ line }) => line);
}

describe('the history of a case', () => {
  test('stores each decision once, and continues from the previous one', async () => {
    const batch = await makeBatch(ben);
    await decide(ada, batch, { item: 0, decision: 'approved' });
    const seen = (await decisionOf(batch))!.at;
    await decide(ada, batch, { item: 0, decision: 'rejected', seen });
    await decide(ada, batch, { item: 0, decision: null, seen });
    expect(await historyOf(batch)).toEqual(['- > approved', 'approved > rejected', 'rejected > -']);
  });

  test('an upsert by the service is one decision as well', async () => {
    const batch = await makeBatch(ben);
    for (const decision of ['approved', 'rejected']) {
      await bank.database.asCaller({ role: 'service_role' }, (tx) =>
        tx.query(
          `insert into public.exception_decisions (batch_id, item, decision, tenant_id, decided_by)
           values ($1, 0, $2, $3, $4) on conflict (batch_id, item) do update set decision = excluded.decision`,
          [batch, decision, bank.organization, ada.id],
        ),
      );
    }
    expect(await historyOf(batch)).toEqual(['- > approved', 'approved > rejected']);
  });

  test('of twenty decisions at once, those that stood are there in a row', async () => {
    const batch = await makeBatch(ben);
    const people = await Promise.all(Array.from({ length: 4 }, () => bank.member('pilot_user')));
    for (let round = 0; round < 5; round++) {
      const seen = (await decisionOf(batch))?.at ?? null;
      const outcomes = await together(
        bank.database,
        people.map((person, i) => [
          person,
          DECIDE,
          [batch, JSON.stringify([{ item: 0, decision: i % 2 ? 'approved' : 'rejected', seen }])],
        ]),
      );
      expect(outcomes.filter((one) => one === 1)).toHaveLength(1);
      for (const refusal of outcomes.filter((answer) => answer !== 1)) {
        expect(refusal).toMatch(
          /^PT409 Case 1 was (approved|rejected) by .+@bank\.example in the meantime/,
        );
      }
    }
    const lines = await historyOf(batch);
    expect(lines).toHaveLength(5);
    lines.forEach((line, i) => {
      expect(line.split(' > ')[0]).toBe(i === 0 ? '-' : lines[i - 1]!.split(' > ')[1]);
    });
  });
});

test("somebody else's decision is replaced and taken back by those alone who saw it", async () => {
  const batch = await makeBatch(ada);
  await decide(ada, batch, { item: 0, decision: 'approved' });
  const conflict = `PT409 Case 1 was approved by ${ada.email} in the meantime: review it again`;
  expect(await decide(ben, batch, { item: 0, decision: 'rejected' })).toBe(conflict);
  expect(await decide(ben, batch, { item: 0, decision: null, seen: '2026-01-01T00:00:00Z' })).toBe(
    conflict,
  );
  expect(
    await decide(ben, batch, { item: 1, decision: 'rejected' }, { item: 0, decision: 'rejected' }),
  ).toBe(conflict);
  expect(await decisionOf(batch, 1)).toBeUndefined();
  const seen = (await decisionOf(batch))!.at;
  expect(await decide(ben, batch, { item: 0, decision: 'rejected', seen })).toBe(1);
  expect(await decisionOf(batch)).toMatchObject({ decision: 'rejected', by: ben.id });
});

test('the procedure refuses unknown decisions, and no client writes past it', async () => {
  const batch = await makeBatch(ada);
  const insert = `insert into public.exception_decisions (batch_id, item, decision) values ($1, 0, 'approved')`;
  expect(await bank.attempt(ada, [insert, [batch]])).toMatch(/^42501 permission denied/);
  expect(await decide(ada, batch, { item: 20, decision: 'approved' })).toBe(
    'PT404 The batch has no case 20',
  );
  expect(await decide(ada, batch, { item: 0, decision: 'maybe' })).toMatch(/^23514 /);
  const typo = JSON.stringify([{ item: 0, decision: 'approved', reson_code: 'mule' }]);
  expect(await bank.attempt(ada, [DECIDE, [batch, typo]])).toBe(
    'PT400 Unknown field of a choice: reson_code',
  );
  const stranger = await makeMember(bank.database, {
    role: 'admin',
    organization: await makeOrganization(bank.database),
  });
  expect(await decide(stranger, batch, { item: 0, decision: 'approved' })).toBe(
    'PT404 Batch not found',
  );
});

describe('with maker-checker on', () => {
  const REFUSED = '42501 Maker-checker: the person who ran the analysis cannot decide its batch';
  const WAYS: [string, (member: Member, batch: string) => Promise<number | string>][] = [
    ['approve', (m, b) => bank.attempt(m, ['select public.approve_exception_batch($1)', [b]])],
    [
      'reject',
      (m, b) =>
        bank.attempt(m, [
          "update public.exception_batches set status = 'rejected', approval_notes = 'no' where id = $1",
          [b],
        ]),
    ],
    ['decide a case of', (m, b) => decide(m, b, { item: 3, decision: 'approved' })],
  ];

  test.each(WAYS)('the maker may not %s the batch, somebody else may', async (_, act) => {
    const careful = await makeOrganization(bank.database, { makerChecker: true });
    const maker = await makeMember(bank.database, { role: 'admin', organization: careful });
    const checker = await makeMember(bank.database, { role: 'pilot_user', organization: careful });
    const batch = await makeBatch(maker, careful);
    expect(await act(maker, batch)).toBe(REFUSED);
    expect(await act(checker, batch)).toBe(1);
  });

  test.each(WAYS)('while it is off, the maker may %s the batch', async (_, act) => {
    expect(await act(ada, await makeBatch(ada))).toBe(1);
  });
});

test('decisions follow their maker into an organization, decided batches as well', async () => {
  const lone = await makeMember(bank.database, { role: 'pilot_user' });
  const root = await bank.member('superadmin');
  const batch = await makeBatch(lone, lone.id);
  await decide(lone, batch, { item: 0, decision: 'approved' });
  await bank.attempt(lone, ['select public.approve_exception_batch($1)', [batch]]);
  const move = 'update public.profiles set org_id = $1 where id = $2';
  expect(await bank.attempt(root, [move, [bank.organization, lone.id]])).toBe(1);
  expect(await historyOf(batch)).toEqual(['- > approved']);
  const { rows } = await bank.database.owner.query(
    'select tenant_id from public.exception_decisions where batch_id = $1',
    [batch],
  );
  expect(rows).toEqual([{ tenant_id: bank.organization }]);
});
