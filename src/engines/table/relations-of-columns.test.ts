import { describe, expect, test } from 'vitest';
import { profileTable } from '../meaning/profile.ts';
import type { ColumnRole } from '../meaning/roles/column-role.ts';
import { streamFor } from '../random/stream.ts';
import { days, numbers, upTo, words } from './columns.fixture.ts';
import { findDateOrders } from './find-date-orders.ts';
import { findDependencies } from './find-dependencies.ts';
import { parseColumns } from './parse-columns.ts';
import type { Column } from './table.ts';

const ROWS = 600;
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
const draw = streamFor(7n, 1, 1);
/** Branch decides region, region decides country; risk is random. */
const rows = Array.from({ length: ROWS }, (_, i) => {
  const branch = draw.below(30);
  const booked = draw.below(300);
  return {
    id: `T${1000 + i}`,
    branch: `B${branch}`,
    region: `R${branch % 6}`,
    country: ['DE', 'FR'][(branch % 6) % 2],
    risk: ['low', 'high'][draw.below(2)],
    booked: day(booked),
    settled: i % 50 === 0 ? '' : day(booked + draw.below(4)),
    reviewed: day(draw.below(300)),
    born: day(-9000 - draw.below(9000)),
  };
});
const names = Object.keys(rows[0]) as (keyof (typeof rows)[0])[];
const tableOf = (from: typeof rows) =>
  parseColumns(
    names,
    names.map((name) => from.map((row) => row[name] || null)),
  );
const decided = (from: typeof rows) => {
  const table = tableOf(from);
  const { columns } = profileTable(table);
  return findDependencies(table, columns).map(
    (dependency) => `${dependency.from} ${dependency.to}`,
  );
};

test('what one column decides of another is found, without what follows from two others', () => {
  expect(decided(rows)).toEqual(['branch region', 'region country']);
});

test('one counterexample suffices; too few rows per value decide nothing', () => {
  const broken = rows.map((row, i) => (i === 5 ? { ...row, region: 'R7' } : row));
  expect(decided(broken)).toEqual(['branch country', 'region country']);
  expect(decided(rows.slice(0, 60))).toEqual(['region country']);
});

test('dates that never step back are found, where their spans meet', () => {
  expect(findDateOrders(tableOf(rows))).toEqual([
    { first: 'booked', second: 'settled', rows: ROWS - 12 },
  ]);
  const late = rows.map((row, i) => (i === 9 ? { ...row, settled: day(-1) } : row));
  expect(findDateOrders(tableOf(late))).toEqual([]);
  expect(findDateOrders(tableOf(rows.slice(0, 40)))).toEqual([]);
});

