import { roundAmount } from './amount-law.ts';

/** Some values of a column of numbers; NaN where missing. */
export type Amounts = {
  column: number;
  values: Float64Array;
  /** Decimals that nearly all its values are written with. */
  decimals: number;
  /** Mean of its absolute values. */
  size: number;
  /** Whether it has more than a few values. */
  varies: boolean;
};

/** Columns of numbers, and of words with a number in each, by the same rows. */
export type LookedAt = { rows: number; numbers: Amounts[]; words: Amounts[] };

/** The fewest decimals with which so large a share of the values can be written. */
export function usualDecimals(values: Float64Array, most: number, share: number): number {
  const rounded = (decimals: number) =>
    values.filter((value) => Number.isNaN(value) || roundAmount(value, decimals) === value).length;
  for (let decimals = 0; decimals < most; decimals++)
    if (rounded(decimals) >= share * values.length) return decimals;
  return most;
}

/** Share of the rows looked at that may break a law before it is given up. */
const MAX_BROKEN = 0.03;

/**
 * Whether a law holds in nearly all rows looked at that hold a value: each misses by `within` at most.
 *
 * @param missesBy how far the law is from the row's value; NaN where either is missing
 */
export function holdsIn(
  rows: number,
  { missesBy, within }: { missesBy: (row: number) => number; within: number },
): boolean {
  let broken = 0;
  for (let row = 0; row < rows; row++) {
    if (Math.abs(missesBy(row)) > within && ++broken > MAX_BROKEN * rows) return false;
    // Most candidates break in the first rows.
    if (broken > 3 && broken * 5 > row) return false;
  }
  return true;
}
