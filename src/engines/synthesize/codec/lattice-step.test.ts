import { describe, expect, test } from 'vitest';
import { fitNumberCodec } from './fit-number-codec.ts';

const THRESHOLD = 5;
const upTo = (count: number, value: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => value(i));
const stepOf = (values: readonly number[], decimals = 2) =>
  fitNumberCodec(
    { values: Float64Array.from(values), decimals },
    { bins: 63, threshold: THRESHOLD },
  ).step;

/** Returns 1 to 200 times a number; the first six multiples occur in several rows. */
const multiplesOf = (step: number) => [
  ...upTo(200, (i) => (i + 1) * step),
  ...upTo(36, (i) => ((i % 6) + 1) * step),
];

describe('numbers come in the steps of their column', () => {
  test.each([25, 20, 0.25, 12.5, 10, 5, 2, 1, 0.01, 120, 37])('of %d', (step) => {
    expect(stepOf(multiplesOf(step))).toBe(step);
  });

  test('of the greatest number that divides nearly all, not of what the frequent ones have in common', () => {
    const hundreds = upTo(60, (i) => 100 * (1 + (i % 4)));
    expect(stepOf([...hundreds, ...upTo(THRESHOLD, (i) => 1025 + 50 * i)])).toBe(25);
    expect(stepOf([...hundreds, ...upTo(THRESHOLD - 1, (i) => 1025 + 50 * i)])).toBe(100);
  });

  test('which no value that a single row holds decides', () => {
    const values = [...multiplesOf(25), 1337.77];
    for (let left = 0; left < values.length; left += 7)
      expect(stepOf(values.filter((_, row) => row !== left))).toBe(25);
    expect(stepOf(multiplesOf(25))).toBe(25);
  });

  test('and of a unit of the last decimal in use where no value is shared', () => {
    expect(stepOf(upTo(200, (i) => (i + 1) * 25))).toBe(1);
  });

  test('and large numbers without many divisors take no time', () => {
    const prime = 9_007_199_254_740_881;
    expect(
      stepOf(
        upTo(30, () => prime),
        0,
      ),
    ).toBeGreaterThan(0);
  });
});
