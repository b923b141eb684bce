import { describe, expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { fitParetoTail, peaksOverThreshold } from './peaks-over-threshold.ts';

/** Quantile at 1 - u of a generalized Pareto distribution; shape 0 is the exponential. */
const quantile = (u: number, shape: number, scale: number) =>
  shape === 0 ? -scale * Math.log(u) : (scale / shape) * (u ** -shape - 1);

const SHAPES = [
  [0.3, 2],
  [-0.2, 1],
  [0, 3],
] as const;

describe('Grimshaw', () => {
  // Roots of the likelihood equation and their likelihoods, computed with mpmath in 30 digits.
  test('finds the maximum of the likelihood of a heavy tail', () => {
    const peaks = Float64Array.of(0.1, 0.3, 0.5, 0.8, 1, 1.5, 2.2, 3.7, 6, 14);
    const { shape, scale } = fitParetoTail(peaks);
    expect(shape).toBeCloseTo(0.500273640467, 8);
    expect(scale).toBeCloseTo(1.684417416769, 8);
  });

  test('finds the maximum of the likelihood of a bounded tail', () => {
    const peaks = Float64Array.of(
      ...[0.04, 0.13, 0.23, 0.33, 0.45, 0.57, 0.71, 0.87, 1.06, 1.29, 1.6, 2.02],
    );
    const { shape, scale } = fitParetoTail(peaks);
    expect(shape).toBeCloseTo(-0.551023575219, 8);
    expect(scale).toBeCloseTo(1.250173898013, 8);
  });

  test('keeps to the exponential distribution where no other is likelier', () => {
    // mpmath finds no root but 0; the exponential's scale is the mean, 20.9 / 11.
    const peaks = Float64Array.of(0.5, 0.9, 1, 1.1, 1.3, 1.6, 2, 2.1, 2.9, 3.4, 4.1);
    expect(fitParetoTail(peaks)).toEqual({ shape: 0, scale: 1.9 });
    expect(fitParetoTail(Float64Array.of(3))).toEqual({ shape: 0, scale: 3 });
    expect(fitParetoTail(new Float64Array(4))).toEqual({ shape: 0, scale: 0 });
  });

  test.each(SHAPES)('finds shape %d and scale %d again from 1,000 quantiles', (shape, scale) => {
    const peaks = Float64Array.from({ length: 1000 }, (_, i) =>
      quantile(1 - (i + 0.5) / 1000, shape, scale),
    );
    const fitted = fitParetoTail(peaks);
    expect(Math.abs(fitted.shape - shape)).toBeLessThan(0.005);
    expect(Math.abs(fitted.scale / scale - 1)).toBeLessThan(0.005);
  });

  test.skipIf(!process.env.TEST_LONG).each(SHAPES)(
    'finds shape %d and scale %d again from 20,000 draws',
    (shape, scale) => {
      const random = streamFor(5n, 1, 1);
      const peaks = Float64Array.from({ length: 20_000 }, () =>
        quantile(1 - random.float(), shape, scale),
      );
      const fitted = fitParetoTail(peaks);
      expect(Math.abs(fitted.shape - shape)).toBeLessThan(0.03);
      expect(Math.abs(fitted.scale / scale - 1)).toBeLessThan(0.04);
    },
  );
});

describe('peaks over threshold', () => {
  test('by hand: one peak above the 98 % quantile', () => {
    // In 0 … 99 the level is 98 and the only peak 1, so the tail is exponential with scale 1; a
    // risk of 0.001 is a tenth of the share above the level, so the bound is 98 + ln 10.
    const scores = Float64Array.from({ length: 100 }, (_, i) => i);
    const tail = peaksOverThreshold(scores, 0.001);
    expect(tail).toMatchObject({ level: 98, peaks: 1, shape: 0, scale: 1 });
    expect(tail.bound).toBeCloseTo(98 + Math.LN10, 12);
  });

  test('by hand: the bound of a tail that is not exponential', () => {
    // 490 rows at 0 and ten peaks: their share is 0.02, so a risk of 0.0002 is the 99 % quantile of the tail.
    const peaks = [0.1, 0.3, 0.5, 0.8, 1, 1.5, 2.2, 3.7, 6, 14];
    const scores = Float64Array.of(...new Array<number>(490).fill(0), ...peaks);
    const tail = peaksOverThreshold(scores, 0.0002);
    expect(tail).toMatchObject({ level: 0.1, peaks: 9 });
    const rest = fitParetoTail(Float64Array.from(peaks.slice(1), (peak) => peak - 0.1));
    expect(tail.bound).toBeCloseTo(0.1 + quantile((0.0002 * 500) / 9, rest.shape, rest.scale), 9);
  });

  test('the bound of exponential scores is the quantile it stands for', () => {
    const scores = Float64Array.from({ length: 20_000 }, (_, i) =>
      quantile(1 - (i + 0.5) / 2e4, 0, 1),
    );
    // -ln 0.001
    expect(Math.abs(peaksOverThreshold(scores, 0.001).bound - 6.907755)).toBeLessThan(0.02);
  });

  test('nothing above the level leaves the level as the bound', () => {
    const none = { peaks: 0, shape: 0, scale: 0 };
    expect(peaksOverThreshold(new Float64Array(0), 0.5)).toEqual({ ...none, level: 0, bound: 0 });
    const level = 7;
    const same = new Float64Array(50).fill(level);
    expect(peaksOverThreshold(same, 0.5)).toEqual({ ...none, level, bound: level });
  });

  test.each([0, 1, -0.1, 1.1, Number.NaN])('refuses a risk of %d', (risk) => {
    expect(() => peaksOverThreshold(Float64Array.of(1, 2), risk)).toThrow(
      'risk must be between 0 and 1',
    );
  });
});
