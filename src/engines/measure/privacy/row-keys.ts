import type { SidedColumn } from '../quality/align-columns.ts';

const LOW = 0x9e3779b1;
const HIGH = 0x85ebca6b;

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

function mix(a: number, b: number, salt: number): number {
  let h = Math.imul(a ^ salt, 0xcc9e2d51) ^ Math.imul(b + salt, 0x1b873593);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Two 32-bit sums of hashed cells per row, from which a column can be subtracted. */
export type RowKeys = {
  low: Uint32Array;
  high: Uint32Array;
  columns: readonly SidedColumn[];
  side: number;
};

/** Returns a column's cells of one side, numbers or codes. */
export const cellsOf = (column: SidedColumn, side: number) =>
  column.kind === 'number' ? column.values[side] : column.codes[side];

/** Writes a cell's bits into `words`; -0 and 0 are one value, and so are all NaN. */
function lay(value: number): void {
  bits[0] = Number.isNaN(value) ? Number.NaN : value + 0;
}

const lowHash = (index: number) => mix(words[0], words[1], Math.imul(index + 1, LOW));
const highHash = (index: number) => mix(words[0], words[1], Math.imul(index + 1, HIGH) ^ LOW);

/** Hashes every row of one side; equal rows have equal keys. */
export function rowKeys(columns: readonly SidedColumn[], side: number): RowKeys {
  const rows = columns[0] === undefined ? 0 : cellsOf(columns[0], side).length;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  columns.forEach((column, index) => {
    const cells = cellsOf(column, side);
    for (let row = 0; row < rows; row++) {
      lay(cells[row]);
      low[row] += lowHash(index);
      high[row] += highHash(index);
    }
  });
  return { low, high, columns, side };
}

const joined = (low: number, high: number) => (high & 0x1fffff) * 4294967296 + low;

/** Returns the key of a whole row, an integer below 2^53. */
export const keyOf = (keys: RowKeys, row: number): number => joined(keys.low[row], keys.high[row]);

export function keyWithout(keys: RowKeys, row: number, column: number): number {
  lay(cellsOf(keys.columns[column], keys.side)[row]);
  const low = (keys.low[row] - lowHash(column)) >>> 0;
  const high = (keys.high[row] - highHash(column)) >>> 0;
  return joined(low, high);
}
