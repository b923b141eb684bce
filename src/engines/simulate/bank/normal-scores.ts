import { exponential, naturalLog, squareRoot } from '../../random/exponential.ts';
import { normalQuantile } from '../../random/normal-quantile.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import { QUANTILE_SHARES } from '../configuration/profiles.ts';

const NORMAL_AT = QUANTILE_SHARES.map(normalQuantile);
/** Amounts below count as this one: their logarithm is taken. */
const LEAST = 1e-4;

/** Interpolates quantiles linearly between their normal scores; the outermost slopes continue. */
export function valueAt(quantiles: readonly number[], score: number): number {
  let i = 0;
  while (i < quantiles.length - 2 && score > NORMAL_AT[i + 1]) i++;
  const step = (score - NORMAL_AT[i]) / (NORMAL_AT[i + 1] - NORMAL_AT[i]);
  return quantiles[i] + step * (quantiles[i + 1] - quantiles[i]);
}

const logarithms = new WeakMap<readonly number[], number[]>();

/** Interpolates the logarithms of quantiles of amounts. */
export function amountAt(quantiles: readonly number[], score: number): number {
  const logs =
    logarithms.get(quantiles) ?? quantiles.map((value) => naturalLog(Math.max(value, LEAST)));
  logarithms.set(quantiles, logs);
  return exponential(valueAt(logs, score));
}

export const drawAmount = (quantiles: readonly number[], stream: RandomStream): number =>
  amountAt(quantiles, fromTable(standardNormal, stream.uint32()));

const POINTS = 200;
const SCORES = Array.from({ length: POINTS }, (_, i) => normalQuantile((i + 0.5) / POINTS));
const samples = new WeakMap<readonly number[], number[]>();

/** Returns amounts with these quantiles, evenly over their distribution; ones without quantiles. */
function evenAmounts(quantiles: readonly number[]): readonly number[] {
  const known = samples.get(quantiles);
  if (known !== undefined) return known;
  const amounts = SCORES.map((score) => (quantiles.length > 0 ? amountAt(quantiles, score) : 1));
  samples.set(quantiles, amounts);
  return amounts;
}

/** Draws of an amount until it is at most the largest. */
const MAX_DRAWS = 5;
/** Least share of the largest amount that stands for one that was larger in all draws. */
const MIN_OF_LARGEST = 0.5;

/** Draws a unit times a size with these quantiles, at most the largest amount, which does not recur. */
export function drawUpTo(
  most: number,
  { unit, quantiles, stream }: { unit: number; quantiles: readonly number[]; stream: RandomStream },
): number {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const amount = quantiles.length === 0 ? unit : unit * drawAmount(quantiles, stream);
    if (amount <= most) return amount;
  }
  return most * (MIN_OF_LARGEST + (1 - MIN_OF_LARGEST) * stream.float());
}

/** Returns the mean of sizes with these quantiles that are drawn up to a largest one. */
export function meanAmount(quantiles: readonly number[], most: number): number {
  const all = evenAmounts(quantiles);
  const below = all.filter((amount) => amount <= most);
  const beyond = (1 - below.length / POINTS) ** MAX_DRAWS;
  const mean = below.reduce((sum, amount) => sum + amount, 0) / Math.max(1, below.length);
  return beyond === 0 ? mean : (1 - beyond) * mean + beyond * most * ((1 + MIN_OF_LARGEST) / 2);
}

/** Returns the lower triangle of L L' = correlations, which are shrunk towards 0 until it exists. */
export function triangleOf(correlations: readonly (readonly number[])[]): number[][] {
  for (let kept = 20; kept >= 0; kept--) {
    const lower: number[][] = [];
    const fits = correlations.every((row, i) => {
      const own: number[] = [];
      for (let j = 0; j < i; j++) {
        let sum = (kept / 20) * row[j];
        for (let k = 0; k < j; k++) sum -= own[k] * lower[j][k];
        own.push(sum / lower[j][j]);
      }
      const left = 1 - own.reduce((sum, value) => sum + value * value, 0);
      own.push(squareRoot(Math.max(left, 0)));
      lower.push(own);
      return left > 1e-6;
    });
    if (fits) return lower;
  }
  throw new RangeError('correlations: expected a square matrix');
}
