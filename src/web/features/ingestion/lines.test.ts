import { expect, test } from 'vitest';
import { linesCounted, linesOf } from './lines.ts';

test('lines are counted and named as a person does', () => {
  expect(linesCounted(1)).toBe('1 line was');
  expect(linesCounted(1099)).toBe('1,099 lines were');
  expect(linesOf({ fromLine: 7, toLine: 7 })).toBe('Line 7');
  expect(linesOf({ fromLine: 100_001, toLine: 100_099 })).toBe('Lines 100,001–100,099');
});
