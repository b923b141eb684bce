import { expect, test } from 'vitest';
import { averageRanks } from './arrays/average-ranks.ts';
import { fuseScores } from './fuse-scores.ts';

const ranks = averageRanks(Float64Array.of(1, 2, 3, 4));
const other = averageRanks(Float64Array.of(4, 3, 2, 1));

test('of tables the ranks are added by weight', () => {
  // Ranks are shares of rows that score lower, ties half: 1/8, 3/8, 5/8, 7/8.
  const fused = fuseScores(
    [
      { ranks, weight: 2 },
      { ranks: other, weight: 1 },
    ],
    'table',
  );
  expect([...fused]).toEqual([9 / 8, 11 / 8, 13 / 8, 15 / 8]);
});

test('of transactions who puts a row among its first counts most', () => {
  const fused = fuseScores(
    [
      { ranks, weight: 1 },
      { ranks: other, weight: 1 },
    ],
    'transactions',
  );
  expect(fused[0]).toBeCloseTo(-Math.log(7 / 8 + 1e-6) - Math.log(1 / 8 + 1e-6), 9);
  expect(fused[0]).toBeGreaterThan(fused[1]);
});

test('detectors that count nothing beside others count when they are alone', () => {
  expect([...fuseScores([{ ranks, weight: 0 }], 'table')]).toEqual([1 / 8, 3 / 8, 5 / 8, 7 / 8]);
  expect(fuseScores([], 'table')).toHaveLength(0);
});
