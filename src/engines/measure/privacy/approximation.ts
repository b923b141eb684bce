import type { RowIndex } from './row-index.ts';

/** Intervals of a column; two of them fill a byte. */
const INTERVALS = 16;
/** Allowance for rounding, as bounds are summed in another order than differences. */
const ROUNDING = 1e-9;
/** Rows by which columns are ordered. */
const MAX_LOOKED = 200;

type Cells = Pick<RowIndex, 'ids' | 'width' | 'cells'>;

/**
 * Intervals of each row's cells, four bits a column (VA-file: Weber, Schek and Blott, VLDB 1998). A
 * row's distance to a point is at least that of its intervals, which takes a look-up for every two
 * columns, so that a scan reads the cells of a few rows only.
 */
export type Approximation = {
  /** Bytes of each row, group by group of columns. */
  bytes: Uint8Array;
  /** First byte of each group in a row, and the bytes of a row. */
  start: Int32Array;
  /** Columns of each byte: low and high four bits; -1 for none. */
  columns: Int32Array;
  /** Smallest and largest cell of each interval, by column. */
  low: Float32Array;
  high: Float32Array;
};

type Intervals = { low: Float32Array; high: Float32Array };

/** Cuts a column into intervals of about equal rows; equal cells share one. */
function intervalsOf({ ids, width, cells }: Cells, column: number): Intervals {
  const rows = ids.length;
  const sorted = new Float32Array(rows);
  for (let row = 0; row < rows; row++) sorted[row] = cells[row * width + column];
  sorted.sort();
  const low = new Float32Array(INTERVALS).fill(Number.POSITIVE_INFINITY);
  const high = new Float32Array(INTERVALS).fill(Number.POSITIVE_INFINITY);
  let at = 0;
  for (let i = 0; i < INTERVALS && at < rows; i++) {
    const fair = Math.max(1, Math.ceil((rows - at) / (INTERVALS - i)));
    let end = at + fair;
    while (end < rows && sorted[end] === sorted[end - 1]) end++;
    low[i] = sorted[at];
    high[i] = sorted[end - 1];
    at = end;
  }
  return { low, high };
}

/** Returns how far rows are apart by a column: those that rule out most rows come first. */
function separation({ ids, width, cells }: Cells, column: number): number {
  const looked = Math.min(ids.length, MAX_LOOKED);
  // Rows of one box are alike.
  const own = Float32Array.from(
    { length: looked },
    (_, i) => cells[Math.floor((i * ids.length) / looked) * width + column],
  );
  let sum = 0;
  for (const cell of own) for (const other of own) sum += Math.min(1, Math.abs(cell - other));
  return sum;
}

/**
 * Approximates the rows of an index, in its order.
 *
 * @param groups columns whose distances are bounded together
 */
export function approximationOf(
  index: Cells,
  groups: readonly (readonly number[])[],
): Approximation {
  const { ids, width, cells } = index;
  const start = new Int32Array(groups.length + 1);
  groups.forEach((group, g) => {
    start[g + 1] = start[g] + Math.ceil(group.length / 2);
  });
  const bytesOfRow = start[groups.length];
  const columns = new Int32Array(2 * bytesOfRow).fill(-1);
  const bytes = new Uint8Array(ids.length * bytesOfRow);
  const low = new Float32Array(INTERVALS * width);
  const high = new Float32Array(INTERVALS * width);
  groups.forEach((group, g) => {
    const apart = group.map((column) => ({ column, by: separation(index, column) }));
    apart.sort((a, b) => b.by - a.by);
    apart.forEach(({ column }, place) => {
      const own = intervalsOf(index, column);
      low.set(own.low, INTERVALS * column);
      high.set(own.high, INTERVALS * column);
      columns[2 * start[g] + place] = column;
      const byte = start[g] + (place >> 1);
      const shift = 4 * (place & 1);
      for (let row = 0; row < ids.length; row++) {
        const cell = cells[row * width + column];
        let interval = 0;
        for (let i = 0; i < INTERVALS; i++) interval += Number(own.high[i] < cell);
        bytes[row * bytesOfRow + byte] |= interval << shift;
      }
    });
  });
  return { bytes, start, columns, low, high };
}

/** Returns the least distance by a column from a point to the cells of each interval. */
function distancesTo(
  { low, high }: Approximation,
  column: number,
  point: Float32Array,
): Float64Array {
  const out = new Float64Array(INTERVALS);
  if (column < 0) return out;
  const cell = point[column];
  for (let i = 0; i < INTERVALS; i++) {
    const at = INTERVALS * column + i;
    out[i] = Math.min(1, Math.max(0, low[at] - cell, cell - high[at]));
  }
  return out;
}

/** Fills a table of the least distances from a point, by byte of a row and its value. */
export function fillBounds(
  approximation: Approximation,
  point: Float32Array,
  bounds: Float64Array,
): void {
  const { columns } = approximation;
  for (let byte = 0; 2 * byte < columns.length; byte++) {
    const first = distancesTo(approximation, columns[2 * byte], point);
    const second = distancesTo(approximation, columns[2 * byte + 1], point);
    for (let value = 0; value < 256; value++)
      bounds[256 * byte + value] = first[value & 15] + second[value >> 4] - ROUNDING;
  }
}

/** Returns room for the tables of `fillBounds`. */
export const boundsRoom = ({ columns }: Approximation): Float64Array =>
  new Float64Array(128 * columns.length);
