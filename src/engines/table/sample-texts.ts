import { formatCell, isNull } from './format-table.ts';
import { type Column, lengthOf } from './table.ts';

const known = new WeakMap<Column, { count: number; texts: readonly string[] }>();

function textsOf(column: Column, count: number): readonly string[] {
  const rows = lengthOf(column);
  const texts: string[] = [];
  const step = Math.max(1, Math.floor(rows / count));
  for (let row = 0; row < rows; row += step)
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  return texts;
}

/**
 * Returns values spread evenly over a column, as text: `count` to twice as many of a long one;
 * computed once for a column.
 */
export function sampleTexts(column: Column, count: number): readonly string[] {
  const before = known.get(column);
  if (before?.count === count) return before.texts;
  const texts = textsOf(column, count);
  known.set(column, { count, texts });
  return texts;
}
