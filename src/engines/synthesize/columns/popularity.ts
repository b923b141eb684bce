import { sharedBounds } from '../codec/fit-number-codec.ts';

/** Returns entity frequencies as 101 quantiles, each a mean of `threshold` entities. */
export function popularityOf(of: Int32Array, count: number, threshold: number): Float64Array {
  const rows = new Float64Array(count);
  for (const entity of of) if (entity >= 0) rows[entity]++;
  if (count < threshold) return new Float64Array(101).fill(1);
  const { low, high } = sharedBounds({ values: rows, decimals: 0 }, threshold);
  rows.sort();
  return Float64Array.from({ length: 101 }, (_, i) => {
    const place = Math.round((i / 100) * (count - 1)) - Math.floor(threshold / 2);
    const from = Math.max(0, Math.min(count - threshold, place));
    let sum = 0;
    for (let k = from; k < from + threshold; k++) sum += Math.max(low, Math.min(high, rows[k]));
    return sum / threshold;
  });
}
