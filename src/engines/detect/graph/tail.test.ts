import { expect, test } from 'vitest';
import { logBinomialTail, logPoissonTail } from './tail.ts';

/** Expected values: exact sums of rational terms. The bound is at most .1 larger. */
test.each([
  [3, 20, 0.01, -2.998449660415919],
  [5, 5, 0.02, -8.494850021680094],
  [8, 40, 0.05, -3.147819945074497],
  [2, 6, 0.0094, -2.888560638408072],
])('at least %i of %i with chance %f', (count, trials, share, expected) => {
  const bound = logBinomialTail(count, trials, share);
  expect(bound).toBeGreaterThanOrEqual(expected - 1e-12);
  expect(bound).toBeLessThan(expected + 0.1);
});

test.each([
  [5, 0.5, -3.764179689257839],
  [4, 0.1, -5.414896562552839],
  [12, 3, -4.1463831258507975],
])('a Poisson count of at least %i with mean %f', (count, mean, expected) => {
  const bound = logPoissonTail(count, mean);
  expect(bound).toBeGreaterThanOrEqual(expected - 1e-12);
  expect(bound).toBeLessThan(expected + 0.1);
});

test('what is expected anyway is no surprise', () => {
  expect(logBinomialTail(2, 20, 0.1)).toBe(0);
  expect(logBinomialTail(3, 3, 1)).toBe(0);
  expect(logPoissonTail(3, 3)).toBe(0);
});
