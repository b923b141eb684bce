import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Caller } from '../gateway/caller.ts';
import { prepare } from './prepare.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.database.owner.query(
    `create table public.notes (note text);
     grant all on public.notes to public`,
  );
});
afterAll(() => own.close());

const stranger = {
  role: 'authenticated',
  token: '',
  claims: { role: 'authenticated', sub: randomUUID(), session_id: randomUUID(), aal: 'aal1' },
} as Caller;
const service: Caller = { role: 'service_role' };

test.each([false, true])(
  'a caller who is refused changes nothing, however early their work was sent (eager: %s)',
  async (eager) => {
    const work = own.database.asCaller(
      stranger,
      async (tx) => {
        await tx.query("insert into public.notes values ('from outside')").catch(() => {});
        return (await tx.query('select * from public.notes').catch(() => null))?.rows;
      },
      { eager },
    );
    await expect(work).rejects.toMatchObject({ code: 'PT401' });
    const { rowCount } = await own.database.owner.query('select from public.notes');
    expect(rowCount).toBe(0);
  },
);

test('a read-only transaction writes nothing, and the settings end with it', async () => {
  const options = { readOnly: true, eager: true, settings: { 'request.path': '/notes' } };
  const write = own.database.asCaller(
    service,
    (tx) => tx.query("insert into public.notes values ('x')"),
    options,
  );
  await expect(write).rejects.toMatchObject({ code: '25006' });
  const path = (given: object) =>
    own.database.asCaller(
      service,
      async (tx) =>
        (await tx.query("select coalesce(current_setting('request.path', true), '') as path"))
          .rows[0],
      given,
    );
  expect(await path(options)).toEqual({ path: '/notes' });
  expect(await path({})).toEqual({ path: '' });
});

test('frequent statements are prepared, and answer each role by its own policies', async () => {
  await own.database.owner.query(
    `alter table public.notes enable row level security;
     create policy mine on public.notes using (note = auth.role());
     insert into public.notes values ('service_role'), ('anon')`,
  );
  const read = (caller: Caller) =>
    own.database.asCaller(
      caller,
      async (tx) => (await tx.query(prepare('select note from public.notes', []))).rows,
      { eager: true },
    );
  for (let i = 0; i < 20; i++) {
    expect(await read({ role: 'anon' })).toEqual([{ note: 'anon' }]);
  }
  const named = await own.database.asCaller(service, (tx) =>
    tx.query("select from pg_prepared_statements where statement like 'select note%'"),
  );
  expect(named.rowCount).toBe(1);
  await own.database.owner.query("update public.notes set note = 'nobody' where note = 'anon'");
  expect(await read({ role: 'anon' })).toEqual([]);
});
