import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { inRoles } from '../../../test/support/test-database.ts';
import { INDEXED_COLUMNS } from '../../shared/bank-tables.ts';
import { json, type RestHost, SECRET, startRestHost } from './rest-host.fixture.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost({
    maxRows: 3,
    keptCounts: new Set(['transactions']),
    indexed: new Map([['slow', { sorted: ['id'], found: ['at'] }]]),
    statementTimeoutSeconds: 15,
  });
  await host.database.owner.query(
    inRoles(`
      create view public.slow as select id, name, now() as at from (values (1, 'a'), (2, 'b')) as v (id, name)
        where pg_sleep(2.5 + 0 * id) is not null;
      grant select on public.slow to :service_role, :anon;
      insert into bank.transactions (txn_id, amount, txn_ts, batch_id, tenant_id)
        select 'T' || i, i, now(), gen_random_uuid(), '00000000-0000-4000-8000-000000000001'
          from generate_series(1, 7) i;
      insert into private.row_deltas values ('transactions', '00000000-0000-4000-8000-000000000001', 1000);
      notify pgrst, 'reload schema'`),
  );
  const slowStatus = async () => (await host.raw('/slow?limit=0', { headers: service })).status;
  while ((await slowStatus()) === 404) await sleep(50);
});
afterAll(() => host.close());

const service = { authorization: `Bearer ${SECRET}`, prefer: 'count=exact' };
const read = async (path: string, method = 'GET') => {
  const answer = await host.raw(path, { method, headers: service });
  return [answer.status, answer.headers.get('content-range')];
};

// The thousand extra rows prove that the stored count answers and nothing was counted.
test('the stored count answers HEAD, the first page and later ones', async () => {
  expect(await read('/transactions', 'HEAD')).toEqual([206, '0-2/1007']);
  expect(await read('/transactions?limit=2')).toEqual([206, '0-1/1007']);
  expect(await read('/transactions?select=txn_id&order=txn_id&limit=2&offset=5')).toEqual([
    206,
    '5-6/1007',
  ]);
});

test('where a filter leaves rows out they are counted', async () => {
  expect(await read('/transactions?amount=gt.5')).toEqual([200, '0-1/2']);
  expect(await read('/transactions?amount=gt.5', 'HEAD')).toEqual([200, '0-1/2']);
});

test('folding the changes of counts changes no count', async () => {
  await host.database.owner.query('select private.fold_deltas()');
  expect(await read('/transactions', 'HEAD')).toEqual([206, '0-2/1007']);
});

// Each waits two seconds, all at the same time.
test.concurrent.each([
  ['name=eq.a', 'name'],
  ['name=ilike.*a*&order=id', 'name'],
  ['id=neq.1', 'id'],
  ['or=(id.eq.1,name.eq.a)', 'name'],
  ['id=eq.1&order=name', 'name'],
  ['id=gt.0&order=at', 'at'],
  ['at=gt.2025-01-01', 'at'],
])(
  'a search that no index serves is refused by the name of its columns: %s',
  async (query, column) => {
    const answer = await host.raw(`/slow?${query}`, { headers: service });
    expect([answer.status, await json(answer)]).toEqual([
      400,
      expect.objectContaining({
        code: '57014',
        message: `slow has too many rows to search or sort by ${column} within 2 seconds`,
        hint: "Add a filter with eq or in on id, at, sort by id, or download the batch's file.",
      }),
    ]);
  },
);

longTest('a read by an index has the time it always had', async () => {
  expect((await read('/slow?id=eq.1&order=id'))[0]).toBe(200);
});

test('every column declared as indexed has an index', async () => {
  const { rows } = await host.database.owner.query<{ column: string; method: string }>(
    `select distinct c.relname || '.' || a.attname as column, m.amname as method
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_class x on x.oid = i.indexrelid
       join pg_am m on m.oid = x.relam
       join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'bank'::regnamespace
        and (a.attnum = i.indkey[0] or a.attnum = i.indkey[1])`,
  );
  const columns = (found: typeof rows) => found.map(({ column }) => column);
  const stated = (kind: 'sorted' | 'found') =>
    Object.entries(INDEXED_COLUMNS).flatMap(([table, indexed]) =>
      indexed[kind].map((column) => `${table}.${column}`),
    );
  const sorting = columns(rows.filter(({ method }) => method === 'btree'));
  expect(sorting).toEqual(expect.arrayContaining(stated('sorted')));
  expect(columns(rows)).toEqual(expect.arrayContaining(stated('found')));
});

test('counts stay right when rows are added, and the index tidied, without saying how many', async () => {
  const { owner } = host.database;
  const tenant = '00000000-0000-4000-8000-000000000002';
  await owner.query(
    `insert into bank.transactions (txn_id, amount, txn_ts, account_id, batch_id, tenant_id)
       select 'U' || i, i, now(), 'A' || i % 3, gen_random_uuid(), $1 from generate_series(1, 9) i`,
    [tenant],
  );
  await owner.query('select private.tidy_bank_indexes()');
  const { rows } = await owner.query(
    "select sum(rows)::int as rows from private.row_deltas where relation = 'transactions' and tenant_id = $1",
    [tenant],
  );
  expect(rows).toEqual([{ rows: 9 }]);
  const answer = await host.raw('/transactions?select=txn_id&account_id=eq.A1&txn_id=in.(U1,U2)', {
    headers: { authorization: `Bearer ${SECRET}` },
  });
  expect(await json(answer)).toEqual([{ txn_id: 'U1' }]);
});
