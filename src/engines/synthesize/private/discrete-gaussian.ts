import type { RandomIntegers } from './random-integers.ts';

/**
 * Exact integer sampling (Canonne, Kamath and Steinke 2020, algorithms 1 to 3): low bits leak
 * nothing.
 */

/** Returns true with probability n/d. */
const bernoulli = (n: bigint, d: bigint, random: RandomIntegers) => random.belowBig(d) < n;

/** Returns true with probability exp(-n/d), 0 <= n/d <= 1. */
function bernoulliExpBelowOne(n: bigint, d: bigint, random: RandomIntegers): boolean {
  let k = 1n;
  while (bernoulli(n, d * k, random)) k++;
  return k % 2n === 1n;
}

/** Returns true with probability exp(-n/d), n/d >= 0. */
function bernoulliExp(n: bigint, d: bigint, random: RandomIntegers): boolean {
  let rest = n;
  while (rest > d) {
    if (!bernoulliExpBelowOne(1n, 1n, random)) return false;
    rest -= d;
  }
  return bernoulliExpBelowOne(rest, d, random);
}

/** Computes `bernoulliExp` for small integers, in doubles that stay exact. */
function smallBernoulliExp(n: number, d: number, random: RandomIntegers): boolean {
  let k = 1;
  while (random.below(d * k) < n) k++;
  return k % 2 === 1;
}

/** Draws an integer with probability proportional to exp(-|x|/t), t <= 2^40. */
export function discreteLaplace(t: number, random: RandomIntegers): number {
  for (;;) {
    const u = random.below(t);
    if (!smallBernoulliExp(u, t, random)) continue;
    let v = 0;
    while (smallBernoulliExp(1, 1, random)) v++;
    const magnitude = u + t * v;
    const negative = random.below(2) === 1;
    if (negative && magnitude === 0) continue;
    return negative ? -magnitude : magnitude;
  }
}

export type Variance = { numerator: bigint; denominator: bigint };

const FRACTION = 1024;

/** Rounds up to a multiple of 1/1024: rounding only adds noise. */
export function varianceAtLeast(value: number): Variance {
  if (!(value > 0) || !Number.isFinite(value))
    throw new RangeError('The variance must be positive.');
  return { numerator: BigInt(Math.ceil(value * FRACTION)), denominator: BigInt(FRACTION) };
}

/** Draws an integer with probability proportional to exp(-x^2 / (2 variance)). */
export function discreteGaussian(variance: Variance, random: RandomIntegers): number {
  const { numerator: p, denominator: q } = variance;
  const t = Math.floor(Math.sqrt(Number(p) / Number(q))) + 1;
  const big = BigInt(t);
  const scale = 2n * p * q * big * big;
  for (;;) {
    const candidate = discreteLaplace(t, random);
    // (|x| - variance / t)^2 / (2 variance), as one fraction.
    const distance = BigInt(Math.abs(candidate)) * big * q - p;
    if (bernoulliExp(distance * distance, scale, random)) return candidate;
  }
}

/**
 * Exponential mechanism: draws an index with probability proportional to exp(epsilon * score / (2 *
 * sensitivity)), by rejection from the best score.
 *
 * @param scores integers
 * @param epsilon in millionths
 */
export function exponentialMechanism(
  scores: readonly number[],
  {
    microEpsilon,
    sensitivity,
    random,
  }: { microEpsilon: bigint; sensitivity: number; random: RandomIntegers },
): number {
  const best = Math.max(...scores);
  const denominator = 2_000_000n * BigInt(sensitivity);
  for (;;) {
    const index = random.below(scores.length);
    const short = BigInt(best - scores[index]);
    if (bernoulliExp(microEpsilon * short, denominator, random)) return index;
  }
}
