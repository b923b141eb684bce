import { codesByCuts } from '../codes-by-cuts.ts';

/** Codes that `tenths` gives: ten bins, and one for the maximum and for missing values. */
export const TENTHS = 11;

/**
 * How SDMetrics cuts a column of numbers before it compares it with categories: ten bins of equal width between
 * the column's own extremes (`numpy.histogram_bin_edges`), then `numpy.digitize`, by which the maximum itself
 * and every missing value fall into an eleventh. The bins of two tables are cut apart from each other.
 *
 * @param values in the order of the rows
 * @param sorted the same in ascending order, without missing values
 * @returns codes 0..10, one a row
 */
export function tenths(values: Float64Array, sorted: Float64Array): Uint8Array {
  if (sorted.length === 0) return new Uint8Array(values.length).fill(10);
  let low = sorted[0];
  let high = sorted[sorted.length - 1];
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const step = (high - low) / 10;
  const cuts = Float64Array.from({ length: 10 }, (_, i) => (i === 9 ? high : (i + 1) * step + low));
  return codesByCuts(values, cuts, 10);
}
