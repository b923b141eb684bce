import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { codeScores, findSum, rangesOf, scoreCovariance } from './sums.ts';
import type { Target } from './tree.ts';

const ROWS = 20_000;

function table(): Target[] {
  const stream = streamFor(5n, 0, 0);
  const draw = () => Float64Array.from({ length: ROWS }, () => stream.float() + stream.float());
  const [a, b] = [draw(), draw()];
  const coded = (values: Float64Array, most: number): Target => ({
    codes: Uint8Array.from(values, (value) => Math.floor((value / most) * 40)),
    size: 40,
    ordered: true,
  });
  return [
    coded(a, 2),
    coded(b, 2),
    coded(
      a.map((value, i) => value + b[i]),
      4,
    ),
  ];
}

it('finds that a field is the sum of two others, which each tell half of', () => {
  const targets = table();
  const scores = targets.map(codeScores);
  const covariance = scoreCovariance(targets, scores, () => {});
  const sum = findSum(2, [0, 1], { scores, covariance });
  // Scores of equal variance 1: the regression's weights are both sqrt(1/2), less the ridge.
  expect(Array.from(sum!.weights, (weight) => Math.round(weight * 10) / 10)).toEqual([0.7, 0.7]);
  const ranges = rangesOf(sum!, { codes: targets.map(({ codes }) => codes), scores, rows: ROWS });
  const correlation = (x: ArrayLike<number>, y: ArrayLike<number>) => {
    const mean = (of: (i: number) => number) =>
      Array.from({ length: ROWS }, (_, i) => of(i)).reduce((all, value) => all + value, 0) / ROWS;
    const [mx, my] = [mean((i) => x[i]), mean((i) => y[i])];
    const shared = mean((i) => (x[i] - mx) * (y[i] - my));
    return shared / Math.sqrt(mean((i) => (x[i] - mx) ** 2) * mean((i) => (y[i] - my) ** 2));
  };
  expect(correlation(ranges, targets[2].codes)).toBeGreaterThan(0.97);
  expect(correlation(targets[0].codes, targets[2].codes)).toBeLessThan(0.75);
});

it('needs two fields with an order', () => {
  const targets = table();
  const scores = [null, ...targets.slice(1).map(codeScores)];
  const covariance = scoreCovariance(targets, scores, () => {});
  expect(findSum(2, [0, 1], { scores, covariance })).toBeNull();
});
