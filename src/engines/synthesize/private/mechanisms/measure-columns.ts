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

/** Measurements of every column, merged codes, and the cost. */
export type MeasuredColumns = {
  /** Noisy counts of every column, before rare codes are merged. */
  noisy: Float64Array[];
  /** Noisy total of units. */
  total: number;
  /** Merged code of each code, by column. */
  merged: Uint8Array[];
  table: PrivateTable;
  measurements: Measurement[];
  rho: number;
};

export type Released = Omit<MeasuredColumns, 'table'> & {
  sizes: readonly number[];
};

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** Estimates the number of rows from all columns' noisy sums, by inverse variance. */
function inverseVarianceMean(noisy: readonly Float64Array[]): number {
  let top = 0;
  let bottom = 0;
  for (const counts of noisy) {
    top += sum(counts) / counts.length;
    bottom += 1 / counts.length;
  }
  return top / bottom;
}

/** Merges the cells without significant counts into one code; the others keep their codes. */
function compress(
  noisy: Float64Array,
  column: number,
  variance: number,
): { map: Uint8Array; measured: Measurement } {
  const least = KEEP_ABOVE * Math.sqrt(variance);
  const retained: number[] = [];
  const map = new Uint8Array(noisy.length);
  noisy.forEach((count, code) => {
    if (count >= least) {
      map[code] = retained.length;
      retained.push(code);
    }
  });
  const others = noisy.length - retained.length;
  const counts = retained.map((code) => noisy[code]);
  const weights = retained.map(() => 1);
  if (others > 0) {
    let rest = 0;
    noisy.forEach((count, code) => {
      if (count >= least) return;
      map[code] = retained.length;
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
 * Measures all columns and merges the codes without significant counts ("domain compression" in
 * McKenna, Miklau and Sheldon 2021).
 *
 * @param rho zCDP to spend on all columns together
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
