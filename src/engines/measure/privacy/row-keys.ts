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

/** Two 32-bit sums of hashed cells a row, from which a column can be taken out again. */
export type RowKeys = { low: Uint32Array; high: Uint32Array; cells: CellHash[] };
type CellHash = { low: Uint32Array; high: Uint32Array };

function cellHash(column: SidedColumn, index: number, side: number): CellHash {
  const values = column.kind === 'number' ? column.values[side]! : column.codes[side]!;
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    // -0 and 0 are one value, and so are all NaN
    bits[0] = values[row]! + 0;
    low[row] = mix(words[0]!, words[1]!, Math.imul(index + 1, LOW));
    high[row] = mix(words[0]!, words[1]!, Math.imul(index + 1, HIGH) ^ LOW);
  }
  return { low, high };
}

/** Hashes every row of one side; equal rows have equal keys. */
export function rowKeys(columns: readonly SidedColumn[], side: number): RowKeys {
  const cells = columns.map((column, index) => cellHash(column, index, side));
  const rows = cells[0]?.low.length ?? 0;
  const low = new Uint32Array(rows);
  const high = new Uint32Array(rows);
  for (const cell of cells) {
    for (let row = 0; row < rows; row++) {
      low[row]! += cell.low[row]!;
      high[row]! += cell.high[row]!;
    }
  }
  return { low, high, cells };
}

const joined = (low: number, high: number) => (high & 0x1fffff) * 4294967296 + low;

/** The key of a whole row, a whole number below 2^53. */
export const keyOf = (keys: RowKeys, row: number): number =>
  joined(keys.low[row]!, keys.high[row]!);

/** The key of a row without one of its columns. */
export function keyWithout(keys: RowKeys, row: number, column: number): number {
  const cell = keys.cells[column]!;
  const low = (keys.low[row]! - cell.low[row]!) >>> 0;
  const high = (keys.high[row]! - cell.high[row]!) >>> 0;
  return joined(low, high);
}
