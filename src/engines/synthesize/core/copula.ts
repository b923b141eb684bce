import { exponential } from '../../random/exponential.ts';
import { normalQuantile } from '../../random/normal-quantile.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import type { Target } from './tree.ts';

/**
 * A Gaussian copula over codes: each field's own shares, and one matrix of correlations between normal
 * scores. Words are put in an order that makes them as monotone as they can be.
 */
export type CopulaCore = {
  kind: 'copula';
  /** Per field: code of each rank. */
  ranks: Uint8Array[];
  /** Per field: upper limit of each rank on the normal scale, the last infinite. */
  limits: Float64Array[];
  /** Lower triangle of the correlations' root, row by row. */
  root: Float64Array;
};

const MAX_ROWS = 100_000;
const WIDE = 60;

function shares(codes: Uint8Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const code of codes) counts[code]++;
  return counts.map((count) => count / codes.length);
}

const density = (z: number) => exponential((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** The mean of a standard normal over each code's interval of probability. */
function scoresOf(order: Uint8Array, share: Float64Array): Float64Array {
  const scores = new Float64Array(share.length);
  let below = 0;
  let left = 0;
  for (const code of order) {
    below += share[code];
    const right = below <= 0 || below >= 1 - 1e-12 ? 0 : density(normalQuantile(below));
    if (share[code] > 0) scores[code] = (left - right) / share[code];
    left = right;
  }
  return scores;
}

/** Codes in their order, the missing value in the middle, where it bends correlations least. */
function rankOrder(share: Float64Array, nullCode: number): Uint8Array {
  const present = Array.from(share.keys()).filter((code) => code !== nullCode);
  if (nullCode < 0) return Uint8Array.from(present);
  const half = (1 - share[nullCode]) / 2;
  let below = 0;
  let at = 0;
  while (at < present.length && below < half) below += share[present[at++]];
  return Uint8Array.from([...present.slice(0, at), nullCode, ...present.slice(at)]);
}

/** Words ordered by the mean score of the ordered field that they tell most about. */
function orderWords(
  codes: Uint8Array,
  size: number,
  share: Float64Array,
  ordered: readonly Float64Array[],
): Uint8Array {
  let bestSpread = 0;
  let best: Float64Array | null = null;
  for (const scores of ordered) {
    const sums = new Float64Array(size);
    for (let i = 0; i < codes.length; i++) sums[codes[i]] += scores[i];
    let spread = 0;
    const means = sums.map((sum, code) => {
      const rows = share[code] * codes.length;
      if (rows > 0) spread += (sum * sum) / rows;
      return rows > 0 ? sum / rows : 0;
    });
    if (spread > bestSpread) {
      bestSpread = spread;
      best = means;
    }
  }
  const order = Uint8Array.from({ length: size }, (_, code) => code);
  const key = best;
  return key === null ? order : order.sort((a, b) => key[a] - key[b] || a - b);
}

/** The lower triangular root of a correlation matrix, with as little added to the diagonal as it takes. */
function choleskyRoot(matrix: Float64Array, n: number): Float64Array {
  for (let ridge = 1e-9; ; ridge *= 10) {
    const root = new Float64Array(n * n);
    let sound = true;
    for (let i = 0; i < n && sound; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? 1 : matrix[i * n + j] / (1 + ridge);
        for (let k = 0; k < j; k++) sum -= root[i * n + k] * root[j * n + k];
        if (i !== j) root[i * n + j] = sum / root[j * n + j];
        else if (sum > 1e-12) root[i * n + i] = Math.sqrt(sum);
        else sound = false;
      }
    }
    if (sound) return root;
  }
}

/**
 * Fits the copula to codes.
 *
 * @param targets the fields' codes, all of one length
 * @param nullCodes each field's code of a missing value, -1 where it has none
 */
export function fitCopulaCore(
  targets: readonly Target[],
  nullCodes: readonly number[],
): CopulaCore {
  const codes = targets.map((target) => target.codes);
  const sizes = targets.map((target) => target.size);
  const isOrdered = targets.map((target) => target.ordered);
  const n = codes.length;
  const rows = codes[0]?.length ?? 0;
  const used = Math.min(rows, n > WIDE ? MAX_ROWS / 5 : MAX_ROWS);
  const stride = rows / Math.max(1, used);
  const sample = codes.map((column) =>
    Uint8Array.from({ length: used }, (_, i) => column[Math.floor(i * stride)]),
  );
  const share = codes.map((column, f) => shares(column, sizes[f]));
  const ranks: Uint8Array[] = new Array(n);
  const scored: Float64Array[] = new Array(n);
  const place = (f: number, order: Uint8Array) => {
    const scores = scoresOf(order, share[f]);
    ranks[f] = order;
    scored[f] = Float64Array.from(sample[f], (code) => scores[code]);
  };
  for (let f = 0; f < n; f++) {
    if (isOrdered[f]) place(f, rankOrder(share[f], nullCodes[f]));
  }
  const ordered = scored.filter((_, f) => isOrdered[f]);
  for (let f = 0; f < n; f++) {
    if (!isOrdered[f]) place(f, orderWords(sample[f], sizes[f], share[f], ordered));
  }
  const matrix = new Float64Array(n * n);
  // Scores of few codes vary less than the normal under them (variance v < 1), and their covariance is
  // about v_i v_j times the correlation wanted.
  const standard = scored.map((column) => {
    let mean = 0;
    for (const value of column) mean += value;
    mean /= used;
    let variance = 0;
    for (const value of column) variance += (value - mean) ** 2 / used;
    return column.map((value) => (variance > 0 ? (value - mean) / variance : 0));
  });
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let sum = 0;
      const a = standard[i];
      const b = standard[j];
      for (let r = 0; r < used; r++) sum += a[r] * b[r];
      matrix[i * n + j] = Math.max(-0.995, Math.min(0.995, sum / used));
    }
  }
  const limits = ranks.map((order, f) => limitsOf(order, share[f]));
  return { kind: 'copula', ranks, limits, root: choleskyRoot(matrix, n) };
}

function limitsOf(order: Uint8Array, share: Float64Array): Float64Array {
  let below = 0;
  const limits = Float64Array.from(order, (code) => {
    below += share[code];
    if (below <= 0) return Number.NEGATIVE_INFINITY;
    return below >= 1 - 1e-12 ? Number.POSITIVE_INFINITY : normalQuantile(below);
  });
  limits[limits.length - 1] = Number.POSITIVE_INFINITY;
  return limits;
}

/** Draws rows of codes. */
export function sampleCopulaCore(
  core: CopulaCore,
  rows: number,
  stream: RandomStream,
): Uint8Array[] {
  const n = core.limits.length;
  const out = core.limits.map(() => new Uint8Array(rows));
  const normal = new Float64Array(n);
  for (let row = 0; row < rows; row++) {
    for (let f = 0; f < n; f++) normal[f] = fromTable(standardNormal, stream.uint32());
    for (let f = 0; f < n; f++) {
      let z = 0;
      for (let k = 0; k <= f; k++) z += core.root[f * n + k] * normal[k];
      const limits = core.limits[f];
      out[f][row] = core.ranks[f][firstAbove(limits, z, 0, limits.length - 1)];
    }
  }
  return out;
}
