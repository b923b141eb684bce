import { expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { findDateOrders } from './find-date-orders.ts';
import { findDependencies } from './find-dependencies.ts';
import { parseColumns } from './parse-columns.ts';
import { profileTable } from './profile.ts';

const ROWS = 600;
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
const draw = streamFor(7n, 1, 1);
/** Branch decides region, region decides country; risk is drawn for each row. */
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

test('one row to the contrary is enough; too few rows a value say nothing', () => {
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
