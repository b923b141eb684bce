import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationsFolder } from '../../../test/support/database-server.ts';
import { readSchema } from '../../../test/support/schema-text.ts';
import { onDatabase, restoreOldDatabase } from '../../../test/upgrade/restore.ts';
import { migrate } from './migrate.ts';

const server = inject('postgresUrl');
const created: string[] = [];
const folders: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  created.push(name);
  await onDatabase(server, (client) => client.query(`create database ${name}`));
  return server.replace(/\/postgres$/, `/${name}`);
}

async function oldDatabase(): Promise<string> {
  const name = `old_${randomBytes(6).toString('hex')}`;
  created.push(name);
  return restoreOldDatabase(server, name);
}

async function copiedMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations '));
  folders.push(folder);
  await cp(migrationsFolder, folder, { recursive: true });
  return folder;
}

/** Migrated once. Later tests apply more to it; each test also passes alone. */
let migrated: string;
beforeAll(async () => {
  migrated = await emptyDatabase();
  await migrate(migrated, migrationsFolder);
});

const schemaOf = (url: string, options?: { bodies: boolean }) =>
  onDatabase(url, (client) => readSchema(client, options));

afterAll(async () => {
  for (const name of created) {
    await onDatabase(server, (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    );
  }
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

test('the schema is the one that is written down; migrating twice leaves the same', async () => {
  const schema = await schemaOf(migrated);
  expect(schema).toBe(await readFile(join(migrationsFolder, 'schema.txt'), 'utf8'));
  const { applied } = await migrate(migrated, migrationsFolder);
  expect(applied).toEqual([]);
  expect(await schemaOf(migrated)).toBe(schema);
});

test('a database of version 0.1.0 comes to the same schema as an empty one, and keeps its rows', async () => {
  const old = await oldDatabase();
  await migrate(old, migrationsFolder);
  expect(await schemaOf(old, { bodies: true })).toBe(await schemaOf(migrated, { bodies: true }));
  const { rows } = await onDatabase(old, (client) =>
    client.query(`select (select count(*) from bank.transactions)::int as transactions,
      (select count(*) from auth.users)::int as users,
      (select count(*) from audit.events)::int >= 23 as events`),
  );
  expect(rows).toEqual([{ transactions: 50, users: 5, events: true }]);
  expect((await migrate(old, migrationsFolder)).applied).toEqual([]);
});

test('a failing file leaves the database as it was', async () => {
  const before = await schemaOf(migrated, { bodies: true });
  const folder = await copiedMigrations();
  await writeFile(
    join(folder, '9000_wrong.sql'),
    'create table public.left_over (); select 1 / 0;',
  );
  await expect(migrate(migrated, folder)).rejects.toThrow(
    'Migration 9000_wrong.sql failed: division by zero',
  );
  expect(await schemaOf(migrated, { bodies: true })).toBe(before);
});

test('every table that a client can name has row level security', async () => {
  const { rows } = await onDatabase(migrated, (client) =>
    client.query(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname in ('public', 'bank', 'storage') and not c.relrowsecurity`,
    ),
  );
  expect(rows).toEqual([]);
});

test('a numbered file that makes a function is refused, since repeatable files would drop it', async () => {
  const folder = await copiedMigrations();
  const sql = 'create or replace function public.lost() returns int language sql return 1;';
  await writeFile(join(folder, '9000_function.sql'), sql);
  await expect(migrate(await emptyDatabase(), folder)).rejects.toThrow(
    'Migration 9000_function.sql creates a function, which belongs in migrations/repeatable.',
  );
});

test('drops objects that left a repeatable file and creates added ones', async () => {
  const folder = await copiedMigrations();
  const file = join(folder, 'repeatable/09_row_counts.sql');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replaceAll('fold_deltas', 'gather_deltas'));
  expect((await migrate(migrated, folder)).applied).toEqual(['repeatable']);
  const schema = await schemaOf(migrated);
  expect(schema).toContain('private.gather_deltas()');
  expect(schema).not.toContain('private.fold_deltas()');
});

test('a program refuses a database that a newer one wrote, and a numbered file that was changed', async () => {
  const folder = await copiedMigrations();
  await writeFile(join(folder, '9000_newer.sql'), 'create table public.newer ()');
  await migrate(migrated, folder);
  await expect(migrate(migrated, migrationsFolder)).rejects.toThrow(
    /^This database was written by a newer version \(schema 9000; this version supports up to \d+\)\.$/,
  );
  await writeFile(join(folder, '9000_newer.sql'), 'create table public.newest ()');
  await expect(migrate(migrated, folder)).rejects.toThrow(
    'Migration 9000_newer.sql was changed after it was applied.',
  );
});
