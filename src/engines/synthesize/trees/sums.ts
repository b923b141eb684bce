import { normalQuantile } from '../../random/normal-quantile.ts';
import { spreadRows, takeOfCodes } from './learning-rows.ts';
import { solvePositive } from './solve-positive.ts';
import type { Target } from './tree.ts';

/**
 * Linear regression of a field on earlier fields' scores, cut into ranges: `weights[i]` times the
 * score of the code of `fields[i]`. One split by it replaces many small splits by single fields
 * (oblique splits: Breiman, Friedman, Olshen and Stone 1984).
 */
export type Sum = { fields: Int32Array; weights: Float64Array; cuts: Float64Array };

export type Sums = {
  /** Standard normal score of each field's codes; null for categories. */
  scores: (Float64Array | null)[];
  /** Sum of each of the core's trees; null if fewer than two features have scores. */
  of: (Sum | null)[];
};

const RANGES = 64;
/** Number of rows used for covariances, spread over the table. */
const ROWS = 20_000;
/** Ridge added to the variance of each score, which is about 1. */
const RIDGE = 0.01;

/** Returns a standard normal score for each code of an ordered field, from its mid-rank. */
export function codeScores({ codes, size }: Target): Float64Array {
  const rows = new Float64Array(size);
  for (let i = 0; i < codes.length; i++) rows[codes[i]]++;
  let before = 0;
  return rows.map((own) => {
    const score = own === 0 ? 0 : normalQuantile((before + own / 2) / codes.length);
    before += own;
    return score;
  });
}

/** Computes the covariances of all fields' scores; 0 for fields without scores. */
export function scoreCovariance(
  targets: readonly Target[],
  scores: readonly (Float64Array | null)[],
  pause: () => void,
): Float64Array {
  const n = targets.length;
  const rows = targets[0]?.codes.length ?? 0;
  const used = Math.min(rows, ROWS);
  const spread = spreadRows(rows, used);
  const rowScores = targets.map(({ codes }, t) => {
    const score = scores[t];
    return score && takeOfCodes(score, codes, spread);
  });
  const out = new Float64Array(n * n);
  rowScores.forEach((own, i) => {
    pause();
    for (let j = 0; own !== null && j <= i; j++) {
      const other = rowScores[j];
      if (other === null) continue;
      let sum = 0;
      for (let row = 0; row < used; row++) sum += own[row] * other[row];
      out[i * n + j] = sum / used;
      out[j * n + i] = sum / used;
    }
  });
  return out;
}

/**
 * Fits the sum of earlier fields that predicts a field; null if fewer than two of them have scores.
 * Its ranges follow from its variance alone, so that no row's sum is stored.
 */
export function findSum(
  target: number,
  earlier: readonly number[],
  { scores, covariance }: { scores: Sums['scores']; covariance: Float64Array },
): Sum | null {
  const fields = earlier.filter((f) => scores[f] !== null);
  if (scores[target] === null || fields.length < 2) return null;
  const n = scores.length;
  const k = fields.length;
  const own = Float64Array.from({ length: k * k }, (_, at) => {
    const i = Math.floor(at / k);
    const j = at % k;
    return covariance[fields[i] * n + fields[j]] + (i === j ? RIDGE : 0);
  });
  const shared = Float64Array.from(fields, (f) => covariance[f * n + target]);
  const weights = solvePositive(own, shared);
  const spread = Math.sqrt(weights.reduce((sum, weight, i) => sum + weight * shared[i], 0));
  if (!(spread > 0)) return null;
  const cuts = Float64Array.from(
    { length: RANGES - 1 },
    (_, cut) => spread * normalQuantile((cut + 1) / RANGES),
  );
  return { fields: Int32Array.from(fields), weights, cuts };
}

export function rangesOf(
  { fields, weights, cuts }: Sum,
  { codes, scores, rows }: { codes: readonly Uint8Array[]; scores: Sums['scores']; rows: number },
): Uint8Array {
  const sums = new Float64Array(rows);
  const parts = Array.from(fields, (field, i) => scores[field]!.map((score) => score * weights[i]));
  let i = 0;
  // Two at a time, which adds in the same order.
  for (; i + 1 < fields.length; i += 2) {
    const own = codes[fields[i]];
    const other = codes[fields[i + 1]];
    const part = parts[i];
    const next = parts[i + 1];
    for (let row = 0; row < rows; row++) sums[row] = sums[row] + part[own[row]] + next[other[row]];
  }
  for (; i < fields.length; i++) {
    const own = codes[fields[i]];
    const part = parts[i];
    for (let row = 0; row < rows; row++) sums[row] += part[own[row]];
  }
  const ranges = new Uint8Array(rows);
  const half = 1 << (31 - Math.clz32(cuts.length));
  for (let row = 0; row < rows; row++) {
    const value = sums[row];
    let low = 0;
    // Without branches, which a sum takes at random.
    for (let step = half; step > 0; step >>= 1) low += step * Number(cuts[low + step - 1] <= value);
    ranges[row] = low;
  }
  return ranges;
}

export const sumTarget = (
  sum: Sum,
  source: { codes: readonly Uint8Array[]; scores: Sums['scores']; rows: number },
): Target => ({ codes: rangesOf(sum, source), size: sum.cuts.length + 1, ordered: true });
