import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationsFolder } from '../../../test/support/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const SCHEMA = `
  select table_schema, table_name, column_name, ordinal_position, data_type, column_default
    from information_schema.columns
   where table_schema in ('public', 'auth', 'private', 'bank', 'storage', 'audit')
   union all
  select schemaname, tablename, indexname, 0, indexdef, null from pg_indexes
   where schemaname in ('public', 'auth', 'private', 'bank', 'storage', 'audit')
   union all
  select n.nspname, p.proname, md5(p.prosrc), 0, pg_get_function_arguments(p.oid), null
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ('public', 'auth', 'private', 'bank', 'storage', 'audit')
   order by 1, 2, 3, 4`;

test('migrating twice leaves the same schema', async () => {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  const before = await client.query(SCHEMA);
  const { applied } = await migrate(db.url, migrationsFolder);
  const after = await client.query(SCHEMA);
  await client.end();
  expect(applied).toEqual([]);
  expect(before.rowCount).toBeGreaterThan(50);
  expect(after.rows).toEqual(before.rows);
});

test('every table that a client can name has row level security', async () => {
  const { rows } = await db.database.owner.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'bank', 'storage') and not c.relrowsecurity`,
  );
  expect(rows).toEqual([]);
});
