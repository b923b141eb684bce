import { expect, test } from 'vitest';
import { firstAbove, firstNotBelow } from './search-sorted.ts';

const sorted = Float64Array.of(-1, 2, 2, 2, 7);
const within = (from: number, to: number) => Array.from(sorted.slice(from, to));

test('places in an ascending list are those that a look at each value finds', () => {
  for (const value of [-2, -1, 0, 2, 5, 7, 8]) {
    for (const [from, to] of [[0, 5] as const, [1, 4] as const, [2, 2] as const]) {
      const below = within(from, to).filter((candidate) => candidate < value).length;
      const upTo = within(from, to).filter((candidate) => candidate <= value).length;
      expect(firstNotBelow(sorted, { value, from, to })).toBe(from + below);
      expect(firstAbove(sorted, { value, from, to })).toBe(from + upTo);
    }
  }
  expect(firstAbove(sorted, { value: 2 })).toBe(4);
  expect(firstNotBelow(sorted, { value: 2 })).toBe(1);
});
