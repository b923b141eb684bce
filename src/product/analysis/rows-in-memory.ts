import { totalmem } from 'node:os';
import { ALWAYS_ANALYZED_ROWS } from '../../shared/limits.ts';

/** Measured: 480 bytes a row at the peak of an analysis of 10,000,000 rows of 8 columns. */
const BYTES_OF_A_ROW = 280;
const BYTES_OF_A_CELL = 25;

/** Returns the rows that fit in half of the memory, at least those always analyzed in full. */
export function rowsInMemory(
  columns: number,
  bytes = process.constrainedMemory() || totalmem(),
): number {
  const fitting = bytes / 2 / (BYTES_OF_A_ROW + BYTES_OF_A_CELL * columns);
  return Math.max(ALWAYS_ANALYZED_ROWS, Math.floor(fitting));
}
