import { expect, test } from 'vitest';
import { entryOf } from './entry-of.ts';
import { rangeOf } from './range-of.ts';
import { upperMedian } from './upper-median.ts';

const { NaN: none, POSITIVE_INFINITY: infinity } = Number;

test.each([
  [[3, -1, 2], -1, 3],
  [[none, 5, none], 5, 5],
  [[0, -infinity, 1], -infinity, 1],
  [[], infinity, -infinity],
  [[none], infinity, -infinity],
])('the range of %j is %d to %d', (values, low, high) => {
  expect(rangeOf(Float64Array.from(values))).toEqual({ low, high });
  expect(rangeOf(Float32Array.from(values))).toEqual({ low, high });
});

test.each([
  [[], undefined],
  [[7], 7],
  [[1, 2], 2],
  [[1, 2, 3], 2],
  [[1, 2, 3, 4], 3],
])('the upper median of %j is %s', (sorted, median) => {
  expect(upperMedian(sorted)).toBe(median);
});

test('an entry that an earlier step did not make is an error that names it', () => {
  const map = new Map<string, number | undefined>([
    ['known', 0],
    ['empty', undefined],
  ]);
  expect(entryOf(map, 'known')).toBe(0);
  expect(() => entryOf(map, 'missing')).toThrow(new TypeError('Missing entry: missing.'));
  expect(() => entryOf(map, 'empty')).toThrow('Missing entry: empty.');
});
