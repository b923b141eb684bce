import { expect, it } from 'vitest';
import { alignColumns } from '../quality/align-columns.ts';
import { keyOf, keyWithout, rowKeys } from './row-keys.ts';

const table = {
  rows: 4,
  columns: [
    {
      kind: 'number' as const,
      name: 'a',
      decimals: 0,
      values: Float64Array.of(1, 1, 2, Number.NaN),
    },
    {
      kind: 'category' as const,
      name: 'b',
      dictionary: ['x', 'y'],
      codes: Int32Array.of(0, 1, 0, -1),
    },
  ],
};
const keys = rowKeys(alignColumns([table, table], ['a', 'b']), 0);
const other = rowKeys(alignColumns([table, table], ['a', 'b']), 1);

it('gives equal rows equal keys and others different ones', () => {
  const all = [0, 1, 2, 3].map((row) => keyOf(keys, row));
  expect(new Set(all).size).toBe(4);
  expect([0, 1, 2, 3].map((row) => keyOf(other, row))).toEqual(all);
});

it('takes a column out of a key', () => {
  expect(keyWithout(keys, 0, 1)).toBe(keyWithout(keys, 1, 1));
  expect(keyWithout(keys, 0, 0)).toBe(keyWithout(keys, 2, 0));
  expect(keyWithout(keys, 0, 0)).not.toBe(keyWithout(keys, 1, 0));
});
