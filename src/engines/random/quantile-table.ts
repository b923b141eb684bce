import { exponential } from './exponential.ts';
import { normalQuantile } from './normal-quantile.ts';

const BITS = 10;
const CELLS = 1 << BITS;
const REST = 2 ** (32 - BITS);

/** Continuous distribution as quantiles at 0 … 1024 equal steps, interpolated linearly. */
export type QuantileTable = Float64Array;

/** Tabulates a quantile function; the outermost values are half a step inside (0, 1). */
export function quantileTable(quantile: (p: number) => number): QuantileTable {
  return Float64Array.from({ length: CELLS + 1 }, (_, i) =>
    quantile(Math.min(Math.max(i, 0.5), CELLS - 0.5) / CELLS),
  );
}

export function fromTable(table: QuantileTable, draw: number): number {
  const cell = draw >>> (32 - BITS);
  const low = table[cell];
  return low + (table[cell + 1] - low) * ((draw & (REST - 1)) / REST);
}

export const standardNormal: QuantileTable = quantileTable(normalQuantile);

/** Returns a log-normal table with the given median and standard deviation of the logarithm. */
export function logNormalTable(median: number, sigma: number): QuantileTable {
  return standardNormal.map((z) => median * exponential(sigma * z));
}

/** Returns a table of a density in equal-width bins over [low, high), uniform inside each. */
export function histogramTable(
  weights: readonly number[],
  low: number,
  high: number,
): QuantileTable {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const width = (high - low) / weights.length;
  const table = new Float64Array(CELLS + 1);
  let bin = 0;
  let below = 0;
  for (let i = 0; i <= CELLS; i++) {
    const mass = (i / CELLS) * total;
    while (bin < weights.length - 1 && below + weights[bin] < mass) below += weights[bin++];
    const share = weights[bin] > 0 ? Math.min(1, (mass - below) / weights[bin]) : 0;
    table[i] = low + (bin + share) * width;
  }
  return table;
}
