import { rangeOf } from '../../table/range-of.ts';
import type { Values } from '../arrays/values.ts';

function edgesOf(values: Values, bins: number): Float64Array | null {
  let { low, high } = rangeOf(values);
  if (low > high) return null;
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const step = (high - low) / bins;
  return Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? high : low + i * step));
}

/**
 * Computes HBOS (Goldstein and Dengel, 2012) in pyod's variant: -sum of log2(density + 0.1) over
 * the columns. Values are counted in [a, b) and looked up in (a, b], so an edge value gets its left
 * neighbor's density. Missing values count as the densest bin.
 */
export function hbos(columns: Iterable<Values>, rows: number, bins = 10): Float64Array {
  const scores = new Float64Array(rows);
  const counts = new Float64Array(bins);
  const parts = new Float64Array(bins);
  for (const values of columns) {
    const edges = edgesOf(values, bins);
    if (edges === null) continue;
    const low = edges[0];
    const perUnit = bins / (edges[bins] - low);
    counts.fill(0);
    let present = 0;
    for (let i = 0; i < rows; i++) {
      const value = values[i];
      if (Number.isNaN(value)) continue;
      let bin = Math.min(bins - 1, Math.floor((value - low) * perUnit));
      if (value < edges[bin]) bin--;
      else if (bin < bins - 1 && value >= edges[bin + 1]) bin++;
      counts[bin]++;
      present++;
    }
    let least = Number.POSITIVE_INFINITY;
    for (let b = 0; b < bins; b++) {
      const density = counts[b] / present / (edges[b + 1] - edges[b]);
      parts[b] = -Math.log2(density + 0.1);
      least = Math.min(least, parts[b]);
    }
    for (let i = 0; i < rows; i++) {
      const value = values[i];
      if (Number.isNaN(value)) {
        scores[i] += least;
        continue;
      }
      let bin = Math.min(bins - 1, Math.max(0, Math.floor((value - low) * perUnit)));
      while (bin > 0 && value <= edges[bin]) bin--;
      while (bin < bins - 1 && value > edges[bin + 1]) bin++;
      scores[i] += parts[bin];
    }
  }
  return scores;
}
