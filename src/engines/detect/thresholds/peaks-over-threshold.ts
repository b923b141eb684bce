import { sortedRows } from '../arrays/ranked-column.ts';

export type Tail = { level: number; peaks: number; shape: number; scale: number; bound: number };

const meanOf = (values: Float64Array, of: (value: number) => number): number => {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum / values.length;
};

/** Returns the log-likelihood of a generalized Pareto distribution; shape 0 is the exponential. */
function likelihood(peaks: Float64Array, shape: number, scale: number): number {
  if (Math.abs(shape) < 1e-9)
    return -peaks.length * Math.log(scale) - (peaks.length * meanOf(peaks, (y) => y)) / scale;
  const logs = meanOf(peaks, (y) => Math.log(1 + (shape * y) / scale));
  return -peaks.length * Math.log(scale) - peaks.length * (1 + 1 / shape) * logs;
}

/**
 * Fits a generalized Pareto distribution by Grimshaw's maximum likelihood (1993): candidates are
 * the exponential distribution and the roots of u(z) v(z) = 1 with u = 1 + mean ln(1 + zY), v =
 * mean 1 / (1 + zY).
 */
export function fitParetoTail(peaks: Float64Array): { shape: number; scale: number } {
  const mean = meanOf(peaks, (y) => y);
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const y of peaks) {
    least = Math.min(least, y);
    most = Math.max(most, y);
  }
  let best = { shape: 0, scale: mean };
  if (!(most > 0) || peaks.length < 2) return best;
  const gap = (z: number) =>
    (1 + meanOf(peaks, (y) => Math.log(1 + z * y))) * meanOf(peaks, (y) => 1 / (1 + z * y)) - 1;
  let record = likelihood(peaks, 0, mean);
  const consider = (z: number) => {
    const shape = meanOf(peaks, (y) => Math.log(1 + z * y));
    const fit = likelihood(peaks, shape, shape / z);
    if (shape / z > 0 && fit > record) {
      record = fit;
      best = { shape, scale: shape / z };
    }
  };
  const low = (-1 / most) * (1 - 1e-8);
  const high = Math.max((2 * (mean - least)) / Math.max(least, 1e-9) ** 2, 10 / mean);
  for (const [from, to] of [
    [low, -1e-8 / mean],
    [1e-8 / mean, Math.min(high, 1e6 / mean)],
  ] as const) {
    const steps = 60;
    const at = (i: number) =>
      from > 0 ? from * (to / from) ** (i / steps) : from + ((to - from) * i) / steps;
    for (let i = 0; i < steps; i++) {
      let a = at(i);
      let b = at(i + 1);
      if (gap(a) * gap(b) > 0) continue;
      for (let turn = 0; turn < 60; turn++) {
        const middle = (a + b) / 2;
        if (gap(a) * gap(middle) <= 0) b = middle;
        else a = middle;
      }
      consider((a + b) / 2);
    }
  }
  return best;
}

const PEAK_QUANTILE = 0.98;

/**
 * Fits a generalized Pareto distribution to the excesses over the 98 % quantile; the bound is the
 * level that a share `risk` of normal rows would exceed.
 */
export function peaksOverThreshold(scores: Float64Array, risk: number): Tail {
  if (!(risk > 0 && risk < 1)) throw new RangeError('risk must be between 0 and 1');
  const order = sortedRows(scores);
  const n = order.length;
  const level = n === 0 ? 0 : scores[order[Math.min(n - 1, Math.floor(PEAK_QUANTILE * n))]];
  const peaks = Float64Array.from(
    order.filter((row) => scores[row] > level),
    (row) => scores[row] - level,
  );
  if (peaks.length === 0) return { level, peaks: 0, shape: 0, scale: 0, bound: level };
  const { shape, scale } = fitParetoTail(peaks);
  const ratio = (risk * n) / peaks.length;
  const bound =
    Math.abs(shape) < 1e-9
      ? level - scale * Math.log(ratio)
      : level + (scale / shape) * (ratio ** -shape - 1);
  return { level, peaks: peaks.length, shape, scale, bound };
}
