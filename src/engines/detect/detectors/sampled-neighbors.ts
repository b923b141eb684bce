import type { Values } from '../arrays/values.ts';

export type NeighborOptions = { references?: number; k?: number };

const NONE = Number.POSITIVE_INFINITY;

/**
 * Distance to the k-th nearest of a few reference rows, on columns scaled to mean 0 and deviation 1. Quadratic
 * in nothing: its cost is rows x references. A reference row does not count itself.
 *
 * @param columns no missing values
 * @param pool rows in an order that does not depend on the file's; the references are its first ones, and means
 *   and deviations are taken over it
 */
export function sampledNeighbors(
  columns: readonly Values[],
  rows: number,
  pool: Uint32Array,
  options: NeighborOptions = {},
  step?: (done: number) => void,
): Float64Array {
  const { references = 256, k = 5 } = options;
  const scales = columns.map((values) => scaleOf(values, pool));
  const used = columns.flatMap((_, c) => (scales[c]!.deviation > 0 ? [c] : []));
  const width = used.length;
  const count = Math.min(references, pool.length);
  const points = new Float32Array(count * width);
  const placeOf = new Map<number, number>();
  for (let r = 0; r < count; r++) {
    placeOf.set(pool[r]!, r);
    used.forEach((c, j) => {
      const { mean, deviation } = scales[c]!;
      points[r * width + j] = (columns[c]![pool[r]!]! - mean) / deviation;
    });
  }
  const neighbors = Math.max(1, Math.min(k, count - 1));
  const scores = new Float64Array(rows);
  const row = new Float32Array(width);
  const nearest = new Float64Array(neighbors);
  const last = neighbors - 1;
  const early = width >> 1;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < width; j++) {
      const c = used[j]!;
      row[j] = (columns[c]![i]! - scales[c]!.mean) / scales[c]!.deviation;
    }
    const own = placeOf.get(i) ?? -1;
    nearest.fill(NONE);
    for (let r = 0; r < count; r++) {
      const base = r * width;
      let sum = 0;
      let j = 0;
      for (; j < early; j++) {
        const gap = row[j]! - points[base + j]!;
        sum += gap * gap;
      }
      if (sum >= nearest[last]!) continue;
      for (; j < width; j++) {
        const gap = row[j]! - points[base + j]!;
        sum += gap * gap;
      }
      if (sum >= nearest[last]! || r === own) continue;
      let at = last;
      while (at > 0 && nearest[at - 1]! > sum) {
        nearest[at] = nearest[at - 1]!;
        at--;
      }
      nearest[at] = sum;
    }
    scores[i] = nearest[last] === NONE ? 0 : Math.sqrt(nearest[last]!);
    if (step !== undefined && (i & 0xffff) === 0) step(i);
  }
  return scores;
}

/** Mean and deviation over the pool's rows. */
export function scaleOf(values: Values, pool: Uint32Array): { mean: number; deviation: number } {
  let sum = 0;
  for (const row of pool) sum += values[row]!;
  const mean = sum / pool.length;
  let squares = 0;
  for (const row of pool) squares += (values[row]! - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / pool.length) };
}
