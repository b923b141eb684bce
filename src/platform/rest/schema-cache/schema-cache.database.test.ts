import pg from 'pg';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { inRoles } from '../../../../test/support/test-database.ts';
import { startRestHost } from '../rest-host.fixture.ts';
import { loadSchema } from './load-schema.ts';
import { createSchemaCache } from './schema-cache.ts';

const host = startBeforeTests(startRestHost);

const run = (text: string) => host.database.owner.query(inRoles(text));

test('a created table appears after NOTIFY, a dropped one disappears', async () => {
  const db = host.client();
  expect((await db.from('fresh').select()).error?.code).toBe('PGRST205');
  await run(
    "create table public.fresh (id int); grant select on public.fresh to :anon; notify pgrst, 'reload schema'",
  );
  await expect.poll(async () => (await db.from('fresh').select()).status).toBe(200);
  await run('drop table public.fresh; notify pgrst');
  await expect.poll(async () => (await db.from('fresh').select()).status).toBe(404);
});

test('a listener reconnects after a lost connection and detects missed changes', async () => {
  const db = host.client();
  const superuser = new pg.Client({ connectionString: host.superuserUrl });
  await superuser.connect();
  const { rowCount } = await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rest schema listener' and datname = current_database()",
  );
  await superuser.end();
  expect(rowCount).toBe(1);
  await run('create table public.missed (id int); grant select on public.missed to :anon');
  await expect.poll(async () => (await db.from('missed').select()).status).toBe(200);
});

test('reports an unreadable database; the next request retries', async () => {
  let broken = true;
  const errors: unknown[] = [];
  const cache = createSchemaCache(
    {
      ...host.database,
      get owner() {
        if (broken) throw new Error('no database');
        return host.database.owner;
      },
    },
    (error) => errors.push(error),
  );
  try {
    await expect(cache.current()).rejects.toMatchObject({
      status: 503,
      body: { code: 'PGRST002' },
    });
    broken = false;
    expect((await cache.current()).relations.has('users')).toBe(true);
  } finally {
    await cache.close();
  }
});

test('views: where their columns come from', async () => {
  await run(`
    create view public.twice as select a.id as a_id, b.id as b_id, (select max(id) from public.tasks) as id
      from public.users a join public.users b on a.manager_id = b.id;
    create view public.renamed as select "userId" as "odd (name) {x}", name || '!' as loud from public.busy_users;
    create view public.united as select id from public.users union all select id from public.projects;
    create view public.nested as select x.id from (select id from public.users) x;
  `);
  const schema = await loadSchema(host.database.owner);
  const to = (from: string) =>
    (schema.relationships.get(from) ?? [])
      .filter((one) => one.to === 'projects' && one.constraint === 'projects_owner_id_fkey')
      .map((one) => one.columns);
  expect(to('users')).toEqual([[['id', 'owner_id']]]);
  // Both columns show users.id: a request must choose.
  expect(to('twice').toSorted()).toEqual([[['a_id', 'owner_id']], [['b_id', 'owner_id']]]);
  expect(to('renamed')).toEqual([[['odd (name) {x}', 'owner_id']]]);
  expect(to('nested')).toEqual([[['id', 'owner_id']]]);
  expect(to('united')).toEqual([]);
  expect(schema.relations.get('renamed')?.primaryKey).toEqual(['odd (name) {x}']);
  expect(schema.relations.get('project_titles')?.primaryKey).toEqual(['id']);
});

test('columns, keys, functions', async () => {
  const schema = await loadSchema(host.database.owner);
  const todos = schema.relations.get('todos')!;
  expect(todos.primaryKey).toEqual(['id']);
  expect([...todos.columns.values()].map(({ type, defaultSql }) => [type, defaultSql])).toEqual([
    ['bigint', "nextval('public.todos_id_seq')"],
    ['text', "'nothing'::text"],
    ['boolean', 'false'],
    ['text', "COALESCE(auth.email(), 'nobody'::text)"],
    ['uuid', 'gen_random_uuid()'],
  ]);
  expect(schema.relations.get('users')?.columns.get('mood')?.type).toBe('public.mood');
  expect(schema.relations.get('projects')?.columns.get('search')?.defaultSql).toBeNull();
  expect(schema.routines.get('add')?.[0]).toMatchObject({
    returns: 'scalar',
    set: false,
    volatile: false,
    parameters: [
      { name: 'a', type: 'integer', required: true, variadic: false },
      { name: 'b', type: 'integer', required: false, variadic: false },
    ],
  });
  expect(schema.computedColumns.get('users')).toEqual(new Set(['greeting']));
  // Nothing from schemas that are not exposed.
  expect([...schema.relations.keys()].some((name) => name.includes('sessions'))).toBe(false);
});
