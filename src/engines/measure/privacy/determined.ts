import type { SidedColumn } from '../quality/align-columns.ts';

const MOST_ROWS = 20_000;
const MOST_VALUES = 1000;
/** A column counts as determined where another tells its value this often. */
const TELLS = 0.95;

/** Small codes for the first rows of the real side; null where a column has too many values to tell anything. */
function codesOf(column: SidedColumn): Int32Array | null {
  const cells = column.kind === 'number' ? column.values[0]! : column.codes[0]!;
  const known = new Map<number, number>();
  const codes = new Int32Array(Math.min(MOST_ROWS, cells.length));
  for (let row = 0; row < codes.length; row++) {
    const cell = cells[row]!;
    let code = known.get(cell);
    if (code === undefined) {
      code = known.size;
      if (code === MOST_VALUES) return null;
      known.set(cell, code);
    }
    codes[row] = code;
  }
  return codes;
}

function tells(known: Int32Array, secret: Int32Array): boolean {
  const counts = new Map<number, number>();
  const most = new Map<number, number>();
  for (let row = 0; row < known.length; row++) {
    const cell = known[row]! * MOST_VALUES + secret[row]!;
    const count = (counts.get(cell) ?? 0) + 1;
    counts.set(cell, count);
    if (count > (most.get(known[row]!) ?? 0)) most.set(known[row]!, count);
  }
  let right = 0;
  for (const count of most.values()) right += count;
  return right >= TELLS * known.length && most.size * 5 < known.length;
}

/**
 * Columns whose value another column alone gives away, as a code does its name: whoever knows the one knows the other
 * without any synthetic row.
 */
export function determinedColumns(columns: readonly SidedColumn[]): Set<string> {
  const codes = columns.map(codesOf);
  const found = new Set<string>();
  columns.forEach((column, i) => {
    const secret = codes[i];
    if (secret === null || secret === undefined) return;
    const told = codes.some((known, j) => j !== i && known !== null && tells(known, secret));
    if (told) found.add(column.name);
  });
  return found;
}
