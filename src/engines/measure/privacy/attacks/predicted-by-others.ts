import type { SidedColumn } from '../../quality/align-columns.ts';

const MAX_ROWS = 5000;
const MAX_VALUES = 1000;
/** Minimum group size: smaller groups would seem predictable by chance. */
const MIN_GROUP = 5;
const BAND = Math.log1p(0.05);

/** Encodes the first real rows: numbers in bands of 5 %, dates by day; at most 1,000 values. */
function codesOf(column: SidedColumn): Int32Array {
  const cells = column.kind === 'number' ? column.values[0] : column.codes[0];
  const banded = column.kind === 'number' && !column.datetime;
  const codeByBand = new Map<number, number>();
  const codes = new Int32Array(Math.min(MAX_ROWS, cells.length));
  for (let row = 0; row < codes.length; row++) {
    const cell = cells[row];
    const band = banded
      ? Math.sign(cell) * Math.round(Math.log1p(Math.abs(cell)) / BAND)
      : Math.floor(cell);
    let code = codeByBand.get(band);
    if (code === undefined) {
      code = Math.min(codeByBand.size, MAX_VALUES - 1);
      codeByBand.set(band, code);
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

/** Returns the accuracy of guessing the most frequent secret per value of the other column. */
function tells(knownCodes: Int32Array, secret: Int32Array, usual: number): number {
  const counts = new Map<number, number>();
  const most = new Uint32Array(MAX_VALUES);
  const group = new Uint32Array(MAX_VALUES);
  for (let row = 0; row < knownCodes.length; row++) {
    const cell = knownCodes[row] * MAX_VALUES + secret[row];
    const count = (counts.get(cell) ?? 0) + 1;
    counts.set(cell, count);
    group[knownCodes[row]]++;
    if (count > most[knownCodes[row]]) most[knownCodes[row]] = count;
  }
  let right = 0;
  for (let code = 0; code < MAX_VALUES; code++) {
    right += group[code] < MIN_GROUP ? usual * group[code] : most[code];
  }
  return knownCodes.length === 0 ? 1 : right / knownCodes.length;
}

/**
 * Returns for each column the accuracy of guessing it from the population: from nothing, or from
 * the single most informative other column. 1 means that another column determines it, as a code
 * does its name.
 */
export function predictedByOthers(columns: readonly SidedColumn[]): number[] {
  const codes = columns.map(codesOf);
  return codes.map((secret, i) => {
    const usual = mostFrequent(secret);
    const others = codes.map((knownCodes, j) =>
      j === i ? usual : tells(knownCodes, secret, usual),
    );
    return Math.max(usual, ...others);
  });
}
