import type { SidedColumn } from '../../quality/align-columns.ts';

const MAX_ROWS = 5000;
const MAX_VALUES = 1000;
/** Groups of fewer rows than this would seem to predict what they hold by chance. */
const MIN_GROUP = 5;
const BAND = Math.log1p(0.05);

/** Small codes for the first rows of the real side: numbers in bands of 5 %, dates by day; the rest beyond 1,000 values is one. */
function codesOf(column: SidedColumn): Int32Array {
  const cells = column.kind === 'number' ? column.values[0] : column.codes[0];
  const banded = column.kind === 'number' && !column.datetime;
  const known = new Map<number, number>();
  const codes = new Int32Array(Math.min(MAX_ROWS, cells.length));
  for (let row = 0; row < codes.length; row++) {
    const cell = cells[row];
    const band = banded
      ? Math.sign(cell) * Math.round(Math.log1p(Math.abs(cell)) / BAND)
      : Math.floor(cell);
    let code = known.get(band);
    if (code === undefined) {
      code = Math.min(known.size, MAX_VALUES - 1);
      known.set(band, code);
    }
    codes[row] = code;
  }
  return codes;
}

function mostFrequent(codes: Int32Array): number {
  const counts = new Uint32Array(MAX_VALUES);
  for (const code of codes) counts[code]++;
  return codes.length === 0 ? 1 : Math.max(...counts) / codes.length;
}

/** How often the most frequent secret of each value of the other column is right. */
function tells(known: Int32Array, secret: Int32Array, usual: number): number {
  const counts = new Map<number, number>();
  const most = new Uint32Array(MAX_VALUES);
  const group = new Uint32Array(MAX_VALUES);
  for (let row = 0; row < known.length; row++) {
    const cell = known[row] * MAX_VALUES + secret[row];
    const count = (counts.get(cell) ?? 0) + 1;
    counts.set(cell, count);
    group[known[row]]++;
    if (count > most[known[row]]) most[known[row]] = count;
  }
  let right = 0;
  for (let code = 0; code < MAX_VALUES; code++) {
    right += group[code] < MIN_GROUP ? usual * group[code] : most[code];
  }
  return known.length === 0 ? 1 : right / known.length;
}

/**
 * For each column how often it is guessed right from the population: from nothing, or from the one other column that
 * tells most of it. 1 is a column that another gives away, as a code does its name.
 */
export function predictedByOthers(columns: readonly SidedColumn[]): number[] {
  const codes = columns.map(codesOf);
  return codes.map((secret, i) => {
    const usual = mostFrequent(secret);
    const others = codes.map((known, j) => (j === i ? usual : tells(known, secret, usual)));
    return Math.max(usual, ...others);
  });
}
