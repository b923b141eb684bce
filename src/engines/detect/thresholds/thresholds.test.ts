import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { chooseThreshold, defaultCapacity, falseDiscoveryCount } from './choose-threshold.ts';
import { fitParetoTail, peaksOverThreshold } from './peaks-over-threshold.ts';

const random = streamFor(5n, 1, 1);

test('a generalized Pareto distribution is found again', () => {
  for (const [shape, scale] of [
    [0.3, 2],
    [-0.2, 1],
    [1e-12, 3],
  ] as const) {
    const peaks = Float64Array.from({ length: 20_000 }, () => {
      const u = 1 - random.float();
      return Math.abs(shape) < 1e-6 ? -scale * Math.log(u) : (scale / shape) * (u ** -shape - 1);
    });
    const found = fitParetoTail(peaks);
    expect(Math.abs(found.shape - shape)).toBeLessThan(0.03);
    expect(Math.abs(found.scale / scale - 1)).toBeLessThan(0.04);
  }
});

test('the bound of exponential scores is the quantile it stands for', () => {
  const scores = Float64Array.from({ length: 100_000 }, () => -Math.log(1 - random.float()));
  expect(Math.abs(peaksOverThreshold(scores, 1e-3).bound + Math.log(1e-3))).toBeLessThan(0.25);
});

test('Benjamini and Hochberg by hand', () => {
  // p = 1/10, 1/10, 5/10 beside nine ordinary scores; bounds at alpha 0.2: 0.067, 0.133, 0.2
  const ordinary = Float64Array.from({ length: 9 }, (_, i) => i);
  expect(falseDiscoveryCount(Float64Array.of(20, 19, 5), ordinary, 0.2)).toBe(2);
  expect(falseDiscoveryCount(Float64Array.of(20, 19, 5), ordinary, 0.1)).toBe(0);
});

test('capacity, percentile and score take what they say', () => {
  const raw = Float64Array.from({ length: 1000 }, (_, i) => (i * 37) % 1000);
  const scores = raw.map((value) => value / 1000);
  const take = (choice: Parameters<typeof chooseThreshold>[3]) =>
    chooseThreshold(raw, scores, raw, choice);
  expect(defaultCapacity(1000)).toBe(10);
  expect(defaultCapacity(101)).toBe(2);
  expect(defaultCapacity(1e6)).toBe(500);
  const usual = take({ method: 'capacity' });
  expect(usual.threshold).toEqual({
    method: 'capacity',
    value: 10,
    taken: 10,
    thresholdUsed: 0.99,
  });
  expect([...usual.rows].map((row) => raw[row])).toEqual([
    999, 998, 997, 996, 995, 994, 993, 992, 991, 990,
  ]);
  expect(take({ method: 'percentile', share: 0.05 }).threshold.taken).toBe(50);
  expect(take({ method: 'score', score: 0.9 }).threshold.taken).toBe(100);
  expect(take({ method: 'capacity', rows: 0 }).threshold.thresholdUsed).toBe(1);
});
