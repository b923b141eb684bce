import { varianceAtLeast } from '../discrete-gaussian.ts';
import {
  addNoise,
  countCells,
  type Measurement,
  type PrivateTable,
  rhoOf,
  varianceOf,
} from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';

const KEEP_ABOVE = 3;

/** Every column measured, its rare codes merged, and what that cost. */
export type MeasuredColumns = {
  /** Noisy counts of every column, before rare codes are merged. */
  noisy: Float64Array[];
  /** Units counted in all, as the noisy counts say. */
  total: number;
  /** For each column the merged code of each of its codes. */
  merged: Uint8Array[];
  /** The table in merged codes. */
  table: PrivateTable;
  measurements: Measurement[];
  rho: number;
};

/** All that leaves the data, and what it cost. */
export type Released = Omit<MeasuredColumns, 'table'> & {
  /** Number of merged codes of each column. */
  sizes: readonly number[];
};

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** The number of rows by all columns' noisy sums; a sum over more cells carries more noise. */
function inverseVarianceMean(noisy: readonly Float64Array[]): number {
  let top = 0;
  let bottom = 0;
  for (const counts of noisy) {
    top += sum(counts) / counts.length;
    bottom += 1 / counts.length;
  }
  return top / bottom;
}

/** Cells that stand out of the noise keep a code of their own; the others become one. */
function compress(
  noisy: Float64Array,
  column: number,
  variance: number,
): { map: Uint8Array; measured: Measurement } {
  const least = KEEP_ABOVE * Math.sqrt(variance);
  const kept: number[] = [];
  const map = new Uint8Array(noisy.length);
  noisy.forEach((count, code) => {
    if (count >= least) {
      map[code] = kept.length;
      kept.push(code);
    }
  });
  const others = noisy.length - kept.length;
  const counts = kept.map((code) => noisy[code]);
  const weights = kept.map(() => 1);
  if (others > 0) {
    let rest = 0;
    noisy.forEach((count, code) => {
      if (count >= least) return;
      map[code] = kept.length;
      rest += count;
    });
    counts.push(rest / Math.sqrt(others));
    weights.push(1 / Math.sqrt(others));
  }
  const measured = {
    columns: [column],
    counts: Float64Array.from(counts),
    weights: Float64Array.from(weights),
    variance,
  };
  return { map, measured };
}

/**
 * Measures all columns, and merges the codes of each that do not stand out of the noise (McKenna, Miklau and
 * Sheldon 2021, where it is called domain compression).
 *
 * @param rho zero-concentrated privacy to spend on all columns together
 */
export function measureColumns(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
): MeasuredColumns {
  const { scale, sizes } = table;
  const d = sizes.length;
  const variance = varianceAtLeast((d * scale * scale) / (2 * rho));
  const noisy = sizes.map((_, c) => addNoise(countCells(table, [c]), variance, random));
  const compressed = noisy.map((counts, c) => compress(counts, c, varianceOf(variance)));
  const merged = compressed.map(({ map }) => map);
  return {
    noisy,
    total: Math.max(scale, inverseVarianceMean(noisy)),
    merged,
    table: {
      ...table,
      codes: table.codes.map((column, c) => column.map((code) => merged[c][code])),
      sizes: compressed.map(({ measured }) => measured.counts.length),
    },
    measurements: compressed.map(({ measured }) => measured),
    rho: d * rhoOf(variance, scale),
  };
}
