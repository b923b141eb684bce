import { firstNotBelow } from '../../../table/search-sorted.ts';
import type { LinkedColumn } from './agreement.ts';

const BINS = 64;
/** Columns compared in advance: those whose agreement says most. */
const MAX_COLUMNS = 24;
const PLANES = 5;
/** Fewest rows to link with, of all that agree in most columns. */
const MIN_AGREEING = 256;

/** Bits of the real rows that agree with each bin of a column, and the bin of each code. */
type BinnedColumn = { column: LinkedColumn; binOf: Uint8Array; first: number };

/** Index of real rows by bins of their cells: one bit for each row and bin; and all codes by row. */
export type RowBits = {
  columns: BinnedColumn[];
  bits: Int32Array;
  words: number;
  codes: Int32Array;
};

/** Bins of equally many rows; words beyond the most frequent ones share the last. */
function binsOf({ real: { codes, counts, numbers } }: LinkedColumn): Uint8Array {
  const binOf = new Uint8Array(counts.length);
  if (numbers === null) {
    const ranked = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
    for (const [rank, code] of ranked.entries()) binOf[code] = Math.min(rank, BINS - 1);
    return binOf;
  }
  // The last bin is that of missing numbers.
  let below = 0;
  for (let code = 0; code < numbers.length; code++) {
    binOf[code] = Math.floor(((below + counts[code] / 2) / codes.length) * (BINS - 1));
    below += counts[code];
  }
  binOf[numbers.length] = BINS - 1;
  return binOf;
}

/** Returns minus the logarithm of the chance that two rows are in one bin, times the share. */
function informationOf({ real: { codes, counts }, share }: LinkedColumn, binOf: Uint8Array) {
  const rows = new Float64Array(BINS);
  for (let code = 0; code < counts.length; code++) rows[binOf[code]] += counts[code];
  return -share * Math.log(rows.reduce((sum, n) => sum + (n / codes.length) ** 2, 0));
}

/** Numbers agree with their own bin and the bins next to it, words with their own. */
export function rowBits(columns: readonly LinkedColumn[]): RowBits {
  const rows = columns[0]?.real.codes.length ?? 0;
  const words = Math.ceil(rows / 32);
  const chosen = columns
    .map((column) => ({ column, binOf: binsOf(column) }))
    .map((binned) => ({ ...binned, information: informationOf(binned.column, binned.binOf) }))
    .sort((a, b) => b.information - a.information)
    .slice(0, MAX_COLUMNS);
  const bits = new Int32Array(words * (BINS * chosen.length + 1));
  const binned = chosen.map(({ column, binOf }, c): BinnedColumn => {
    const { codes, numbers } = column.real;
    const first = c * BINS;
    for (let row = 0; row < rows; row++) {
      const bin = binOf[codes[row]];
      const [word, bit] = [row >> 5, 1 << (row & 31)];
      const near = numbers === null || bin === BINS - 1 ? 0 : 1;
      for (let b = Math.max(0, bin - near); b <= Math.min(bin + near, BINS - 1); b++)
        bits[(first + b) * words + word] |= bit;
    }
    return { column, binOf, first };
  });
  const codes = new Int32Array(rows * columns.length);
  columns.forEach(({ real }, c) => {
    for (let row = 0; row < rows; row++) codes[row * columns.length + c] = real.codes[row];
  });
  return { columns: binned, bits, words, codes };
}

/** Returns the bin of a synthetic row's cell, or null if no real row agrees. */
function binAt({ column: { real, synthetic }, binOf }: BinnedColumn, row: number): number | null {
  const { counts, numbers } = real;
  const value = synthetic[row];
  if (numbers === null) return counts[value] > 0 ? binOf[value] : null;
  if (Number.isNaN(value)) return BINS - 1;
  return numbers.length === 0
    ? null
    : binOf[Math.min(firstNotBelow(numbers, { value }), numbers.length - 1)];
}

function bitsSet(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Returns a search of the real rows that agree with a synthetic row in the most columns: all with
 * the largest number of columns in which at least 256 rows agree. Counts 32 rows at once, by planes
 * of bits and carry-save adders (Warren, Hacker's Delight, 5-1).
 *
 * @returns ascending row numbers in a reused array, and how many there are
 */
export function agreeingRows({ columns, bits, words }: RowBits) {
  const [ones, twos, fours, eights, sixteens] = Array.from(
    { length: PLANES },
    () => new Int32Array(words),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const groups = Math.ceil(columns.length / 4);
  const nothing = columns.length * BINS * words;
  const starts = new Int32Array(4 * groups).fill(nothing);
  const rows = new Uint32Array(32 * words);
  let last = 1;

  const count = () => {
    for (let w = 0; w < words; w++) {
      let [p0, p1, p2, p3, p4] = [0, 0, 0, 0, 0];
      for (let at = 0; at < starts.length; at += 4) {
        const a = bits[starts[at] + w];
        const b = bits[starts[at + 1] + w];
        const c = bits[starts[at + 2] + w];
        const d = bits[starts[at + 3] + w];
        const ab = a ^ b;
        const two = (p0 & ab) | (a & b);
        p0 ^= ab;
        const cd = c ^ d;
        const other = (p0 & cd) | (c & d);
        p0 ^= cd;
        const both = two ^ other;
        let carry = (p1 & both) | (two & other);
        p1 ^= both;
        const eight = p2 & carry;
        p2 ^= carry;
        carry = p3 & eight;
        p3 ^= eight;
        p4 ^= carry;
      }
      ones[w] = p0;
      twos[w] = p1;
      fours[w] = p2;
      eights[w] = p3;
      sixteens[w] = p4;
    }
  };

  /** Returns the bits of 32 rows with at least `least` agreeing columns. */
  const atLeast = (w: number, least: number): number => {
    let more = 0;
    let equal = -1;
    const compare = (plane: number, bit: number) => {
      if ((least & bit) === 0) {
        more |= equal & plane;
        equal &= ~plane;
      } else equal &= plane;
    };
    compare(sixteens[w], 16);
    compare(eights[w], 8);
    compare(fours[w], 4);
    compare(twos[w], 2);
    compare(ones[w], 1);
    return more | equal;
  };

  const rowsOf = (least: number): number => {
    let sum = 0;
    for (let w = 0; w < words; w++) sum += bitsSet(atLeast(w, least));
    return sum;
  };

  return (synthetic: number): { rows: Uint32Array; found: number } => {
    columns.forEach((column, c) => {
      const bin = binAt(column, synthetic);
      starts[c] = bin === null ? nothing : (column.first + bin) * words;
    });
    count();
    while (last > 1 && rowsOf(last) < MIN_AGREEING) last--;
    while (last < columns.length && rowsOf(last + 1) >= MIN_AGREEING) last++;
    let found = 0;
    for (let w = 0; w < words; w++)
      for (let left = atLeast(w, last); left !== 0; left &= left - 1)
        rows[found++] = 32 * w + 31 - Math.clz32(left & -left);
    return { rows, found };
  };
}
