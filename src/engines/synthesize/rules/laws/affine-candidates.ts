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

/** Minimum different values of both columns. */
const MIN_DISTINCT = 20;
const PAIRS = 9;
const MAX_OFFSET_DIGITS = 4;
/** Share of rows that an unrelated formula would match. */
const MAX_BY_CHANCE = 0.1;

type Interval = [low: number, high: number];

/** Returns the part that intervals around the median one have in common; null if they have none. */
function commonPart(intervals: readonly Interval[]): Interval | null {
  const middles = intervals.map(([low, high]) => (low + high) / 2).sort((a, b) => a - b);
  const middle = middles[middles.length >> 1]!;
  const around = intervals.filter(([low, high]) => low <= middle && middle <= high);
  if (around.length < 0.6 * intervals.length) return null;
  return [Math.max(...around.map(([low]) => low)), Math.min(...around.map(([, high]) => high))];
}

/** Returns intervals of the slope between rows of small and of large values. */
function slopesOf(own: Amounts, other: Amounts, order: Uint32Array): Interval[] {
  const half = 0.51 * unitOf(own);
  return Array.from({ length: PAIRS }, (_, k): Interval => {
    const part = (k + 0.5) / (4 * PAIRS);
    const small = order[Math.floor(part * order.length)]!;
    const large = order[Math.floor((1 - part) * order.length)]!;
    const run = other.values[large]! - other.values[small]!;
    const rise = own.values[large]! - own.values[small]!;
    return [(rise - 2 * half) / run, (rise + 2 * half) / run];
  }).filter((ends) => ends.every(Number.isFinite));
}

function lawOf(own: Amounts, other: Amounts, rows: number, order: Uint32Array): AmountLaw | null {
  const slopes = slopesOf(own, other, order);
  const slope = slopes.length < 3 ? null : commonPart(slopes);
  const scale = slope && slope[0] > 0 ? shortestIn(slope[0], slope[1])?.value : undefined;
  if (scale === undefined) return null;
  const half = 0.51 * unitOf(own);
  const rests = Array.from(order, (row): Interval => {
    const rest = own.values[row]! - scale * other.values[row]!;
    return [rest - half, rest + half];
  }).filter(([low]) => !Number.isNaN(low));
  const rest = rests.length < MIN_DISTINCT ? null : commonPart(rests);
  if (rest === null || rest[0] > rest[1] || rest[0] * rest[1] <= 0) return null;
  const [low, high] = rest.map(Math.abs).sort((a, b) => a - b) as Interval;
  // A constant share has no offset but that of rounding.
  if (low <= unitOf(own)) return null;
  const short = shortestIn(low, high);
  if (short === null || short.digits > MAX_OFFSET_DIGITS) return null;
  const offset = Math.sign(rest[0]) * short.value;
  const expected = (row: number) => scale * other.values[row]! + offset;
  if (!follows(own, { rows, expected, byChance: MAX_BY_CHANCE, units: 0.51 })) return null;
  const { column, decimals } = own;
  return {
    kind: 'product',
    column,
    decimals,
    terms: [{ column: other.column, factor: 1 }],
    scale,
    offset,
  };
}

/** Yields columns that are a share of another plus a constant: a fee of 1.65 % and 10 cents. */
export function* affineCandidates(
  samples: AmountSamples,
  searched: SearchedAmounts,
): Generator<AmountLaw> {
  const { rows, numbers } = samples;
  const varied = numbers.filter(({ distinct }) => distinct >= MIN_DISTINCT);
  for (const own of derivable({ numbers: varied }, searched)) {
    const present = Uint32Array.from({ length: rows }, (_, row) => row).filter(
      (row) => !Number.isNaN(own.values[row]!),
    );
    const order = present.sort((a, b) => own.values[a]! - own.values[b]!);
    for (const other of varied) {
      if (own === other || order.length < MIN_DISTINCT) continue;
      const law = lawOf(own, other, rows, order);
      if (law !== null) yield law;
    }
  }
}
