import { expect, it } from 'vitest';
import type { Table } from '../../../table/table.ts';
import { alignColumns } from '../../quality/align-columns.ts';
import { wilson } from '../../statistics/intervals.ts';
import { encodeRows } from '../encoded-rows.ts';
import { searchAttack, searchedRows } from './attack-search.ts';
import { linked } from './linkability.ts';

const table = (...lists: number[][]): Table => ({
  rows: lists[0].length,
  columns: lists.map((list, i) => ({
    kind: 'number',
    name: `c${i}`,
    values: Float64Array.from(list),
    decimals: 0,
  })),
});

const real = table([0, 0, 4, 0], [0, 1, 9, 4]);
const synthetic = table([0, 1, 4, 9], [0, 1, 4, 9]);
const all = Uint32Array.of(0, 1, 2, 3);

function links(k: number): number {
  const columns = alignColumns([real, synthetic], ['c0', 'c1']);
  const [own, encodedSynthetic] = encodeRows(columns, [all, all], 'range');
  const result = searchAttack({
    targets: own!,
    searched: searchedRows(encodedSynthetic!, 1),
    secrets: [],
    k,
  });
  return linked(result.links, k).reduce((sum, hit) => sum + hit, 0);
}

// Expected values: Anonymeter 1.0, tests/test_linkability_evaluator.py
it('links the toy rows as Anonymeter does', () => {
  expect(links(1)).toBe(1);
  expect(links(2)).toBe(4);
  expect(wilson(1, 4).value).toBeCloseTo(0.3725, 4);
  expect(wilson(1, 4).value - wilson(1, 4).error).toBeCloseTo(0.0456, 4);
  expect(wilson(1, 4).value + wilson(1, 4).error).toBeCloseTo(0.6994, 4);
  expect(wilson(4, 4).value - wilson(4, 4).error).toBeCloseTo(0.5102, 3);
});

it('finds the nearest row by all columns but the secret', () => {
  const columns = alignColumns([real, synthetic], ['c0', 'c1']);
  const [own, encodedSynthetic] = encodeRows(columns, [all, all], 'range');
  const { guesses, distance } = searchAttack({
    targets: own!,
    searched: searchedRows(encodedSynthetic!, 1),
    secrets: [1],
  });
  expect(Array.from(guesses[0])).toEqual([0, 0, 2, 0]);
  expect(distance[0]).toBe(0);
});
