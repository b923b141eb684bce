import { firstAbove, firstNotBelow } from '../../../table/search-sorted.ts';
import type { SidedNumbers } from '../../quality/align-columns.ts';
import { percent, type Rated, type UsefulnessCheck, worstOf } from '../check.ts';
import { HOLDOUT, REAL, type Sides, SYNTHETIC } from '../sides.ts';

const TAILS = [0.01, 0.05];
/** Fewest expected synthetic values of a tail that can be compared. */
const MIN_EXPECTED = 10;
/** Largest probability of so few values by chance for which a tail counts as cut. */
const CHANCE = 1e-4;
/** A tail is cut or swollen if its share falls below or rises above this part of the expected. */
const CUT = 0.25;
const SWOLLEN = 4;

/** Returns the share of values beyond a limit. */
function beyond(sorted: Float64Array, limit: number, isUpper: boolean): number {
  if (sorted.length === 0) return 0;
  const at = isUpper
    ? sorted.length - firstAbove(sorted, { value: limit })
    : firstNotBelow(sorted, { value: limit });
  return at / sorted.length;
}

/** Returns the probability of at most `count` events of a Poisson distribution. */
function atMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let i = 1; i <= count; i++) {
    term *= mean / i;
    sum += term;
  }
  return sum;
}

/** Returns a share less two standard errors of its own sampling. */
const lowest = (share: number, rows: number) =>
  Math.max(0, share - 2 * Math.sqrt((share * (1 - share)) / rows));

type Tail = { share: number; isUpper: boolean };

const ALL_TAILS: Tail[] = TAILS.flatMap((share) => [
  { share, isUpper: true },
  { share, isUpper: false },
]);

function checkTail(
  column: SidedNumbers,
  { tail: { share, isUpper }, sides }: { tail: Tail; sides: Sides },
): Rated[] {
  const real = column.sorted[REAL];
  const at = Math.floor((isUpper ? 1 - share : share) * (real.length - 1));
  const limit = real[at];
  const [expected, synthetic] = [REAL, SYNTHETIC].map((side) =>
    beyond(column.sorted[side], limit, isUpper),
  );
  const rows = Math.min(sides.independent[SYNTHETIC], column.sorted[SYNTHETIC].length);
  if (expected * rows < MIN_EXPECTED) return [];
  const holdout = sides.hasHoldout ? beyond(column.sorted[HOLDOUT], limit, isUpper) : null;
  const usual = holdout ?? expected;
  const isCut =
    synthetic < CUT * Math.min(expected, usual) &&
    atMost(synthetic * rows, lowest(expected, sides.independent[REAL]) * rows) < CHANCE;
  const isSwollen = synthetic > SWOLLEN * Math.max(expected, usual, share);
  const limitText = `${isUpper ? 'above' : 'below'} the file's ${percent(isUpper ? 1 - share : share)} quantile`;
  return [
    {
      name: 'tails',
      column: column.name,
      synthetic,
      holdout,
      loss: Math.abs(synthetic - expected) / expected,
      verdict: isCut || isSwollen ? 'limited' : 'useful',
      reason:
        synthetic === 0
          ? `no value of ${column.name} is ${limitText}`
          : `${percent(synthetic)} of values of ${column.name} are ${limitText}`,
    },
  ];
}

/** Compares the shares of numbers and dates beyond the file's outer quantiles. */
export function tails(sides: Sides): UsefulnessCheck[] {
  const numbers = sides.columns.filter((column) => column.kind === 'number');
  return worstOf(
    numbers.flatMap((column) =>
      column.sorted[SYNTHETIC].length === 0
        ? []
        : ALL_TAILS.flatMap((tail) => checkTail(column, { tail, sides })),
    ),
  );
}
