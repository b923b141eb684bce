import { describe, expect, test } from 'vitest';
import {
  chooseThreshold,
  defaultCapacity,
  falseDiscoveryCount,
  type ThresholdChoice,
} from './choose-threshold.ts';

describe('Benjamini and Hochberg by hand', () => {
  // p = 1/10, 1/10, 5/10 against nine baseline scores; bounds at alpha 0.2: 0.067, 0.133, 0.2
  const baseline = Float64Array.from({ length: 9 }, (_, i) => i);

  test('takes all up to the last p-value within its bound', () => {
    expect(falseDiscoveryCount(Float64Array.of(20, 19, 5), baseline, 0.2)).toBe(2);
    expect(falseDiscoveryCount(Float64Array.of(20, 19, 5), baseline, 0.1)).toBe(0);
    // 5/10 is within 3/3 of 0.5 and includes the rows above it.
    expect(falseDiscoveryCount(Float64Array.of(20, 19, 5), baseline, 0.5)).toBe(3);
  });

  test('a baseline score that equals counts as above, in whatever order the baseline comes', () => {
    // p = (1 + 1) / 10 for a score of 8; the bound of one row at alpha 0.19 is below it.
    const shuffled = Float64Array.of(3, 8, 0, 5, 1, 7, 2, 6, 4);
    expect(falseDiscoveryCount(Float64Array.of(8), shuffled, 0.19)).toBe(0);
    expect(falseDiscoveryCount(Float64Array.of(8), shuffled, 0.2)).toBe(1);
    expect(falseDiscoveryCount(Float64Array.of(8.5), shuffled, 0.1)).toBe(1);
  });
});

const raw = Float64Array.from({ length: 1000 }, (_, i) => (i * 37) % 1000);
const scores = raw.map((value) => value / 1000);
const choose = (choice: ThresholdChoice) => chooseThreshold(raw, scores, raw, choice);

test('by default one row in a hundred is taken, and at most 500', () => {
  expect(defaultCapacity(1000)).toBe(10);
  expect(defaultCapacity(101)).toBe(2);
  expect(defaultCapacity(1e6)).toBe(500);
  const { rows, threshold } = choose({ method: 'capacity' });
  expect(threshold).toEqual({ method: 'capacity', value: 10, taken: 10, thresholdUsed: 0.99 });
  expect([...rows].map((row) => raw[row])).toEqual([
    999, 998, 997, 996, 995, 994, 993, 992, 991, 990,
  ]);
});

test('applies capacity, percentile and score as given', () => {
  expect(choose({ method: 'capacity', rows: 3.9 }).threshold).toEqual({
    method: 'capacity',
    value: 3.9,
    taken: 3,
    thresholdUsed: 0.997,
  });
  expect(choose({ method: 'capacity', rows: 2000 }).threshold.taken).toBe(1000);
  expect(choose({ method: 'capacity', rows: 0 }).threshold.thresholdUsed).toBe(1);
  expect(choose({ method: 'percentile', share: 0.05 }).threshold).toEqual({
    method: 'percentile',
    value: 0.05,
    taken: 50,
    thresholdUsed: 0.95,
  });
  expect(choose({ method: 'percentile', share: 3 }).threshold.taken).toBe(1000);
  expect(choose({ method: 'score', score: 0.9 }).threshold).toEqual({
    method: 'score',
    value: 0.9,
    taken: 100,
    thresholdUsed: 0.9,
  });
  expect(choose({ method: 'score', score: 0 }).threshold.taken).toBe(1000);
  expect(choose({ method: 'score', score: 1 }).threshold.taken).toBe(0);
});

test('peaks over threshold takes the rows above the bound', () => {
  // Of 0 … 99 the one peak is 99, 1 above the level 98; the bound is 98 - ln(100 x risk).
  const hundred = Float64Array.from({ length: 100 }, (_, i) => i);
  const take = (risk: number) =>
    chooseThreshold(hundred, hundred, hundred, { method: 'peaks', risk });
  expect([...take(0.005).rows]).toEqual([99]);
  expect(take(0.005).threshold).toMatchObject({ method: 'peaks', value: 0.005, taken: 1 });
  expect(take(0.001).rows).toHaveLength(0);
});

test('a false discovery rate is counted beside the baseline', () => {
  // p = 1/1000 for the two rows above every baseline score, and more for each row below.
  const baseline = Float64Array.from({ length: 999 }, (_, i) => i - 1);
  const { threshold } = choose({ method: 'false-discovery', alpha: 0.5, baseline });
  expect(threshold).toEqual({
    method: 'false-discovery',
    value: 0.5,
    taken: 2,
    thresholdUsed: 0.998,
  });
});

test('rows that score alike are taken by their keys, not by their place in the file', () => {
  const same = Float64Array.of(1, 5, 5, 9, 5);
  const take = (keys: number[]) =>
    chooseThreshold(same, same, Float64Array.from(keys), { method: 'capacity', rows: 3 }).rows;
  expect([...take([0, 3, 2, 9, 1])]).toEqual([3, 4, 2]);
  expect([...take([0, 1, 2, 9, 3])]).toEqual([3, 1, 2]);
});

test.each([
  [{ method: 'capacity', rows: -1 }, 'capacity'],
  [{ method: 'percentile', share: Number.NaN }, 'percentile'],
] as const)('refuses %o', (choice, name) => {
  expect(() => choose(choice)).toThrow(`a threshold by ${name} requires a non-negative number`);
});
