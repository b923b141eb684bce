import { expect, test } from 'vitest';
import type { Relation } from '../../engines/synthesize/index.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { splitLinked } from './split-linked.ts';

type Cells = Record<string, (row: number) => string | null>;

const table = (rows: number, cells: Cells): Table =>
  parseColumns(
    Object.keys(cells),
    Object.values(cells).map((cell) => Array.from({ length: rows }, (_, row) => cell(row))),
  );

const link = (child: string, childKey: string, parent: string, parentKey: string): Relation => ({
  child,
  childKey,
  parent,
  parentKey,
});

const CUSTOMERS = 600;
const customerOf = (account: number) => (account * 7) % CUSTOMERS;
const accountOf = (booking: number) => (booking * 11) % 900;
/** Each of the 50 devices is used by 4 accounts in turn, and the last by none. */
const deviceOf = (booking: number) => accountOf(booking) % 49;

const TABLES = {
  districts: table(10, { district: (row) => `D${row}` }),
  customers: table(CUSTOMERS, {
    customer_id: (row) => `C${row}`,
    district: (row) => `D${row % 10}`,
  }),
  accounts: table(900, {
    account_no: (row) => `A${row}`,
    customer: (row) => (row === 5 ? null : row === 6 ? 'C9999' : `C${customerOf(row)}`),
  }),
  devices: table(50, { device_id: (row) => `V${row}` }),
  bookings: table(2700, {
    account: (row) => `A${accountOf(row)}`,
    device: (row) => `V${deviceOf(row)}`,
  }),
};
const RELATIONS = [
  link('bookings', 'device', 'devices', 'device_id'),
  link('bookings', 'account', 'accounts', 'account_no'),
  link('accounts', 'customer', 'customers', 'customer_id'),
  link('customers', 'district', 'districts', 'district'),
];

const split = splitLinked(TABLES, RELATIONS);
const isHeldOut = (name: string): number[] => [...split.held.get(name)!];

test('holds out a fifth of the rows that most others depend on', () => {
  expect(split.subject).toEqual({ table: 'customers', key: 'customer_id' });
  // 600 customers at 0.2: four standard deviations of the binomial are 39.
  expect(Math.abs(isHeldOut('customers').filter(Boolean).length - 120)).toBeLessThan(39);
});

test('holds out all dependent rows with them, and no others', () => {
  const customers = isHeldOut('customers');
  const accounts = isHeldOut('accounts');
  const expected = accounts.map((_, row) =>
    row === 5 || row === 6 ? 0 : customers[customerOf(row)],
  );
  expect(accounts).toEqual(expected);
  expect(isHeldOut('bookings')).toEqual(
    isHeldOut('bookings').map((_, row) => accounts[accountOf(row)]),
  );
});

test('keeps parents of the customers, and holds out rows referenced only by held-out ones', () => {
  expect(isHeldOut('districts')).toEqual(Array.from({ length: 10 }, () => 0));
  const bookings = isHeldOut('bookings');
  const users = Array.from({ length: 50 }, (_, device) =>
    bookings.filter((_row, booking) => deviceOf(booking) === device),
  );
  expect(isHeldOut('devices')).toEqual(
    users.map((rows) => (rows.length > 0 && rows.every((each) => each === 1) ? 1 : 0)),
  );
  const alone = splitLinked(
    {
      ...TABLES,
      devices: table(900, { device_id: (row) => `V${row}` }),
      bookings: table(900, { account: (row) => `A${row}`, device: (row) => `V${row}` }),
    },
    RELATIONS,
  );
  expect(alone.subject?.table).toBe('customers');
  expect([...alone.held.get('devices')!]).toEqual([...alone.held.get('accounts')!]);
});

test('the linked holdout depends on the key alone, not on the order or the other rows', () => {
  const turned = splitLinked(
    {
      ...TABLES,
      customers: table(1200, {
        customer_id: (row) => `C${1199 - row}`,
        district: (row) => `D${row % 10}`,
      }),
    },
    RELATIONS,
  );
  const rows = [...turned.held.get('customers')!].reverse();
  expect(rows.slice(0, CUSTOMERS)).toEqual(isHeldOut('customers'));
});

test('holds out nothing if no referenced table has 500 rows', () => {
  const few = { ...TABLES, customers: table(499, { customer_id: (row) => `C${row}` }) };
  const owned = splitLinked(few, [link('accounts', 'customer', 'customers', 'customer_id')]);
  expect(owned.subject).toBeNull();
  expect([...owned.held.values()].every((rows) => rows.every((each) => each === 0))).toBe(true);
  expect(splitLinked(TABLES, []).subject).toBeNull();
});
