import { expect, test } from 'vitest';
import { checkCells } from './check-cells.ts';

test('250 million cells are read, and not one row more', () => {
  expect(() => checkCells(2_500_000, 100)).not.toThrow();
  expect(() => checkCells(2_500_001, 100)).toThrow(
    'The file has 2500001 rows of 100 columns; the limit is 250000000 cells.',
  );
});
