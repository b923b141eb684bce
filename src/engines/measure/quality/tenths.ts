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
export function tenths(values: Float64Array, sorted: Float64Array): Int32Array {
  const codes = new Int32Array(values.length);
  if (sorted.length === 0) return codes.fill(10);
  let low = sorted[0]!;
  let high = sorted[sorted.length - 1]!;
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const step = (high - low) / 10;
  const edges = Float64Array.from({ length: 11 }, (_, i) => (i === 10 ? high : i * step + low));
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) {
      codes[row] = 10;
      continue;
    }
    let bin = Math.min(10, Math.max(0, Math.floor((value - low) / step)));
    while (bin > 0 && value < edges[bin]!) bin--;
    while (bin < 10 && value >= edges[bin + 1]!) bin++;
    codes[row] = bin;
  }
  return codes;
}
