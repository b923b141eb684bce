import { expect, test } from 'vitest';
import { rowGroupOf } from './row-group.ts';

test('a row group holds at most 2,000,000 cells and 32 MB of text, in steps of 2,048 rows', () => {
  expect(rowGroupOf(10)).toBe(40_960);
  expect(rowGroupOf(500)).toBe(2048);
  expect(rowGroupOf(100)).toBe(18_432);
  expect(rowGroupOf(10, 100)).toBe(40_960);
  expect(rowGroupOf(10, 2000)).toBe(14_336);
  expect(rowGroupOf(10, 1_000_000)).toBe(2048);
});
