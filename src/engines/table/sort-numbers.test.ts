import { expect, it } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { sortNumbers } from './sort-numbers.ts';

const stream = streamFor(1n, 0, 0);
const some = Float64Array.from({ length: 70_000 }, (_, i) =>
  i % 50 === 0 ? Number.NaN : (stream.float() - 0.5) * 10 ** (stream.below(40) - 20),
);

/** Compares without `toEqual`, which takes seconds for this many values. */
function expectSame(sorted: Float64Array, expected: Float64Array): void {
  expect(sorted.length).toBe(expected.length);
  expect(sorted.findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1);
}

it('sorts like a comparison sort and omits missing values', () => {
  const expected = some.filter((value) => !Number.isNaN(value)).sort();
  expectSame(sortNumbers(some), expected);
});

it('counts plain decimals to the same end', () => {
  const cents = Float64Array.from({ length: 70_000 }, () => (stream.below(90_000) - 30_000) / 100);
  const expected = cents.map((value) => value + 0).sort();
  expectSame(sortNumbers(cents, 2), expected);
  expectSame(sortNumbers(cents, 1), expected);
});

it('omits missing values among plain decimals', () => {
  const some = Float64Array.from({ length: 70_000 }, (_, i) =>
    i % 9 === 0 ? Number.NaN : stream.below(5000) / 10,
  );
  const expected = some.filter((value) => !Number.isNaN(value)).sort();
  expectSame(sortNumbers(some, 1), expected);
});
