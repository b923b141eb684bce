import { type RandomStream, UINT32_RANGE } from './stream.ts';

/** Discrete distribution prepared for sampling in constant time. */
export type AliasTable = { size: number; threshold: Float64Array; alias: Uint32Array };

/**
 * Builds an alias table by Walker's method in Vose's linear-time form (1991), on 32-bit integers.
 *
 * @param weights non-negative, at least one positive
 */
export function aliasTable(weights: ArrayLike<number>): AliasTable {
  const size = weights.length;
  let total = 0;
  for (let i = 0; i < size; i++) total += weights[i];
  if (!(total > 0)) throw new RangeError('an alias table needs a positive weight');
  const scaled = Float64Array.from({ length: size }, (_, i) => (weights[i] * size) / total);
  const threshold = new Float64Array(size).fill(UINT32_RANGE);
  const alias = Uint32Array.from({ length: size }, (_, i) => i);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < size; i++) (scaled[i] < 1 ? small : large).push(i);
  while (small.length > 0 && large.length > 0) {
    const low = small.pop()!;
    const high = large.pop()!;
    threshold[low] = Math.floor(scaled[low] * UINT32_RANGE);
    alias[low] = high;
    scaled[high] = scaled[high] + scaled[low] - 1;
    (scaled[high] < 1 ? small : large).push(high);
  }
  return { size, threshold, alias };
}

/** Draws an index with probability proportional to its weight, from two 32-bit draws. */
export function drawAlias(table: AliasTable, stream: RandomStream): number {
  const index = Math.floor((stream.uint32() / UINT32_RANGE) * table.size);
  return stream.uint32() < table.threshold[index] ? index : table.alias[index];
}
