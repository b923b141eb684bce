import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { KeyCounts } from './key-counts.ts';

test('counts keys as a Map does, through growth and copies', () => {
  const stream = streamFor(5n, 0, 0);
  const expected = new Map<number, number>();
  const counts = new KeyCounts(10);
  // Keys that share their low bits meet in one place.
  const keys = Array.from({ length: 5000 }, () => stream.below(900) * 2 ** 20 + stream.below(3));
  for (const key of keys) {
    expected.set(key, (expected.get(key) ?? 0) + 1);
    counts.add(key);
  }
  expect(counts.size).toBe(expected.size);
  for (const [key, times] of expected) expect(counts.of(key)).toBe(times);
  expect(counts.of(2 ** 53 - 1)).toBe(0);
  expect([...counts.counts()].sort()).toEqual([...expected.values()].sort());
  const copy = counts.copy(1);
  copy.add(2 ** 53 - 1);
  expect([copy.of(2 ** 53 - 1), counts.of(2 ** 53 - 1)]).toEqual([1, 0]);
});
