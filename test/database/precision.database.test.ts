import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, makeMember, makeOrganization } from '../support/members.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let db: TestDatabase;
let organization: string;
let member: Member;
beforeAll(async () => {
  db = await createTestDatabase();
  organization = await makeOrganization(db.database);
  member = await makeMember(db.database, { role: 'pilot_user', organization });
});
afterAll(() => db?.close());

test('of 492 cases of which 20 were decided one by one, precision is of the 20; the rest is not reviewed', async () => {
  const cases = Array.from({ length: 492 }, (_, row) => ({
    row,
    score: 1 - row / 1000,
    band: row < 49 ? 'Critical' : 'High',
  }));
  const { owner } = db.database;
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.exception_batches
       (tenant_id, batch_name, exception_count, threshold_used, status, exceptions)
     values ($1, 'b', 492, 0.99, 'pending', $2) returning id`,
    [organization, JSON.stringify(cases)],
  );
  const batch = rows[0]!.id;
  // Twelve Critical cases, three confirmed, and eight High cases, two confirmed.
  for (let i = 0; i < 20; i++) {
    const item = i < 12 ? i : 49 + i;
    const decision = i < 3 || i >= 18 ? 'rejected' : 'approved';
    await owner.query(
      `insert into public.exception_decisions (batch_id, item, decision, tenant_id, decided_by)
       values ($1, $2, $3, $4, $5)`,
      [batch, item, decision, organization, member.id],
    );
  }
  await owner.query("update public.exception_batches set status = 'approved' where id = $1", [
    batch,
  ]);
  const { rows: bands } = await db.database.asCaller(member.caller, (tx) =>
    tx.query(
      'select band, decided::int, confirmed::int, unreviewed::int from public.exception_precision()',
    ),
  );
  expect(bands).toEqual([
    { band: 'Critical', decided: 12, confirmed: 3, unreviewed: 37 },
    { band: 'High', decided: 8, confirmed: 2, unreviewed: 435 },
  ]);
});
