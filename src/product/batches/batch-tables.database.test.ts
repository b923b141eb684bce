import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { type Member, makeMember, makeOrganization } from '../../../test/support/members.ts';
import { createTestDatabase, inRoles } from '../../../test/support/test-database.ts';
import { transaction } from '../../platform/database/database.ts';
import { openRowLoader } from './row-loader.ts';

const own = startBeforeTests(createTestDatabase);
let organization: string;
let maker: Member;
let stranger: Member;
beforeAll(async () => {
  const { database } = own;
  organization = await makeOrganization(database);
  maker = await makeMember(database, { role: 'pilot_user', organization });
  const elsewhere = await makeOrganization(database);
  stranger = await makeMember(database, { role: 'pilot_user', organization: elsewhere });
});

const columns = ['txn_id', 'amount', 'txn_ts', 'account_id'];
const csv = (letter: string) =>
  Buffer.from(
    [1, 2, 3].map((n) => `${letter}${n},${n}.50,2026-01-0${n}T00:00:00Z,A${n}\n`).join(''),
  );

/** Completes a batch with three transactions although half a million are expected. */
async function load(letter: string, expected = 500_000, end?: Error): Promise<string> {
  const batchId = randomUUID();
  await transaction(own.database.owner, async (tx) => {
    await tx.query(
      `insert into public.generation_logs (batch_id, tenant_id, entity_type, status, created_by)
       values ($1, $2, 'transactions', 'completed', $3)`,
      [batchId, organization, maker.id],
    );
    const rows = { transactions: { batchId, rows: expected } };
    const loader = await openRowLoader(tx, { tenantId: organization, expected: rows });
    await loader.load('transactions', columns, csv(letter));
    await loader.finish();
    if (end !== undefined) throw end;
  });
  return batchId;
}

const sql = async (text: string, values: unknown[] = []) =>
  (await own.database.owner.query<Record<string, unknown>>(text, values)).rows;
const ownTables = () => sql('select place::text from private.batch_tables()');
const tableOf = async (batch: string) =>
  (await sql('select place::text from private.batch_tables() where batch = $1', [batch]))[0]
    ?.place as string | undefined;
const read = (who: Member, text: string) =>
  own.database.asCaller(who.caller, async (tx) => (await tx.query(text)).rows);
const ids = async (who: Member, where = 'true') =>
  (await read(who, `select txn_id from public.transactions where ${where} order by txn_ts`)).map(
    ({ txn_id }) => txn_id,
  );
const countOf = async () =>
  (
    await sql(
      "select sum(rows)::int as n from private.row_deltas where relation = 'transactions' and tenant_id = $1",
      [organization],
    )
  )[0]!.n;
const remove = (batch: string) =>
  own.database.asCaller(maker.caller, (tx) => tx.query('select public.delete_batch($1)', [batch]));

test('a large batch has a table of its own, which is read with the others by those of its tenant', async () => {
  const [large, small] = [await load('L'), await load('S', 499_999)];
  const place = await tableOf(large);
  expect(place).toMatch(/^bank\.transactions_/);
  expect(await tableOf(small)).toBeUndefined();
  expect(await ids(maker, `batch_id = '${large}'`)).toEqual(['L1', 'L2', 'L3']);
  expect(await ids(maker, "account_id = 'A2'")).toEqual(expect.arrayContaining(['L2', 'S2']));
  expect(await ids(stranger)).toEqual([]);
  await expect(read(maker, `select from ${place}`)).rejects.toThrow('permission denied for table');
  const roles = ['anon', 'authenticated', 'service_role'].map((role) => inRoles(`:'${role}'`));
  const open = await sql(
    `select role from unnest(array[${roles.join(', ')}]) role
      where has_table_privilege(role, $1, 'select, insert, update, delete, truncate')
     union all select relname from pg_class where oid = $1::regclass and not relrowsecurity`,
    [place],
  );
  expect(open).toEqual([]);
});

test('it has the indexes of the table that it joined, but those by batch, and plans for another batch leave it out', async () => {
  const place = (await tableOf(await load('P')))!;
  const indexesOf = (table: string) =>
    sql(
      `select regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* USING', ' INDEX USING') as made
         from pg_index where indrelid = $1::regclass order by 1`,
      [table],
    );
  const shared = await indexesOf('bank.transactions');
  const others = shared.filter(({ made }) => !String(made).includes('(batch_id,'));
  expect([shared.length, others.length]).toEqual([4, 3]);
  expect(await indexesOf(place)).toEqual(others);
  const plan = async (batch: string) =>
    JSON.stringify(await sql(`explain select from bank.transactions where batch_id = '${batch}'`));
  expect(await plan(randomUUID())).not.toContain(place.slice('bank.'.length));
  const [{ batch }] = (await sql(
    'select batch from private.batch_tables() where place::text = $1',
    [place],
  )) as [{ batch: string }];
  expect(await plan(batch)).toContain(place.slice('bank.'.length));
});

test.each(['txn_ts desc', 'txn_ts desc, seq desc', 'txn_ts'])(
  'its rows by %s come from an index, a page at a time',
  async (order) => {
    const batch = await load('O');
    const child = (await tableOf(batch))!.slice('bank.'.length);
    const plan = await own.database.asCaller(maker.caller, async (tx) => {
      await tx.query('set local enable_sort = off');
      const answer = await tx.query<{ 'QUERY PLAN': string }>(
        `explain select * from public.transactions where batch_id = '${batch}' order by ${order} limit 10`,
      );
      return answer.rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(new RegExp(`Index Scan.* on ${child}`));
    expect(plan).not.toMatch(/-> .*Sort /);
  },
);

test('its rows are of its batch and tenant alone', async () => {
  const place = (await tableOf(await load('C')))!;
  for (const column of ['batch_id', 'tenant_id'])
    await expect(sql(`update ${place} set ${column} = gen_random_uuid()`)).rejects.toThrow(
      'violates check constraint',
    );
});

test('a batch that fails leaves no table', async () => {
  const before = await ownTables();
  await expect(load('F', 500_000, new Error('no room'))).rejects.toThrow('no room');
  expect(await ownTables()).toEqual(before);
});

test('deleting the batch drops its table, and the count of rows follows', async () => {
  const before = await countOf();
  const batch = await load('D');
  expect(await countOf()).toBe(Number(before) + 3);
  await remove(batch);
  expect(await tableOf(batch)).toBeUndefined();
  expect(await ids(maker, `batch_id = '${batch}'`)).toEqual([]);
  expect(await countOf()).toBe(before);
});

test('deletes rows at once while others read, and drops the table at the next tidying', async () => {
  const before = await countOf();
  const batch = await load('R');
  await transaction(own.database.owner, async (tx) => {
    await tx.query('select from bank.transactions limit 1');
    await remove(batch);
    expect(await ids(maker, `batch_id = '${batch}'`)).toEqual([]);
    expect(await tableOf(batch)).toBeDefined();
  });
  expect(await countOf()).toBe(before);
  await sql('select private.tidy_bank_indexes()');
  expect(await tableOf(batch)).toBeUndefined();
  expect(await countOf()).toBe(before);
});

test('there are sixteen at most: what comes then goes into the shared table', async () => {
  const there = (await ownTables()).length;
  for (let n = there; n < 16; n++) expect(await tableOf(await load(`M${n}_`))).toBeDefined();
  const next = await load('N');
  expect(await tableOf(next)).toBeUndefined();
  expect(await ids(maker, `batch_id = '${next}'`)).toEqual(['N1', 'N2', 'N3']);
});
