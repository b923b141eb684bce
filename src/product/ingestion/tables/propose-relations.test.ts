import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlName, sqlPath, sqlText, withDuckDb } from '../../../platform/tabular/duckdb.ts';
import type { ColumnLayout, LayoutType } from '../../../shared/column-layout.ts';
import { textLayout } from '../text-layout.fixture.ts';
import { countRelation, type LinkedTable, proposeRelations } from './propose-relations.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relations '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const layoutOf = (name: string): ColumnLayout => {
  const types: Record<string, LayoutType> = { amount: 'decimal', opened: 'date' };
  return { ...textLayout(name), type: types[name] ?? 'text' };
};

async function table(
  name: string,
  header: string,
  rows: number,
  row: (i: number) => string,
): Promise<LinkedTable> {
  const parquetPath = join(folder, `${name}.parquet`);
  const names = header.split(',');
  const cells = (text: string) => `(${text.split(',').map(sqlText).join(', ')})`;
  const values = Array.from({ length: Math.max(1, rows) }, (_, i) =>
    cells(rows === 0 ? header : row(i)),
  );
  await withDuckDb({ paths: [parquetPath] }, (connection) =>
    connection.run(
      `copy (from (values ${values.join(', ')}) as t(${names.map(sqlName).join(', ')}) limit ${rows})
         to ${sqlPath(parquetPath)} (format parquet, use_tmp_file false)`,
    ),
  );
  return { name, parquetPath, columns: names.map(layoutOf), rowCount: rows };
}

const withTables = <Result>(
  tables: readonly LinkedTable[],
  work: (connection: Parameters<typeof proposeRelations>[0]) => Promise<Result>,
) => withDuckDb({ paths: tables.map(({ parquetPath }) => parquetPath) }, work);

async function propose(...tables: LinkedTable[]) {
  const { keys, relations } = await withTables(tables, (connection) =>
    proposeRelations(connection, tables),
  );
  const written = relations.map(
    ({ child, childKey, parent, parentKey, named, orphans }) =>
      `${child}.${childKey} = ${parent}.${parentKey}: ${named}, ${orphans}`,
  );
  return { keys, written };
}

const customers = () =>
  table('customers', 'name,customer_id,segment_id', 10, (i) => `Name ${i},C${i},${i % 2}`);

test('a key is complete, names no row twice, and is the column best named; an empty table has none', async () => {
  const notes = await table('notes', 'note,amount', 4, (i) => `text ${i % 2},${i}.50`);
  const lists = await table('lists', 'list_id,id', 3, (i) => `${i < 2 ? `L${i}` : ''},I${i}`);
  const empty = await table('empty', 'id,name', 0, () => '');
  const days = await table('days', 'opened,amount', 4, (i) => `2026-01-0${i + 1},${i}.50`);
  const { keys } = await propose(await customers(), notes, lists, empty, days);
  expect(keys).toEqual({
    customers: 'customer_id',
    notes: null,
    lists: 'id',
    empty: null,
    days: null,
  });
});

test('a column that is called after a table and names its rows is a relation; rows that name none are counted', async () => {
  const accounts = await table(
    'accounts',
    'account_no,customer,opened',
    40,
    (i) => `A${i},${i === 7 ? '' : `C${i === 9 ? 99 : i % 10}`},2026-01-0${1 + (i % 9)}`,
  );
  expect(await propose(await customers(), accounts)).toEqual({
    keys: { customers: 'customer_id', accounts: 'account_no' },
    written: ['accounts.customer = customers.customer_id: 39, 1'],
  });
});

test('95 of 100 rows have to name one: fewer are chance', async () => {
  const cards = (wrong: number) =>
    table('cards', 'card_id,customer_id', 100, (i) => `K${i},C${i < wrong ? 50 + i : i % 10}`);
  expect((await propose(await customers(), await cards(5))).written).toEqual([
    'cards.customer_id = customers.customer_id: 100, 5',
  ]);
  expect((await propose(await customers(), await cards(6))).written).toEqual([]);
  const none = await table('cards', 'card_id,customer_id', 9, (i) => `K${i},`);
  expect((await propose(await customers(), none)).written).toEqual([]);
});

test('values alone are no relation without a name, and a column names one table', async () => {
  const profiles = await table('customer_profiles', 'customer_id,visits', 10, (i) => `C${i},C${i}`);
  const cards = await table('cards', 'card_id,customer_id', 20, (i) => `K${i},C${i % 10}`);
  expect((await propose(await customers(), profiles, cards)).written).toEqual([
    'customer_profiles.customer_id = customers.customer_id: 10, 0',
    'cards.customer_id = customers.customer_id: 20, 0',
  ]);
});

test('of tables that name each other the first names the other', async () => {
  const people = await table('customers', 'customer_id,account_no', 9, (i) => `C${i},A${i}`);
  const accounts = await table('accounts', 'account_no,customer_id', 9, (i) => `A${i},C${i}`);
  expect((await propose(people, accounts)).written).toEqual([
    'customers.account_no = accounts.account_no: 9, 0',
  ]);
});

test('of the tables that one names, the one that several of its rows name comes first, then the longer', async () => {
  const branches = await table('branches', 'branch_id', 3, (i) => `B${i}`);
  const cards = await table('cards', 'card_id', 60, (i) => `K${i}`);
  const loans = await table(
    'loans',
    'loan_id,card_id,customer_id,branch_id',
    30,
    (i) => `L${i},K${i},C${i % 10},B${i % 3}`,
  );
  const { written } = await propose(loans, branches, cards, await customers());
  expect(written).toEqual([
    'loans.customer_id = customers.customer_id: 30, 0',
    'loans.branch_id = branches.branch_id: 30, 0',
    'loans.card_id = cards.card_id: 30, 0',
  ]);
});

test('words for nothing name no row', async () => {
  const accounts = await table('accounts', 'account_no,owner', 12, (i) =>
    i < 4 ? `A${i},NULL` : `A${i},C${i % 10}`,
  );
  const known = accounts.columns.map((column) => ({ ...column, nullWords: ['NULL'] }));
  const tables = [{ ...accounts, columns: known }, await customers()];
  const counted = await withTables(tables, (connection) =>
    countRelation(connection, tables, {
      child: 'accounts',
      childKey: 'owner',
      parent: 'customers',
      parentKey: 'customer_id',
    }),
  );
  expect(counted).toMatchObject({ named: 8, orphans: 0 });
});
