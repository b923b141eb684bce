import { expect, test } from 'vitest';
import { aliasTable, drawAlias } from './alias-table.ts';
import { exponential, naturalLog, squareRoot } from './exponential.ts';
import { normalQuantile } from './normal-quantile.ts';
import { fromTable, histogramTable, logNormalTable } from './quantile-table.ts';
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

// Wichura 1988, section 3.3: PPND16(0.25), PPND16(0.001), PPND16(1e-20).
test('normal quantiles are those printed with AS 241', () => {
  expect(normalQuantile(0.25)).toBeCloseTo(-0.6744897501960817, 14);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167814, 13);
  expect(normalQuantile(1e-20)).toBeCloseTo(-9.262340089798409, 12);
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
