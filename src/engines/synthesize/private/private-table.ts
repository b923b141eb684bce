import { discreteGaussian, type Variance } from './discrete-gaussian.ts';
import type { RandomIntegers } from './random-integers.ts';

/** A table as the mechanism sees it. Domains are public: they must not come from the rows. */
export type PrivateTable = {
  codes: readonly Uint8Array[];
  /** Number of codes of each column, whether met or not. */
  sizes: readonly number[];
  /** What each row counts, in whole units. */
  weights: Int32Array | null;
  /** The most one person counts over all rows: the sensitivity, in the same units. */
  scale: number;
};

/** Noisy counts of some columns together. */
export type Measurement = {
  /** One column or several, ascending; cells row by row. */
  columns: readonly number[];
  counts: Float64Array;
  /** What each cell was multiplied by before the noise was added. */
  weights: Float64Array;
  variance: number;
};

/** Counts of the cells of one column or several, ascending, row by row. */
export function countCells(table: PrivateTable, columns: readonly number[]): Float64Array {
  const { codes, sizes, weights } = table;
  const counts = new Float64Array(columns.reduce((cells, c) => cells * sizes[c], 1));
  const rows = codes[0].length;
  const [a, b] = columns;
  if (columns.length === 2) {
    const [first, second, width] = [codes[a!], codes[b!], sizes[b!]];
    for (let row = 0; row < rows; row++)
      counts[first[row] * width + second[row]] += weights?.[row] ?? 1;
    return counts;
  }
  for (let row = 0; row < rows; row++) {
    let cell = 0;
    for (const c of columns) cell = cell * sizes[c] + codes[c][row];
    counts[cell] += weights?.[row] ?? 1;
  }
  return counts;
}

/** Counts with exact discrete Gaussian noise of the variance given. */
export function addNoise(
  counts: Float64Array,
  variance: Variance,
  random: RandomIntegers,
): Float64Array {
  return counts.map((count) => count + discreteGaussian(variance, random));
}

/** The variance as a number. */
export const varianceOf = ({ numerator, denominator }: Variance) =>
  Number(numerator) / Number(denominator);

/** zCDP of one set of counts under noise of this variance, for persons who move them by at most `scale`. */
export const rhoOf = (variance: Variance, scale: number) =>
  (scale * scale) / (2 * varianceOf(variance));
