import { roundAmount } from './amount-law.ts';

/** Sampled values of a number column; NaN for missing. */
export type Amounts = {
  column: number;
  values: Float64Array;
  /** Decimals of nearly all values. */
  decimals: number;
  /** Mean of absolute values. */
  size: number;
  /** Number of different values. */
  distinct: number;
  /** True for at least five different values. */
  varies: boolean;
  /** Number of negative or of positive values, whichever are fewer. */
  rarerSign: number;
};

export const unitOf = ({ decimals }: Pick<Amounts, 'decimals'>) => 10 ** -decimals;

/** Steps in units of the last decimal. */
const STEPS = [1000, 500, 250, 100, 50, 25, 10, 5];

/** Returns the greatest usual step that nearly all values are multiples of. */
export function stepOf(own: Pick<Amounts, 'decimals' | 'values'>): number {
  const unit = unitOf(own);
  const fits = (step: number) => {
    let broken = 0;
    for (let i = 0; i < own.values.length; i++)
      if (
        Math.round(own.values[i] / unit) % step !== 0 &&
        ++broken > MAX_BROKEN * own.values.length
      )
        return false;
    return true;
  };
  return unit * (STEPS.find(fits) ?? 1);
}

export const decimalsOf = (parts: readonly Amounts[]) =>
  parts.reduce((most, { decimals }) => Math.max(most, decimals), 0);

/** Number columns, and categories with one number each, sampled at the same rows. */
export type AmountSamples = {
  rows: number;
  /** Row of the table of each sampled one. */
  at: Uint32Array;
  numbers: Amounts[];
  words: Amounts[];
};

/** Part of the rows that are searched, and the only column to derive, if not all. */
export type SearchedAmounts = { isWhole: boolean; only?: number | undefined };

/** Returns the columns that formulas may derive. */
export const derivable = (
  { numbers }: Pick<AmountSamples, 'numbers'>,
  { only }: Pick<SearchedAmounts, 'only'>,
): Amounts[] => (only === undefined ? numbers : numbers.filter(({ column }) => column === only));

/** Decimals of a number with 15 significant digits, which a double represents reliably. */
function reliableDecimals(values: Float64Array): number {
  let largest = 1;
  for (let i = 0; i < values.length; i++)
    if (Math.abs(values[i]) > largest) largest = Math.abs(values[i]);
  return Math.max(0, 14 - Math.floor(Math.log10(largest)));
}

/** Returns the number of decimals that suffices for the given share of values. */
export function usualDecimals(values: Float64Array, written: number, share: number): number {
  if (written === 0) return 0;
  const most = Math.min(written, reliableDecimals(values));
  const exceptions = (1 - share) * values.length;
  const suffices = (decimals: number) => {
    let broken = 0;
    for (let i = 0; i < values.length; i++)
      if (
        !Number.isNaN(values[i]) &&
        roundAmount(values[i], decimals) !== values[i] &&
        ++broken > exceptions
      )
        return false;
    return true;
  };
  for (let decimals = 0; decimals < most; decimals++) if (suffices(decimals)) return decimals;
  return most;
}

/** Decimals beyond which values are results of a computation that was not rounded. */
const MAX_WRITTEN_DECIMALS = 4;
/** Minimum share of rounded values in a column of which some were not rounded. */
const ROUNDED = 0.9;

/** Returns the decimals of amounts, of which a tenth may be results that were not rounded. */
export function amountDecimals(values: Float64Array, written: number): number {
  const usual = usualDecimals(values, written, USUAL);
  if (usual <= MAX_WRITTEN_DECIMALS) return usual;
  const rounded = usualDecimals(values, written, ROUNDED);
  return rounded <= MAX_WRITTEN_DECIMALS ? rounded : usual;
}

/** Returns the greatest usual step of values, whatever decimals are written. */
export const usualStep = (values: Float64Array, written: number): number =>
  stepOf({ decimals: usualDecimals(values, written, USUAL), values });

const USUAL = 0.99;

/** Share of sampled rows that may violate a law before it is rejected. */
const MAX_BROKEN = 0.03;

/**
 * Returns true if a law holds, within `within`, in nearly all sampled rows with a value.
 *
 * @param missesBy deviation of the law from the row's value; NaN if either is missing
 * @param isLikely true if other rows were looked at: the first are those with the most amounts,
 * and may all have one that the law lacks
 */
export function holdsIn(
  rows: number,
  {
    missesBy,
    within,
    isLikely = false,
  }: { missesBy: (row: number) => number; within: number; isLikely?: boolean },
): boolean {
  let broken = 0;
  for (let row = 0; row < rows; row++) {
    if (Math.abs(missesBy(row)) > within && ++broken > MAX_BROKEN * rows) return false;
    // Most candidates fail in the first rows.
    if (!isLikely && broken > 3 && broken * 5 > row) return false;
  }
  return true;
}