describe('dependencies of columns whose facts are given', () => {
  /** Four values of `from`, each with one of the two of `to`. */
  const from = words(
    'from',
    upTo(20).map((row) => `F${row % 4}`),
  );
  const to = numbers(
    'to',
    upTo(20).map((row) => row % 2),
  );
  const find = (...described: [Column, number, ColumnRole][]) =>
    findDependencies(
      { rows: 20, columns: described.map(([column]) => column) },
      described.map(([, distinct, role]) => ({ role, distinct })),
    );
  const dependency = { from: 'from', to: 'to', values: 4 };

  test('words decide numbers, numbers words and days', () => {
    const day = days(
      'to',
      upTo(20).map((row) => row % 2),
    );
    const finer = numbers(
      'from',
      upTo(20).map((row) => row % 4),
    );
    const coarser = words(
      'to',
      upTo(20).map((row) => `T${row % 2}`),
    );
    expect(find([from, 4, 'feature'], [to, 2, 'feature'])).toEqual([dependency]);
    expect(find([from, 4, 'feature'], [day, 2, 'feature'])).toEqual([dependency]);
    expect(find([finer, 4, 'feature'], [coarser, 2, 'feature'])).toEqual([dependency]);
    expect(find([to, 2, 'feature'], [from, 4, 'feature'])).toEqual([dependency]);
  });

  test('references are looked at as well; keys, personal data and text are not', () => {
    expect(find([from, 4, 'reference'], [to, 2, 'reference'])).toEqual([dependency]);
    for (const role of ['key', 'personal', 'text', 'ignored'] as const)
      expect(find([from, 4, role], [to, 2, 'feature'])).toEqual([]);
  });

  test('it takes five rows a value, and two values', () => {
    expect(find([from, 5, 'feature'], [to, 2, 'feature'])).toEqual([]);
    const rows = upTo(19);
    const columns = [from, to].map((column) => ({ ...column }) as Column);
    const facts = [4, 2].map((distinct) => ({ role: 'feature' as const, distinct }));
    expect(findDependencies({ rows: rows.length, columns }, facts)).toEqual([]);
    const constant = numbers(
      'one',
      upTo(20).map(() => 1),
    );
    expect(find([from, 4, 'feature'], [constant, 1, 'feature'])).toEqual([]);
  });

  test('of two that decide each other the first decides', () => {
    const same = words(
      'same',
      upTo(20).map((row) => `S${row % 4}`),
    );
    expect(find([from, 4, 'feature'], [same, 4, 'feature'])).toEqual([
      { from: 'from', to: 'same', values: 4 },
    ]);
    expect(find([same, 4, 'feature'], [from, 4, 'feature'])).toEqual([
      { from: 'same', to: 'from', values: 4 },
    ]);
  });

  test('a missing value is a value of its own, on both sides', () => {
    const gaps = words(
      'from',
      upTo(20).map((row) => (row % 4 === 0 ? null : `F${row % 4}`)),
    );
    expect(find([gaps, 3, 'feature'], [to, 2, 'feature'])).toEqual([{ ...dependency, values: 3 }]);
    const holes = numbers(
      'to',
      upTo(20).map((row) => (row === 8 ? Number.NaN : row % 2)),
    );
    expect(find([from, 4, 'feature'], [holes, 2, 'feature'])).toEqual([]);
  });
});

describe('orders of dates whose days are given', () => {
  const find = (...columns: Column[]) => findDateOrders({ rows: 50, columns });
  const first = days('first', upTo(50));
  const later = days(
    'later',
    upTo(50).map((day) => day + (day === 20 ? 1 : 0)),
  );

  test('50 rows are enough, in one of which the dates differ', () => {
    expect(find(first, later)).toEqual([{ first: 'first', second: 'later', rows: 50 }]);
    expect(find(later, first)).toEqual([{ first: 'first', second: 'later', rows: 50 }]);
    expect(find(first, days('same', upTo(50)))).toEqual([]);
  });

  test('49 are not, nor are rows that hold one of the two', () => {
    const gap = days(
      'first',
      upTo(50).map((day) => (day === 7 ? Number.NaN : day)),
    );
    expect(find(gap, later)).toEqual([]);
    expect(findDateOrders({ rows: 49, columns: [first, later] })).toEqual([]);
  });

  test('spans that touch on one day meet; others say nothing', () => {
    const fromDay = (start: number) =>
      days(
        'after',
        upTo(50).map((day) => day + start),
      );
    expect(find(first, fromDay(49))).toEqual([{ first: 'first', second: 'after', rows: 50 }]);
    expect(find(first, fromDay(50))).toEqual([]);
  });

  test('numbers and times of day are no dates', () => {
    const clock = days(
      'clock',
      upTo(50).map((row) => row / 50),
      'HH:mm:ss',
    );
    const other = days(
      'other',
      upTo(50).map((row) => (row + 1) / 51),
      'HH:mm:ss',
    );
    expect(find(clock, other)).toEqual([]);
    expect(find(numbers('n', upTo(50)), numbers('m', upTo(51).slice(1)))).toEqual([]);
  });
});
