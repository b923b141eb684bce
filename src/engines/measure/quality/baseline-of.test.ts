import { expect, test } from 'vitest';
import type { Table } from '../../table/table.ts';
import { baselineOf } from './baseline-of.ts';

const ROWS_EACH = 40;
const holdout: Table = {
  rows: 200 * ROWS_EACH,
  columns: [
    {
      kind: 'number',
      name: 'account',
      decimals: 0,
      values: Float64Array.from({ length: 200 * ROWS_EACH }, (_, i) => Math.floor(i / ROWS_EACH)),
    },
    {
      kind: 'number',
      name: 'row',
      decimals: 0,
      values: Float64Array.from({ length: 200 * ROWS_EACH }, (_, i) => i),
    },
  ],
};
const valuesOf = (table: Table, column: number) => {
  const source = table.columns[column]!;
  return source.kind === 'category' ? [] : Array.from(source.values);
};

test('has the batch’s number of rows, each once', () => {
  for (const rows of [50, 500, 3000]) {
    const baseline = baselineOf(holdout, rows, { seed: 1n, entity: 'account' });
    expect(new Set(valuesOf(baseline, 1)).size).toBe(rows);
  }
});

test('is drawn by entity: 50 rows from 10 accounts, 3,000 from 75 whole ones', () => {
  const accounts = (rows: number) =>
    new Set(valuesOf(baselineOf(holdout, rows, { seed: 1n, entity: 'account' }), 0)).size;
  expect(accounts(50)).toBe(10);
  expect(accounts(3000)).toBe(75);
});

test('draws rows from the whole file without an entity', () => {
  const rows = valuesOf(baselineOf(holdout, 100, { seed: 1n }), 0);
  expect(new Set(rows).size).toBeGreaterThan(60);
});

test('is the holdout itself where the batch is larger', () => {
  expect(baselineOf(holdout, 9000, { seed: 1n })).toBe(holdout);
});
