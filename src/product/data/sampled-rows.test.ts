import { expect, test } from 'vitest';
import { sampledRows } from './sampled-rows.ts';

test('an even sample: every third row, every row, and 700 of 1,000 with at most one left out in between', () => {
  expect([...sampledRows(9, 1 / 3)]).toEqual([2, 5, 8]);
  expect([...sampledRows(4, 1)]).toEqual([0, 1, 2, 3]);
  const sampled = [...sampledRows(1000, 0.7)];
  expect(sampled).toHaveLength(700);
  expect(new Set(sampled.slice(1).map((row, i) => row - sampled[i]!))).toEqual(new Set([1, 2]));
});
