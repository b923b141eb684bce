import { codesByCuts } from '../codes-by-cuts.ts';

/** Number of codes that `tenths` returns: ten bins, and one for the maximum and missing values. */
export const TENTHS = 11;

/**
 * Bins numbers as SDMetrics does before comparing them with categories: ten bins of equal width
 * between the column's own extremes (`numpy.histogram_bin_edges`), then `numpy.digitize`, which
 * puts the maximum and missing values into an eleventh. Tables are binned separately.
 *
 * @param values in row order
 * @param sorted the same in ascending order, without missing values
 * @param range values whose extremes limit the bins, by default the column's own; values outside
 * them get the first or the eleventh code
 * @returns codes 0..10 per row
 */
export function tenths(
  values: Float64Array,
  sorted: Float64Array,
  range: Float64Array = sorted,
): Uint8Array {
  if (sorted.length === 0 || range.length === 0) return new Uint8Array(values.length).fill(10);
  let low = range[0];
  let high = range[range.length - 1];
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const step = (high - low) / 10;
  const cuts = Float64Array.from({ length: 10 }, (_, i) => (i === 9 ? high : (i + 1) * step + low));
  return codesByCuts(values, cuts, 10);
}
