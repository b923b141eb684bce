import { formatCell, isNull } from './format-table.ts';
import { type Column, lengthOf } from './table.ts';

/** Returns values spread evenly over a column, as text: `count` to twice as many of a long one. */
export function sampleTexts(column: Column, count: number): string[] {
  const rows = lengthOf(column);
  const texts: string[] = [];
  const step = Math.max(1, Math.floor(rows / count));
  for (let row = 0; row < rows; row += step)
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  return texts;
}
