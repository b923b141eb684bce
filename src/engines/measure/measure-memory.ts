const FIXED_MEMORY = 480 * 2 ** 20;
/** Bytes of a cell: a number in three tables, its codes, and texts while they are read. */
const CELL_MEMORY = 100;
const ROW_MEMORY = 400;

/** Estimates the bytes in which a table of this size is read and measured with its synthetic rows. */
export const measureMemory = (rows: number, columns: number): number =>
  FIXED_MEMORY + rows * (CELL_MEMORY * columns + ROW_MEMORY);
