import { expect, test } from 'vitest';
import { rowsInMemory } from './rows-in-memory.ts';

const GB = 1024 ** 3;

test('a machine of 10 GB holds 10,000,000 rows of 8 columns; a small one 2,000,000', () => {
  expect(rowsInMemory(8, 10 * GB)).toBeGreaterThan(10_000_000);
  expect(rowsInMemory(8, 4 * GB)).toBe(4_473_924);
  expect(rowsInMemory(200, 4 * GB)).toBe(2_000_000);
});
