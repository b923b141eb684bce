import { expect, test } from 'vitest';
import { aliasTable, drawAlias } from './alias-table.ts';
import { exponential, naturalLog, squareRoot } from './exponential.ts';
import { normalQuantile } from './normal-quantile.ts';
import { fromTable, histogramTable, logNormalTable, quantileTable } from './quantile-table.ts';
import { streamFor } from './stream.ts';

// Reference digits: Abramowitz and Stegun, tables 1.1 and 4.4.
test('exponential and logarithm agree with published digits', () => {
  expect(exponential(1)).toBeCloseTo(Math.E, 15);
  expect(exponential(-10)).toBeCloseTo(0.000045399929762484854, 19);
  expect(exponential(100) / 2.6881171418161356e43).toBeCloseTo(1, 14);
  expect(naturalLog(2)).toBeCloseTo(Math.LN2, 15);
  expect(naturalLog(10)).toBeCloseTo(Math.LN10, 14);
  expect(squareRoot(2)).toBeCloseTo(Math.SQRT2, 15);
});

test('exponential and logarithm stay within 1e-14 of the host over their range', () => {
  for (let x = -700; x <= 700; x += 0.37) {
    expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
    const y = Math.exp(x);
    expect(Math.abs(naturalLog(y) - Math.log(y))).toBeLessThan(1e-13 * Math.max(1, Math.abs(x)));
  }
});

// ln 1.99, ln of the smallest normal and subnormal double, e^x at both ends; mpmath, 30 digits.
test('exponential and logarithm hold to the ends of their range', () => {
  expect(naturalLog(1.99)).toBeCloseTo(0.688134638736401, 15);
  expect(naturalLog(2 ** -1022)).toBeCloseTo(-708.3964185322641, 12);
  expect(naturalLog(2 ** -1074)).toBeCloseTo(-744.4400719213812, 12);
  expect(naturalLog(1)).toBe(0);
  expect(exponential(709) / 8.218407461554972e307).toBeCloseTo(1, 13);
  expect(exponential(-708) / 3.307553003638408e-308).toBeCloseTo(1, 13);
  expect(exponential(1500)).toBe(Number.POSITIVE_INFINITY);
  expect(exponential(-1500)).toBe(0);
  expect(exponential(0)).toBe(1);
  expect(squareRoot(0)).toBe(0);
  for (const x of [0, -1, Number.NaN]) {
    expect(() => naturalLog(x)).toThrow('the logarithm needs a positive number');
  }
});

// Wichura 1988, section 3.3: PPND16(0.25), PPND16(0.001), PPND16(1e-20); the other half by symmetry.
test('normal quantiles are those printed with AS 241', () => {
  expect(normalQuantile(0.25)).toBeCloseTo(-0.6744897501960817, 14);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167814, 13);
  expect(normalQuantile(1e-20)).toBeCloseTo(-9.262340089798409, 12);
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.75)).toBeCloseTo(0.6744897501960817, 14);
  expect(normalQuantile(0.999)).toBeCloseTo(3.090232306167814, 12);
});

// Both sides of the transitions between its three formulas: |q| = 0.425, and p = exp(-25).
test('normal quantiles rise without a step from formula to formula', () => {
  for (const p of [0.075, 0.925, Math.exp(-25)]) {
    const [below, above] = [normalQuantile(p * (1 - 1e-9)), normalQuantile(p * (1 + 1e-9))];
    const density = Math.exp(-(normalQuantile(p) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    expect((above - below) / ((2e-9 * p) / density)).toBeCloseTo(1, 4);
  }
});

test("Vose's alias table by hand", () => {
  // Weights 1, 0, 2, 5 scaled by 4/8: 0.5, 0, 1, 2.5. The second takes all its room from the fourth, the first half.
  const table = aliasTable([1, 0, 2, 5]);
  expect([...table.threshold]).toEqual([2 ** 31, 0, 2 ** 32, 2 ** 32]);
  expect([...table.alias]).toEqual([3, 3, 2, 3]);
  const draws = (...values: number[]) => ({
    ...streamFor(1n, 0, 0),
    uint32: () => values.shift() ?? Number.NaN,
  });
  expect(drawAlias(table, draws(0, 2 ** 31 - 1))).toBe(0);
  expect(drawAlias(table, draws(0, 2 ** 31))).toBe(3);
  expect(drawAlias(table, draws(2 ** 30 - 1, 0))).toBe(0);
  expect(drawAlias(table, draws(2 ** 30, 0))).toBe(3);
  expect(drawAlias(table, draws(2 ** 31, 2 ** 32 - 1))).toBe(2);
  expect(drawAlias(table, draws(2 ** 32 - 1, 2 ** 32 - 1))).toBe(3);
  for (const weights of [[], [0, 0], [Number.NaN]]) {
    expect(() => aliasTable(weights)).toThrow('an alias table needs a positive weight');
  }
});

test('an alias table draws in proportion to the weights', () => {
  const table = aliasTable([1, 0, 3, 6]);
  const stream = streamFor(7n, 1, 1);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 100_000; i++) counts[drawAlias(table, stream)]++;
  expect(counts[1]).toBe(0);
  // Four standard errors of a binomial share at n = 100,000 are below 0.0064.
  expect(counts[0] / 100_000).toBeCloseTo(0.1, 2);
  expect(Math.abs(counts[3] / 100_000 - 0.6)).toBeLessThan(0.0064);
});

test('table draws have the quantiles of their distribution', () => {
  const table = logNormalTable(50, 0.8);
  expect(fromTable(table, 0x80000000)).toBeCloseTo(50, 9);
  // exp(0.8 x 1.6448536) x 50, the 95th percentile.
  expect(fromTable(table, Math.floor(0.95 * 2 ** 32))).toBeCloseTo(
    50 * Math.exp(0.8 * 1.6448536),
    1,
  );
  const hours = histogramTable([0, 1, 0, 3], 0, 24);
  expect(fromTable(hours, Math.floor(0.25 * 2 ** 32))).toBeCloseTo(12, 1);
  expect(fromTable(hours, 0xffffffff)).toBeCloseTo(24, 2);
});

test('a quantile table stands half a step inside its ends', () => {
  const table = quantileTable((p) => p);
  expect(table).toHaveLength(1025);
  expect([table[0], table[1], table[512], table[1024]]).toEqual([
    0.5 / 1024,
    1 / 1024,
    0.5,
    1023.5 / 1024,
  ]);
  // Half way between the second and the third.
  expect(fromTable(table, (1.5 / 1024) * 2 ** 32)).toBe(1.5 / 1024);
});

test("a histogram's quantiles by hand", () => {
  // Bins of width 2 from 10 with 1/4, 1/2, 0 and 1/4 of the mass.
  const table = histogramTable([1, 2, 0, 1], 10, 18);
  const at = (share: number) => table[share * 1024];
  expect([0, 0.125, 0.25, 0.5, 0.75, 0.875, 1].map(at)).toEqual([10, 11, 12, 13, 14, 17, 18]);
  // First step after the empty bin.
  expect(table[769]).toBe(16 + 2 * (1 / 256));
  expect(histogramTable([0, 1], 0, 2)[0]).toBe(0);
});
