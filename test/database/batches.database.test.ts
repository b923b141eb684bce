import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, makeMember, makeOrganization } from '../support/members.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let db: TestDatabase;
let organization: string;
let maker: Member;
let colleague: Member;
let admin: Member;
let stranger: Member;
beforeAll(async () => {
  db = await createTestDatabase();
  organization = await makeOrganization(db.database);
  maker = await makeMember(db.database, { role: 'pilot_user', organization });
  colleague = await makeMember(db.database, { role: 'pilot_user', organization });
  admin = await makeMember(db.database, { role: 'admin', organization });
  stranger = await makeMember(db.database, {
    role: 'admin',
    organization: await makeOrganization(db.database),
  });
});
afterAll(() => db?.close());

type Made = { status?: string; entity?: string; run?: string; onExisting?: boolean };

async function makeBatch(made: Made = {}): Promise<string> {
  const id = randomUUID();
  const { owner } = db.database;
  const path = `${organization}/${id}/rows.csv`;
  await owner.query(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('generated_data', $1, gen_random_uuid(), $2, $3, '{"size": 10}')`,
    [path, organization, maker.id],
  );
  await owner.query(
    `insert into public.generation_logs
       (batch_id, tenant_id, entity_type, status, csv_url, preview, manifest, created_by, run_id)
     values ($1, $2, $3, $4, $5, '[]', $6, $7, $8)`,
    [
      id,
      organization,
      made.entity ?? 'transactions',
      made.status ?? 'completed',
      `generated_data/${path}`,
      JSON.stringify({
        sha256: 'ab'.repeat(32),
        source: made.onExisting ? { bankStateSha256: 'cd' } : null,
      }),
      maker.id,
      made.run ?? randomUUID(),
    ],
  );
  return id;
}
const logOf = async (id: string) =>
  (
    await db.database.owner.query(
      'select status, name, csv_url, preview, manifest, deleted_by from public.generation_logs where batch_id = $1',
      [id],
    )
  ).rows[0];
const filesOf = async (id: string) =>
  (await db.database.owner.query('select from storage.objects where name like $1', [`%${id}%`]))
    .rows.length;
const deletes = (who: Member, id: string) =>
  db.database.asCaller(who.caller, (tx) => tx.query('select public.delete_batch($1)', [id]));
const renames = (who: Member, id: string, name: string) =>
  db.database.asCaller(who.caller, (tx) =>
    tx.query('select public.rename_batch($1, $2)', [id, name]),
  );

test('the maker and an administrator name a batch; a colleague and a stranger do not', async () => {
  const id = await makeBatch();
  await renames(maker, id, '  June, for the vendor ');
  expect((await logOf(id)).name).toBe('June, for the vendor');
  await expect(renames(colleague, id, 'mine')).rejects.toThrow(/Only the creator of a batch/);
  await expect(renames(stranger, id, 'mine')).rejects.toThrow('Batch not found');
  await renames(admin, id, '');
  expect((await logOf(id)).name).toBeNull();
});

test('a deleted batch loses file and preview, and keeps its log and manifest', async () => {
  const id = await makeBatch();
  await deletes(maker, id);
  expect(await filesOf(id)).toBe(0);
  expect(await logOf(id)).toMatchObject({
    status: 'deleted',
    csv_url: null,
    preview: null,
    manifest: { sha256: 'ab'.repeat(32) },
    deleted_by: maker.id,
  });
  const { rows } = await db.database.owner.query(
    'select action from audit.events where object_id = $1 order by at desc limit 1',
    [id],
  );
  expect(rows).toEqual([{ action: 'batch.deleted' }]);
  await expect(deletes(maker, id)).rejects.toThrow('already deleted');
});

test('neither a colleague nor a stranger deletes a batch, and nothing is lost', async () => {
  const id = await makeBatch();
  await expect(deletes(colleague, id)).rejects.toThrow(/Only the creator of a batch/);
  await expect(deletes(stranger, id)).rejects.toThrow('Batch not found');
  expect(await filesOf(id)).toBe(1);
});

test('a batch that is being made, or is approved for production, is not deleted', async () => {
  const running = await makeBatch({ status: 'running' });
  await expect(deletes(maker, running)).rejects.toThrow('cancel it first');
  const approved = await makeBatch();
  const { owner } = db.database;
  const { rows } = await owner.query(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref, batch_id)
     values ($1, 'm', 'd', $2) returning run_id`,
    [organization, approved],
  );
  await owner.query(
    `insert into public.model_approvals
       (tenant_id, run_id, intended_use, audience, expires_on, content_sha256, evidence, sha256, approved_by)
     values ($1, $2, 'Load tests', 'The team', current_date, '', '[]', '', $3)`,
    [organization, rows[0].run_id, admin.id],
  );
  await owner.query(
    'update public.governance_audit set approved_for_production = true where run_id = $1',
    [rows[0].run_id],
  );
  await expect(deletes(admin, approved)).rejects.toThrow('approved for production');
  expect(await filesOf(approved)).toBe(1);
});

test('rows that later batches were made on stay until those are deleted', async () => {
  const run = randomUUID();
  const customers = await makeBatch({ entity: 'customers', run });
  const accounts = await makeBatch({ entity: 'accounts', run });
  const later = await makeBatch({ onExisting: true });
  await expect(deletes(maker, customers)).rejects.toThrow('2 batches were made later on its rows');
  await deletes(maker, later);
  await expect(deletes(maker, customers)).rejects.toThrow('1 batch was made later on its rows');
  await deletes(maker, accounts);
  await deletes(maker, customers);
});

test('accounts get back the balance they had before a deleted batch booked on them', async () => {
  const id = await makeBatch({ onExisting: true });
  const { owner } = db.database;
  const account = await makeBatch({ entity: 'accounts' });
  await owner.query(
    `insert into bank.accounts (account_id, account_type, status, current_balance, open_date, customer_id, currency,
       batch_id, tenant_id) values ('A1', 'checking', 'active', 130, '2025-01-01', 'C1', 'USD', $1, $2)`,
    [account, organization],
  );
  const book = (txn: string, amount: number, status: string, balance: number) =>
    owner.query(
      `insert into bank.transactions (txn_id, amount, currency, txn_ts, account_id, status, balance_after, batch_id,
         tenant_id) values ($1, $2, 'USD', '2025-02-01', 'A1', $3, $4, $5, $6)`,
      [txn, amount, status, balance, id, organization],
    );
  await book('T1', -500, 'declined', 100);
  await book('T2', 30, 'posted', 130);
  await deletes(maker, id);
  const { rows } = await owner.query(
    `select current_balance::float as balance, (select count(*)::int from bank.transactions where batch_id = $1) as left
       from bank.accounts where account_id = 'A1'`,
    [id],
  );
  expect(rows).toEqual([{ balance: 100, left: 0 }]);
});
