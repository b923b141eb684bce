import { normalQuantile } from '../../random/normal-quantile.ts';
import { MIN_SHARING } from './fee-figures.ts';

/** Share of accounts without a kind of booking from which they have none. */
const NONE = 0.2;

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Moves estimates towards their mean, so that their variance is that of the accounts' true values:
 * few bookings of an account estimate its habits with an error, which a simulation would add again.
 */
export function withoutNoise(values: readonly number[], noise: readonly number[]): number[] {
  const known = [...values.keys()].filter((i) => !Number.isNaN(values[i]));
  const mean = sumOf(known.map((i) => values[i])) / known.length;
  const variance = sumOf(known.map((i) => (values[i] - mean) ** 2)) / known.length;
  const error = sumOf(known.map((i) => noise[i])) / known.length;
  const kept = variance === 0 ? 1 : Math.sqrt(Math.max(0, variance - error) / variance);
  return values.map((value) => mean + kept * (value - mean));
}

/** Accounts without a kind of booking keep none, if they are more than chance would leave. */
export function rateWithoutNoise(values: readonly number[], noise: readonly number[]): number[] {
  const some = values.map((value) => (value > 0 ? value : Number.NaN));
  const without = some.filter(Number.isNaN).length;
  if (without < NONE * values.length) return withoutNoise(values, noise).map((v) => Math.max(0, v));
  return withoutNoise(some, noise).map((value) => (Number.isNaN(value) ? 0 : Math.max(0, value)));
}

/** Returns normal scores of values by rank, ties at their mean rank; NaN stays. */
export function scoresOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const places = new Map<number, number>();
  for (let i = 0; i < sorted.length; ) {
    let after = i;
    while (sorted[after] === sorted[i]) after++;
    places.set(sorted[i], (i + after) / 2 / sorted.length);
    i = after;
  }
  return values.map((value) => (Number.isNaN(value) ? value : normalQuantile(places.get(value)!)));
}

/** Returns the correlation of two lists over the places at which both have a value. */
export function correlationOf(a: readonly number[], b: readonly number[]): number {
  const both = [...a.keys()].filter((i) => !Number.isNaN(a[i]) && !Number.isNaN(b[i]));
  if (both.length < MIN_SHARING) return 0;
  const meanOf = (list: readonly number[]) => sumOf(both.map((i) => list[i])) / both.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    sumOf(both.map((i) => (x[i] - mx) * (y[i] - my)));
  const scale = Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
  return scale === 0 ? 0 : Math.max(-1, Math.min(1, product(a, meanA, b, meanB) / scale));
}

const MIN_RELIABILITY = 0.5;

/** Returns the standard deviation of values without noise, relative to that with it. */
export function keptOf(before: readonly number[], after: readonly number[]): number {
  const spreadOf = (values: readonly number[]) => {
    const known = values.filter((value) => !Number.isNaN(value));
    const mean = sumOf(known) / known.length;
    return Math.sqrt(sumOf(known.map((value) => (value - mean) ** 2)));
  };
  const spread = spreadOf(before);
  return spread === 0 ? 1 : Math.max(MIN_RELIABILITY, Math.min(1, spreadOf(after) / spread));
}
