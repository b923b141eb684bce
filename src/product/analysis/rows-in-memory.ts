import { totalmem } from 'node:os';
import { ALWAYS_ANALYZED_ROWS } from '../../shared/limits.ts';

/** At the peak of 10,000,000 rows of 8 columns an analysis took 480 bytes a row. */
const BYTES_OF_A_ROW = 280;
const BYTES_OF_A_CELL = 25;

/** How many rows an analysis can hold in half of the machine's memory, or the container's; never fewer than it always takes. */
export function rowsInMemory(
  columns: number,
  bytes = process.constrainedMemory() || totalmem(),
): number {
  const fitting = bytes / 2 / (BYTES_OF_A_ROW + BYTES_OF_A_CELL * columns);
  return Math.max(ALWAYS_ANALYZED_ROWS, Math.floor(fitting));
}
