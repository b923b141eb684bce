import { expect, it } from 'vitest';
import { fisherExact } from './fisher-exact.ts';
import { clip, residualRisk, wilson } from './intervals.ts';

// Expected values: Anonymeter 1.0, tests/test_confidence.py
it('gives Anonymeter’s success rates', () => {
  expect(wilson(100, 100).value).toBeCloseTo(0.9815032508965071, 12);
  expect(wilson(100, 100).error).toBeCloseTo(0.01849674910349284, 12);
  expect(wilson(23, 100).value).toBeCloseTo(0.23998824451588613, 12);
  expect(wilson(23, 100).error).toBeCloseTo(0.08155558571285167, 12);
  expect(wilson(850, 1000).value).toBeCloseTo(0.849, 3);
  expect(wilson(850, 1000).error).toBeCloseTo(0.022, 3);
});

it('gives Anonymeter’s residual risks', () => {
  const risk = residualRisk({ value: 0.9, error: 0.02 }, { value: 0.85, error: 0.02 });
  expect(risk.value).toBeCloseTo(1 / 3, 3);
  expect(risk.error).toBeCloseTo(0.16, 2);
  // Notebook anonymeter_example: univariate singling out, then linkability
  const single = residualRisk(wilson(16, 500), wilson(9.229904771, 500));
  expect(single.value).toBeCloseTo(0.013741062122476706, 9);
  expect(clip(single.value - single.error)).toBe(0);
  expect(single.value + single.error).toBeCloseTo(0.034101211562263624, 9);
  const link = residualRisk(wilson(5, 2000), wilson(9, 2000));
  expect(clip(link.value)).toBe(0);
  expect(clip(link.value + link.error)).toBeCloseTo(0.001915371248414205, 9);
});

// Expected values: R 4, fisher.test(alternative = "greater"), by hand for the small table
it('gives Fisher’s one-sided p', () => {
  expect(fisherExact({ a: 3, n: 4, b: 1, m: 4 })).toBeCloseTo(17 / 70, 12);
  expect(fisherExact({ a: 4, n: 4, b: 0, m: 4 })).toBeCloseTo(1 / 70, 12);
  expect(fisherExact({ a: 0, n: 10, b: 3, m: 10 })).toBeCloseTo(1, 12);
});
