import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Member, startBank } from '../support/members.ts';

const bank = startBeforeTests(startBank);
let root: Member;
let admin: Member;
beforeAll(async () => {
  [root, admin] = [await bank.member('superadmin'), await bank.member('admin')];
});

const owner = async (statement: string, values: unknown[] = []) =>
  (await bank.database.owner.query(statement, values)).rows;
const tried = (statement: string, values: unknown[]) =>
  bank.database.owner.query(statement, values).then(
    (result) => result.rowCount,
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );
const set = (by: Member, days: number | null, hold: boolean, reason = 'Bank rule 12') =>
  bank.attempt(by, [
    'select public.set_retention($1, $2, $3, $4)',
    [bank.organization, days, hold, reason],
  ]);

async function makeBatch(daysAgo: number): Promise<{ id: string; object: string }> {
  const id = randomUUID();
  const object = `${bank.organization}/${id}/rows.csv`;
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  await owner(
    `insert into storage.objects (bucket_id, name, version, tenant_id, created_at)
     values ('generated_data', $1, gen_random_uuid(), $2, $3)`,
    [object, bank.organization, at],
  );
  await owner(
    `insert into public.generation_logs (batch_id, tenant_id, entity_type, status, csv_url, created_by, created_at)
     values ($1, $2, 'table', 'completed', $3, $4, $5)`,
    [id, bank.organization, `generated_data/${object}`, admin.id, at],
  );
  return { id, object };
}
const remove = (id: string) => bank.attempt(admin, ['select public.delete_batch($1)', [id]]);

test('before the retention ends nobody deletes a batch, its file or its row; then it goes', async () => {
  const [young, old] = [await makeBatch(29), await makeBatch(31)];
  expect(await set(root, 30, false)).toBe(1);
  const refusal =
    /^PT409 This organization retains its data for 30 days: this can be deleted from /;
  expect(await remove(young.id)).toMatch(refusal);
  // The server's own statements must comply too.
  for (const statement of [
    'delete from public.generation_logs where batch_id::text = $1',
    "update public.generation_logs set status = 'deleted' where batch_id::text = $1",
  ]) {
    expect([statement, await tried(statement, [young.id])]).toEqual([
      statement,
      expect.stringMatching(refusal),
    ]);
  }
  for (const statement of [
    'delete from storage.objects where name = $1',
    'update storage.objects set version = gen_random_uuid() where name = $1',
    "update storage.objects set name = name || '/export/x' where name = $1",
  ]) {
    expect([statement, await tried(statement, [young.object])]).toEqual([
      statement,
      expect.stringMatching(refusal),
    ]);
  }
  expect(await remove(old.id)).toBe(1);
  // Files generated for a download are generated again on request.
  const download = young.object.replace('rows.csv', 'export/rows.parquet');
  await owner(
    `insert into storage.objects (bucket_id, name, version, tenant_id)
     values ('generated_data', $1, gen_random_uuid(), $2)`,
    [download, bank.organization],
  );
  expect(await tried('delete from storage.objects where name = $1', [download])).toBe(1);
  expect(await set(root, null, false)).toBe(1);
  expect(await remove(young.id)).toBe(1);
});

