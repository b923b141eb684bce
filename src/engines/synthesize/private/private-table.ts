import { discreteGaussian, type Variance } from './discrete-gaussian.ts';
import type { RandomIntegers } from './random-integers.ts';

/** Input of a mechanism. Domains are public: they must not be derived from the rows. */
export type PrivateTable = {
  codes: readonly Uint8Array[];
  /** Number of codes of each column, including unused ones. */
  sizes: readonly number[];
  weights: Int32Array | null;
  /** Maximum total weight of one person: the sensitivity. */
  scale: number;
};

/** Noisy counts of one or several columns together. */
export type Measurement = {
  /** Ascending; cells row by row. */
  columns: readonly number[];
  counts: Float64Array;
  /** Factor of each cell before the noise was added. */
  weights: Float64Array;
  variance: number;
};

/** Counts the cells of one or several columns, ascending, row by row. */
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

export function addNoise(
  counts: Float64Array,
  variance: Variance,
  random: RandomIntegers,
): Float64Array {
  return counts.map((count) => count + discreteGaussian(variance, random));
}

export const varianceOf = ({ numerator, denominator }: Variance) =>
  Number(numerator) / Number(denominator);

/**
 * Returns the zCDP of counts with this noise variance, if a person moves them by at most `scale`.
 */
export const rhoOf = (variance: Variance, scale: number) =>
  (scale * scale) / (2 * varianceOf(variance));
