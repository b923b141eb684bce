import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { amountAt, drawAmount, meanAmount, triangleOf, valueAt } from './normal-scores.ts';

const quantiles = [10, 20, 40, 100, 250, 500, 900];

test('a figure has the stated quantiles between accounts', () => {
  const stream = streamFor(5n, 0, 0);
  const drawn = Float64Array.from({ length: 20_000 }, () => drawAmount(quantiles, stream)).sort();
  [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].forEach((share, i) => {
    expect(drawn[Math.floor(20_000 * share)]! / quantiles[i]!).toBeCloseTo(1, 0.8);
  });
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  expect(meanAmount(quantiles, Number.POSITIVE_INFINITY) / mean).toBeCloseTo(1, 1);
  expect(valueAt([0, 0, 0, 1, 1, 2, 2], 0)).toBe(1);
  expect(amountAt(quantiles, 0)).toBeCloseTo(100);
});

test('a triangle gives its correlations; impossible ones are shrunk', () => {
  const lower = triangleOf([
    [1, 0.6, -0.3],
    [0.6, 1, 0.2],
    [-0.3, 0.2, 1],
  ]);
  const product = (i: number, j: number) =>
    lower[i]!.reduce((sum, value, k) => sum + value * (lower[j]![k] ?? 0), 0);
  expect(product(1, 0)).toBeCloseTo(0.6);
  expect(product(2, 0)).toBeCloseTo(-0.3);
  expect(product(2, 1)).toBeCloseTo(0.2);
  // Two figures that equal a third, but not each other.
  const shrunk = triangleOf([
    [1, 0.95, 0.95],
    [0.95, 1, -0.95],
    [0.95, -0.95, 1],
  ]);
  for (const row of shrunk)
    expect(row.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1);
});
