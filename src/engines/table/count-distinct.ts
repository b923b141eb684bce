import { sortNumbers } from './sort-numbers.ts';
import type { Column } from './table.ts';

/** Counts non-missing and distinct values of possible keys: categories and integers. */
export function countDistinct(column: Column): { present: number; distinct: number } {
  if (column.kind === 'category') {
    const seen = new Uint8Array(column.dictionary.length);
    let present = 0;
    let distinct = 0;
    for (let i = 0; i < column.codes.length; i++) {
      const code = column.codes[i];
      if (code < 0) continue;
      present++;
      if (seen[code] === 0) distinct++;
      seen[code] = 1;
    }
    return { present, distinct };
  }
  if (column.kind === 'datetime' || column.decimals > 0) return { present: 0, distinct: 0 };
  const sorted = sortNumbers(column.values, 0);
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  return { present: sorted.length, distinct };
}
