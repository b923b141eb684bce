import { describe, expect, test } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { fit, ruleSentences } from '../../engines/synthesize/index.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { profileDataset } from './profile-dataset.ts';

function accounts(count: number) {
  const stream = streamFor(8n, 0, 0);
  const rows = Array.from({ length: count * 12 }, (_, i) => {
    const account = Math.floor(i / 12);
    return [
      `A${1000 + account}`,
      `0${1000 + 37 * account}`,
      `C${100 + (account % 3)}`,
      `2025-${String(1 + (i % 12)).padStart(2, '0')}-03`,
      String(stream.below(90_000) / 100),
    ];
  });
  const names = ['account_id', 'branch', 'contract', 'date', 'amount'];
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => row[i]!)),
  );
}

test('the page lists a code of single accounts as made, one that accounts share as learned', () => {
  const { columns, sequence } = profileDataset(accounts(40));
  expect(sequence?.entity).toBe('account_id');
  expect(Object.fromEntries(columns.map(({ name, role }) => [name, role]))).toEqual({
    account_id: 'reference',
    branch: 'reference',
    contract: 'feature',
    date: 'feature',
    amount: 'feature',
  });
});

type Columns = Record<string, (row: number) => string | null>;

const profile = (rows: number, columns: Columns) =>
  profileDataset(
    parseColumns(
      Object.keys(columns),
      Object.values(columns).map((cell) => Array.from({ length: rows }, (_, row) => cell(row))),
    ),
  );

const day = (row: number) => new Date(Date.UTC(2026, 0, 1 + row)).toISOString().slice(0, 10);
const moved = (row: number) => ((row * 7) % 11) * 10 - 45;
const amount = (row: number) => moved(row).toFixed(2);
const payee = (row: number) => ['Corner Grocer', 'Hill Fuel', 'Blue Table'][row % 3]!;

function balances(accounts: number, rows: number): (row: number) => string {
  const after: number[] = [];
  for (let row = 0; row < rows; row++) after.push((after[row - accounts] ?? 1000) + moved(row));
  return (row) => after[row]!.toFixed(2);
}

test('of each column stands what it holds and how often: numbers and days in ranges, words by how often they stand', () => {
  const { rows, columns } = profile(30, {
    amount,
    channel: (row) => (row % 5 === 4 ? null : row % 5 < 3 ? 'card' : 'cash'),
  });
  expect(rows).toBe(30);
  expect(columns[0]).toMatchObject({
    name: 'amount',
    type: 'decimal',
    role: 'feature',
    personal: null,
    keyCandidate: false,
    nulls: 0,
    distinct: 11,
    min: '-45.00',
    max: '55.00',
  });
  expect(columns[0]!.bins[0]!.label).toBe('-45.00 to -35.00');
  expect(columns[0]!.bins.reduce((sum, { count }) => sum + count, 0)).toBe(30);
  expect(columns[1]).toMatchObject({
    type: 'text',
    nulls: 6,
    distinct: 2,
    bins: [
      { label: 'card', count: 18 },
      { label: 'cash', count: 6 },
    ],
  });
});

describe('whose the rows are', () => {
  const files = (accounts: number): Columns => ({
    account_id: (row) => `A${1000 + (row % accounts)}`,
    booked: day,
    amount,
    balance: balances(accounts, 120),
    payee,
  });

  test('is said with what orders them and the balance that runs through them', () => {
    const { sequence, fewEntities, flatEntity, columns } = profile(120, files(12));
    expect(sequence).toEqual({
      entity: 'account_id',
      time: 'booked',
      entities: 12,
      balance: { column: 'balance', amount: 'amount', share: 1 },
      why: 'The header account_id names accounts.',
    });
    expect([fewEntities, flatEntity]).toEqual([null, null]);
    expect(columns.find(({ name }) => name === 'payee')?.role).toBe('feature');
  });

  test('eight accounts are too few to be learned from, nine are enough', () => {
    const eight = profile(120, files(8));
    expect(eight).toMatchObject({
      sequence: null,
      fewEntities: { column: 'account_id', entities: 8 },
      flatEntity: null,
    });
    expect(profile(120, files(9))).toMatchObject({ sequence: { entities: 9 }, fewEntities: null });
  });

  test('where no date orders them the column is named all the same', () => {
    const { account_id } = files(12);
    expect(profile(120, { account_id: account_id!, amount })).toMatchObject({
      sequence: null,
      fewEntities: null,
      flatEntity: 'account_id',
    });
  });

  test("payees of one account's statement are personal: they identify the person", () => {
    const columns: Columns = {
      'Booking date': day,
      Payee: payee,
      Amount: amount,
      Balance: balances(1, 40),
    };
    const found = profile(40, columns).columns[1];
    expect(found).toMatchObject({ role: 'personal', personal: 'person_name' });
    const { Balance: _balance, ...withoutBalance } = columns;
    expect(profile(40, withoutBalance).columns[1]).toMatchObject({
      role: 'feature',
      personal: null,
    });
  });
});

test('what follows from other columns is named: words, years and the order of days', () => {
  const born = (row: number) => 1950 + ((row * 17) % 40);
  const { dependencies, laws, dateOrders } = profile(200, {
    branch: (row) => `B${(row * 3) % 4}`,
    city: (row) => ['Ulm', 'Bonn', 'Kiel', 'Jena'][(row * 3) % 4]!,
    birth_date: (row) => `${born(row)}-0${1 + (row % 9)}-1${row % 10}`,
    birth_year: (row) => String(born(row)),
    opened: (row) => day((row * 13) % 90),
    closed: (row) => day(((row * 13) % 90) + ((row * 5) % 70)),
  });
  expect(dependencies).toContainEqual({ from: 'branch', to: 'city', values: 4 });
  expect(laws).toEqual(['birth_year is derived from birth_date']);
  expect(dateOrders).toEqual([{ first: 'opened', second: 'closed', rows: 200 }]);
});

longTest('a profile of 1,000 columns with long names and values stays below 4 MB', () => {
  const long = (i: number) => `${i}`.padStart(255, 'n');
  const columns = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [
      long(i),
      i < 300 ? (row: number) => day(row + i) : (row: number) => `${row % 12}${'v'.repeat(500)}`,
    ]),
  );
  const found = profile(60, columns);
  expect(JSON.stringify(found).length).toBeLessThan(4_000_000);
  expect(found.columns[999]!.max!.length).toBeLessThan(110);
});

test('the rules of sequences are those of a fit, such as sums of a running balance', () => {
  const stream = streamFor(61n, 0, 0);
  const rows = Array.from({ length: 150 }, (_, claim) => {
    let paid = 0;
    return Array.from({ length: 4 + stream.below(6) }, (__, k) => {
      const payment = 100 * stream.below(9);
      paid += payment;
      const reserve = 50 * stream.below(90);
      const valued = `${2020 + (k >> 2)}-${['03-31', '06-30', '09-30', '12-31'][k % 4]}`;
      return [`CL${90_000 + claim}`, valued, paid, reserve, paid + reserve, payment].map(String);
    });
  }).flat();
  const names = ['claim_no', 'valued_on', 'paid_to_date', 'reserve', 'incurred', 'payment'];
  const table = parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
  const { laws } = profileDataset(table);
  expect(laws).toContain('incurred = reserve + paid_to_date');
  expect([...(laws ?? [])].sort()).toEqual(
    ruleSentences(fit(table, { mode: 'balanced', seed: 1n }), table.columns).sort(),
  );
});
