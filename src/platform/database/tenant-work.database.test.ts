import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { withDatabase } from '../../../test/support/with-database.ts';
import { suspendTenant } from './suspend-tenant.ts';

const db = startBeforeTests(createTestDatabase);
const [mine, other] = [randomUUID(), randomUUID()];

const ofTenant = <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  db.database.asTenant(mine, (tx) => tx.query<Row>(sql, values));
const addRun = (tenant: string) =>
  db.database.owner.query<{ id: string }>(
    "insert into public.runs (tenant_id, kind) values ($1, 'quick') returning id",
    [tenant],
  );

test('every table of tenants has a policy for the tenant role, and so has each that the role can use', async () => {
  const { rows } = await db.database.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and (n.nspname in ('public', 'bank', 'storage')
             and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id')
          or has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate')
          or has_any_column_privilege($1, c.oid, 'select, insert, update'))
        and not (c.relrowsecurity and exists (select from pg_policy p
              where p.polrelid = c.oid and (select oid from pg_roles where rolname = $1) = any (p.polroles)
                and pg_get_expr(p.polqual, c.oid) is not distinct from pg_get_expr(p.polwithcheck, c.oid)
                and pg_get_expr(p.polqual, c.oid) ~ 'tenant_id\\(\\)|runs|privacy_sources'))`,
    [inject('databaseRoles').tenant],
  );
  expect(rows).toEqual([]);
});

test('work of a tenant reads, changes and adds rows of this tenant only', async () => {
  const [own, foreign] = [await addRun(mine), await addRun(other)];
  const { rows } = await ofTenant('select id from public.runs');
  expect(rows).toEqual(own.rows);
  const changed = await ofTenant("update public.runs set stage = 'changed' returning id");
  expect(changed.rows).toEqual(own.rows);
  const [{ id } = { id: '' }] = foreign.rows;
  expect((await ofTenant('select from public.runs where id = $1 for update', [id])).rowCount).toBe(
    0,
  );
  const refused = { code: '42501', message: expect.stringContaining('row-level security') };
  const add = "insert into public.runs (tenant_id, kind) values ($1, 'quick')";
  await expect(ofTenant(add, [other])).rejects.toMatchObject(refused);
  const move = 'update public.runs set tenant_id = $1';
  await expect(ofTenant(move, [other])).rejects.toMatchObject(refused);
});

test('shards and sketches belong to the tenant of their run and source', async () => {
  const [own, foreign] = [await addRun(mine), await addRun(other)];
  const add = 'insert into private.batch_shards (run_id, shard) values ($1, 0)';
  await db.database.owner.query(add, [foreign.rows[0]!.id]);
  await expect(ofTenant(add, [foreign.rows[0]!.id])).rejects.toMatchObject({ code: '42501' });
  await ofTenant(add, [own.rows[0]!.id]);
  const { rows } = await ofTenant('update private.batch_shards set tries = 1 returning run_id');
  expect(rows).toEqual([{ run_id: own.rows[0]!.id }]);
});

test.each([
  'select from private.secrets',
  'select from auth.users',
  'select from audit.events',
  'select from log.leaves',
  'select from public.api_keys',
  'delete from public.runs',
  'delete from public.privacy_ledger',
  'truncate public.ingestion_manifests',
  'create table public.own (id int)',
])('work of a tenant may not: %s', async (statement) => {
  await expect(ofTenant(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the role ends with the transaction, whether it commits or fails', async () => {
  const ends = async (work: Promise<unknown>) => {
    await work.catch(() => {});
    const asked = Array.from({ length: 8 }, () =>
      db.database.owner.query<{ role: string; tenant: string | null }>(
        "select current_user as role, nullif(current_setting('request.tenant_id', true), '') as tenant",
      ),
    );
    for (const { rows } of await Promise.all(asked))
      expect(rows).toEqual([{ role: inject('databaseRoles').owner, tenant: null }]);
  };
  await ends(ofTenant('select 1'));
  await ends(ofTenant('select 1 / 0'));
});

test('work without a tenant is refused', async () => {
  const work = db.database.asTenant(null as unknown as string, (tx) => tx.query('select 1'));
  await expect(work).rejects.toThrow('Work of a tenant needs its id');
});

test('suspending the tenant gives the server its own role, and restores the tenant', async () => {
  const { owner, tenant } = inject('databaseRoles');
  const roleIn = async (tx: pg.PoolClient) =>
    (await tx.query<{ role: string }>('select current_user as role')).rows[0]!.role;
  await db.database.asTenant(mine, async (tx) => {
    const resume = await suspendTenant(tx);
    expect(await roleIn(tx)).toBe(owner);
    await resume();
    expect(await roleIn(tx)).toBe(tenant);
  });
});

test("the login of requests can't become the tenant role", async () => {
  const { tenant } = inject('databaseRoles');
  const asked = withDatabase({ connectionString: db.authenticatorUrl }, (client) =>
    client.query(`set role ${tenant}`),
  );
  await expect(asked).rejects.toThrow(/permission denied to set role/);
});
