import { isNull } from './format-table.ts';
import type { Column } from './table.ts';

/** Returns the number of rows without a value. */
export function countNulls(column: Column, rows: number): number {
  let nulls = 0;
  for (let row = 0; row < rows; row++) if (isNull(column, row)) nulls++;
  return nulls;
}
