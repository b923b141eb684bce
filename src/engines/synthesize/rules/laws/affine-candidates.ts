import type { AmountLaw } from './amount-law.ts';
import {
  type AmountSamples,
  type Amounts,
  derivable,
  type SearchedAmounts,
  unitOf,
} from './looked-at-amounts.ts';
import { follows } from './product-candidates.ts';
import { shortestIn } from './simplest-scale.ts';
import { sortValues } from './sorted-values.ts';

/** Minimum different values of both columns. */
const MIN_DISTINCT = 20;
const PAIRS = 9;
const MAX_OFFSET_DIGITS = 4;
/** Share of rows that an unrelated formula would match. */
export const MAX_BY_CHANCE = 0.1;

type Interval = [low: number, high: number];

/** Returns the part that intervals around the median one have in common; null if they have none. */
function commonPart(lows: ArrayLike<number>, highs: ArrayLike<number>): Interval | null {
  const middles = new Float64Array(lows.length);
  for (let i = 0; i < middles.length; i++) middles[i] = (lows[i]! + highs[i]!) / 2;
  const middle = middles.sort()[lows.length >> 1]!;
  let count = 0;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (let i = 0; i < lows.length; i++) {
    if (!(lows[i]! <= middle && middle <= highs[i]!)) continue;
    count++;
    if (lows[i]! > low) low = lows[i]!;
    if (highs[i]! < high) high = highs[i]!;
  }
  return count < 0.6 * lows.length ? null : [low, high];
}

/** Column with its rows in ascending order, and pairs of rows of small and of large values. */
type Ordered = { own: Amounts; order: Uint32Array; ends: { small: number; large: number }[] };

export function inOrder(own: Amounts): Ordered {
  const order = sortValues(own.values).places;
  const ends = Array.from({ length: PAIRS }, (_, k) => {
    const part = (k + 0.5) / (4 * PAIRS);
    return {
      small: order[Math.floor(part * order.length)]!,
      large: order[Math.floor((1 - part) * order.length)]!,
    };
  });
  return { own, order, ends };
}

/** Value of a column, or product of two, in a row. */
type Values = (row: number) => number;

/** Returns the interval of the slope between most rows of small and of large values. */
function slopeOf({ own, ends }: Ordered, other: Values): Interval | null {
  const half = 0.51 * unitOf(own);
  const lows: number[] = [];
  const highs: number[] = [];
  for (const { small, large } of ends) {
    const run = other(large) - other(small);
    const rise = own.values[large]! - own.values[small]!;
    const low = (rise - 2 * half) / run;
    const high = (rise + 2 * half) / run;
    if (!Number.isFinite(low) || !Number.isFinite(high)) continue;
    lows.push(low);
    highs.push(high);
  }
  return lows.length < 3 ? null : commonPart(lows, highs);
}

/** Returns the shortest share of another column that fits; undefined if none does. */
export function scaleOf(ordered: Ordered, other: Values): number | undefined {
  const slope = slopeOf(ordered, other);
  return slope !== null && slope[0] > 0 ? shortestIn(slope[0], slope[1])?.value : undefined;
}

function lawOf(ordered: Ordered, factors: readonly Amounts[], rows: number): AmountLaw | null {
  const [first, second] = factors.map(({ values }) => values);
  const other: Values =
    second === undefined ? (row) => first![row]! : (row) => first![row]! * second[row]!;
  const { own, order } = ordered;
  const scale = scaleOf(ordered, other);
  if (scale === undefined) return null;
  const half = 0.51 * unitOf(own);
  const rests = Float64Array.from(order, (row) => own.values[row]! - scale * other(row)).filter(
    (rest) => !Number.isNaN(rest),
  );
  const rest =
    rests.length < MIN_DISTINCT
      ? null
      : commonPart(
          rests.map((middle) => middle - half),
          rests.map((middle) => middle + half),
        );
  if (rest === null || rest[0] > rest[1] || rest[0] * rest[1] <= 0) return null;
  const [low, high] = rest.map(Math.abs).sort((a, b) => a - b) as Interval;
  // A constant share has no offset but that of rounding.
  if (low <= unitOf(own)) return null;
  const short = shortestIn(low, high);
  if (short === null || short.digits > MAX_OFFSET_DIGITS) return null;
  const offset = Math.sign(rest[0]) * short.value;
  const expected = (row: number) => scale * other(row) + offset;
  if (!follows(own, { rows, expected, byChance: MAX_BY_CHANCE, units: 0.51 })) return null;
  const { column, decimals } = own;
  return {
    kind: 'product',
    column,
    decimals,
    terms: factors.map((factor) => ({ column: factor.column, factor: 1 })),
    scale,
    offset,
  };
}

/** Maximum number of columns whose products are searched. */
export const MAX_FACTORS = 24;

/** Yields pairs of columns that may be factors, in order. */
export function* factorPairs(factors: readonly Amounts[]): Generator<[Amounts, Amounts]> {
  for (const [i, one] of factors.entries())
    for (const other of factors.slice(0, i)) yield [other, one];
}

/**
 * Yields columns that are a share of another plus a constant (a fee of 1.65 % and 10 cents), or, in
 * all rows, of the product of two (a premium of sum insured and rate, and a policy fee).
 */
export function* affineCandidates(
  samples: AmountSamples,
  searched: SearchedAmounts,
): Generator<AmountLaw> {
  const { rows, numbers } = samples;
  const varied = numbers.filter(({ distinct }) => distinct >= MIN_DISTINCT);
  for (const own of derivable({ numbers: varied }, searched)) {
    const ordered = inOrder(own);
    for (const other of varied) {
      if (own === other) continue;
      const law = lawOf(ordered, [other], rows);
      if (law !== null) yield law;
    }
    const factors = searched.isWhole
      ? numbers.filter((other) => other.varies && other !== own).slice(0, MAX_FACTORS)
      : [];
    for (const pair of factorPairs(factors)) {
      const law = lawOf(ordered, pair, rows);
      if (law !== null) yield law;
    }
  }
}