test('under legal hold nothing goes, however old: batches, datasets, evidence, models, records', async () => {
  const batch = await makeBatch(4000);
  const tenant = bank.organization;
  const [dataset] = await owner(
    `insert into public.ingestion_manifests
       (tenant_id, filename, record_count, schema, storage_path, parquet_path, format, file_size, sha256, created_at)
     values ($1, 'a.csv', 1, '{}', 'a', 'b', 'csv', 1, 'x', '2015-01-01') returning id`,
    [tenant],
  );
  const [record] = await owner(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref, created_at)
     values ($1, 'm', 'd', '2015-01-01') returning run_id as id`,
    [tenant],
  );
  expect(await set(root, null, true, 'Case 4711')).toBe(1);
  const refusal = expect.stringContaining('PT409 Legal hold: nothing of this organization');
  expect(await remove(batch.id)).toEqual(refusal);
  expect(
    await bank.attempt(admin, [
      'delete from public.ingestion_manifests where id = $1',
      [dataset.id],
    ]),
  ).toEqual(refusal);
  expect(await tried('delete from public.governance_audit where run_id = $1', [record.id])).toEqual(
    refusal,
  );
  expect(await tried('delete from public.organizations where id = $1', [tenant])).toEqual(refusal);
  // A deletion that is running while the hold is set waits for it and is refused.
  expect(await set(root, null, false)).toBe(1);
  const [held, deleted] = await bank.together([
    [root, 'select public.set_retention($1, null, true, $2)', [tenant, 'Case 4712']],
    [admin, 'select public.delete_batch($1)', [batch.id]],
  ]);
  const stillThere = await owner('select status from public.generation_logs where batch_id = $1', [
    batch.id,
  ]);
  expect(held).toBe(1);
  expect([
    [1, 'deleted'],
    [expect.stringContaining('Legal hold'), 'completed'],
  ]).toContainEqual([deleted, stillThere[0].status]);
  expect(await set(root, null, false)).toBe(1);
  expect(await tried('delete from public.governance_audit where run_id = $1', [record.id])).toBe(1);
});

test('superadmins alone set it, with a reason; each change is on the log and the trail', async () => {
  expect(await set(admin, 1, false)).toContain('42501 Setting the retention needs');
  expect(
    await bank.attempt(root, [
      'update public.organizations set legal_hold = true where id = $1',
      [bank.organization],
    ]),
  ).toContain('42501');
  expect(await set(root, 0, false)).toContain('PT400 State the retention in whole days');
  expect(await set(root, 10, false, ' ')).toContain('PT400 State the reason');
  await owner('delete from log.outbox').catch(() => {});
  const count = async () =>
    (
      await owner(
        "select count(*)::int as n from log.outbox where kind = 'organization.retention_set'",
      )
    )[0].n;
  const before = await count();
  expect(await set(root, 3650, true, 'Examination 2026')).toBe(1);
  expect(await set(root, 3650, true, 'The same again')).toBe(1);
  expect((await count()) - before).toBe(1);
  const [entry] = await owner(
    "select detail - 'by' as detail from log.outbox where kind = 'organization.retention_set' order by id desc limit 1",
  );
  expect(entry.detail).toEqual({ days: 3650, legal_hold: true });
  const [event] = await owner(
    "select detail from audit.events where action = 'organization.retention_set' and detail ->> 'reason' = 'Examination 2026'",
  );
  expect(event.detail).toEqual({ days: 3650, legal_hold: true, reason: 'Examination 2026' });
  expect(await set(root, null, false)).toBe(1);
});

const byService = (statement: string, values: unknown[]) =>
  bank.database
    .asCaller({ role: 'service_role' }, (tx) => tx.query(statement, values))
    .then(
      (result) => result.rowCount,
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    );

test('the service key changes neither times nor tenants, and deletes nothing under a hold', async () => {
  const { id } = await makeBatch(10);
  const tenant = bank.organization;
  await owner(
    "insert into public.batch_reports (batch_id, tenant_id, sha256) values ($1, $2, repeat('a', 64))",
    [id, tenant],
  );
  const [cases] = await owner(
    `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions)
     values ($1, 'b', 1, 0.5, '[{}]') returning id`,
    [tenant],
  );
  expect(await set(root, 365, true)).toBe(1);
  const refused = async (statement: string, of: string, because: string) =>
    expect([statement, await byService(statement, [of])]).toEqual([
      statement,
      expect.stringContaining(`PT409 ${because}`),
    ]);
  const refusal = 'Retained rows keep their';
  await refused(
    "update public.generation_logs set created_at = '2001-01-01' where batch_id = $1",
    id,
    `${refusal} created_at`,
  );
  await refused(
    'update public.exception_batches set tenant_id = gen_random_uuid() where id = $1',
    cases.id,
    `${refusal} tenant_id`,
  );
  await refused(
    "update public.exception_batches set exceptions = '[]' where id = $1",
    cases.id,
    `${refusal} exceptions`,
  );
  await refused('delete from public.batch_reports where batch_id = $1', id, 'Legal hold');
  await refused('delete from public.exception_batches where id = $1', cases.id, 'Legal hold');
  const [events] = await owner(
    `select count(*)::int as n from audit.events
      where action = 'retention.refused' and tenant_id = $1 and detail ->> 'role' = 'service_role'`,
    [tenant],
  );
  expect(events.n).toBe(5);
  expect(await set(root, null, false)).toBe(1);
});

/** Tables of a tenant whose rows are no records, or that nobody can change. */
const NOT_RETAINED: Record<string, string> = {
  alert_scores: 'measurements of simulated batches',
  api_keys: 'keys are revoked, which the log holds',
  case_events: 'append-only, and deleted with their case',
  cases: 'belong to their exception batch, which is retained',
  environments: 'copies of batches, which are retained themselves',
  evidence_links: 'links are made and removed while a record is prepared; the log holds both',
  exception_decisions: 'their history is append-only',
  ingestion_recipes: 'settings',
  privacy_ledger: 'append-only',
  privacy_sources: 'append-only',
  profiles: 'people',
  rankers: 'never changed, and deleted with their record, which is retained',
  review_settings: 'settings',
  runs: 'work in progress',
  table_sets: 'settings',
  truth_readers: 'permissions, the changes of which the audit trail holds',
  webhook_deliveries: 'messages that repeat what other rows hold',
  webhooks: 'settings',
};

test('every table of a tenant is retained, or named here with its reason', async () => {
  const tables = await owner(
    `select c.relname as name, exists (select from private.retained_tables r where r.relation = c.oid) as listed,
            (select count(*)::int from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('retained', 'kept')) as guards
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  expect(tables.filter(({ listed }) => !listed).map(({ name }) => name)).toEqual(
    Object.keys(NOT_RETAINED),
  );
  for (const { name, listed, guards } of tables)
    expect([name, guards]).toEqual([name, listed ? 2 : 0]);
});
