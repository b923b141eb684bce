import { firstAbove } from '../../../table/search-sorted.ts';
import type { SidedColumn } from '../../quality/align-columns.ts';

/** Real row, by side and index in the aligned columns. */
export type RealRow = { side: number; row: number };

/** Maximum distinct numbers of a column; more are merged into groups of equal size. */
const MAX_NUMBERS = 1000;

/** Values of real rows in one column: codes, rows per code and, for numbers, ascending values. */
export type RealValues = {
  codes: Int32Array;
  counts: Uint32Array;
  /** Null for categories. A missing number has the last code. */
  numbers: Float64Array | null;
};

function countsOf(codes: Int32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const code of codes) counts[code]++;
  return counts;
}

function groupsOf(sorted: Float64Array): Float64Array {
  const distinct = new Set(sorted);
  if (distinct.size <= MAX_NUMBERS) return Float64Array.from(distinct);
  const firsts = new Set<number>();
  for (let i = 0; i < MAX_NUMBERS; i++)
    firsts.add(sorted[Math.floor((i * sorted.length) / MAX_NUMBERS)]);
  return Float64Array.from(firsts);
}

export function realValues(column: SidedColumn, real: readonly RealRow[]): RealValues {
  if (column.kind === 'category') {
    const codes = new Int32Array(real.length);
    for (let i = 0; i < real.length; i++) codes[i] = column.codes[real[i].side][real[i].row];
    return { codes, counts: countsOf(codes, column.words.length + 1), numbers: null };
  }
  const cells = new Float64Array(real.length);
  for (let i = 0; i < real.length; i++) cells[i] = column.values[real[i].side][real[i].row];
  const numbers = groupsOf(cells.filter((cell) => !Number.isNaN(cell)).sort());
  const codes = new Int32Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i];
    codes[i] = Number.isNaN(value) ? numbers.length : firstAbove(numbers, { value }) - 1;
  }
  return { codes, counts: countsOf(codes, numbers.length + 1), numbers };
}
