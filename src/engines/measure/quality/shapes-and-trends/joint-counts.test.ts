import { expect, test } from 'vitest';
import { contingencySimilarity, cramersV } from './contingency.ts';
import { type Coded, jointCounts } from './joint-counts.ts';

const coded = (codes: number[], size: number): Coded => ({ codes: Int32Array.from(codes), size });

function cellsOf({ cells, first, second }: ReturnType<typeof jointCounts>) {
  return Array.from(cells, (cell, i) => [cell, first[i], second[i]] as const)
    .filter(([, a, b]) => a! + b! > 0)
    .toSorted(([a], [b]) => a! - b!);
}

test('a pair of codes is counted in the cell of both, in each table', () => {
  const counts = jointCounts(
    [coded([0, 1, 1, 1], 2), coded([2, 0, 0, 2], 3)],
    [coded([1, 0], 2), coded([0, 1], 3)],
  );
  expect(counts.rows).toEqual([4, 2]);
  expect(cellsOf(counts)).toEqual([
    [1, 0, 1],
    [2, 1, 0],
    [3, 2, 1],
    [5, 1, 0],
  ]);
  // 1 - (|0 - .5| + |.25 - 0| + |.5 - .5| + |.25 - 0|) / 2
  expect(contingencySimilarity(counts)).toBe(0.5);
});

test('tables of many cells, of which few are used, are counted as those of few', () => {
  const few = [1, 4, 4, 2];
  const size = 2000;
  const wide = jointCounts(
    [coded(few, size), coded([3, 1, 1, 0], size)],
    [coded([1], size), coded([3], size)],
  );
  expect(cellsOf(wide)).toEqual([
    [2003, 1, 1],
    [4000, 1, 0],
    [8001, 2, 0],
  ]);
});

test('columns of 70,000 words each, where one says the other, are seen to', () => {
  const size = 70_000;
  const words = Array.from({ length: size }, (_, i) => i);
  const counts = jointCounts(
    [coded(words, size), coded(words, size)],
    [coded([], size), coded([], size)],
  );
  expect(Math.max(...cellsOf(counts).map(([cell]) => cell!))).toBe(4_899_999_999);
  expect(cramersV(counts, size)).toBeCloseTo(1, 9);
});
