import { firstAbove, firstNotBelow } from '../../table/search-sorted.ts';
import type { SidedColumn } from '../quality/align-columns.ts';

/** Rows as points: numbers in 0..1, categories and missing values at least 1 from any other. */
export type EncodedRows = { rows: number; width: number; cells: Float32Array };

const MISSING = 3;

/** Returns a function from values to ranks among all real values, 0..1; mid-ranks for ties. */
function ranker(sides: readonly Float64Array[]): (value: number) => number {
  const total = sides.reduce((sum, side) => sum + side.length, 0);
  return (value) => {
    let below = 0;
    for (const side of sides) below += firstNotBelow(side, { value }) + firstAbove(side, { value });
    return below / (2 * total);
  };
}

/** Returns a function from values to shares of the range over all sides, as in Gower's distance. */
function ranger(sides: readonly Float64Array[]): (value: number) => number {
  const low = Math.min(...sides.map((side) => side[0] ?? Number.POSITIVE_INFINITY));
  const high = Math.max(...sides.map((side) => side[side.length - 1] ?? Number.NEGATIVE_INFINITY));
  return (value) => (high > low ? (value - low) / (high - low) : 0);
}

/**
 * Encodes picked rows of each side for Gower's distance: the mean over columns of |a - b| of scaled
 * numbers, at most 1, and of 0 or 1 for categories. Missing values equal each other.
 *
 * @param picked selected rows, one list per side
 * @param scale of numbers: `rank` among the real rows, robust to long tails, or Anonymeter's
 * `range`
 */
export function encodeRows(
  columns: readonly SidedColumn[],
  picked: readonly Uint32Array[],
  scale: 'rank' | 'range' = 'rank',
): EncodedRows[] {
  const width = columns.length;
  const encoded = picked.map((rows) => ({
    rows: rows.length,
    width,
    cells: new Float32Array(rows.length * width),
  }));
  columns.forEach((column, c) => {
    if (column.kind === 'category') {
      picked.forEach((rows, side) => {
        const { cells } = encoded[side];
        for (let i = 0; i < rows.length; i++) {
          cells[i * width + c] = column.codes[side][rows[i]] * 2;
        }
      });
      return;
    }
    const real = [column.sorted[0], ...column.sorted.slice(2)];
    const scaled = scale === 'rank' ? ranker(real) : ranger(column.sorted);
    picked.forEach((rows, side) => {
      const { cells } = encoded[side];
      for (let i = 0; i < rows.length; i++) {
        const value = column.values[side][rows[i]];
        cells[i * width + c] = Number.isNaN(value) ? MISSING : scaled(value);
      }
    });
  });
  return encoded;
}
