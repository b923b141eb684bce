import { firstNotBelow } from '../../table/search-sorted.ts';
import type { SidedCategories, SidedColumn, SidedNumbers } from '../quality/align-columns.ts';
import { fisherExact } from '../statistics/fisher-exact.ts';
import type { CopyTest } from './copies.ts';

/** A value of a single real row: whose side it is of, and whether the synthetic table has it. */
type Rare = { isTraining: boolean; isUsed: boolean };

/** Between a number that stands apart and the next real one: this part of the column's range … */
const APART = 0.01;
/** … and so many units of the last decimal (of dates days, of moments seconds): to meet it by chance is unlikely. */
const APART_UNITS = 1000;
const SECONDS_A_DAY = 86_400;

function rareWords(column: SidedCategories): Rare[] {
  return column.words.flatMap((_, code) => {
    const own = column.counts[0][code];
    const held = column.counts[2]?.[code] ?? 0;
    if (own + held !== 1) return [];
    return [{ isTraining: own === 1, isUsed: column.counts[1][code] > 0 }];
  });
}

function unitOf({ datetime, decimals, sorted }: SidedNumbers): number {
  if (!datetime) return 10 ** -decimals;
  return sorted[0].every((day) => Number.isInteger(day)) ? 1 : 1 / SECONDS_A_DAY;
}

const has = (sorted: Float64Array, value: number): boolean =>
  sorted[firstNotBelow(sorted, { value })] === value;

function rareNumbers(column: SidedNumbers): Rare[] {
  const [train, made, holdout = new Float64Array(0)] = column.sorted;
  const real = new Float64Array(train.length + holdout.length);
  real.set(train);
  real.set(holdout, train.length);
  real.sort();
  const range = (real[real.length - 1] ?? 0) - (real[0] ?? 0);
  const least = Math.max(APART * range, APART_UNITS * unitOf(column));
  return Array.from(real).flatMap((value, i) => {
    const below = value - (real[i - 1] ?? Number.NEGATIVE_INFINITY);
    const above = (real[i + 1] ?? Number.POSITIVE_INFINITY) - value;
    if (Math.min(below, above) < least) return [];
    return [{ isTraining: has(train, value), isUsed: has(made, value) }];
  });
}

/**
 * Words, and numbers and dates that stand apart, of one real row only: how many of those of training rows, and of the
 * holdout's, the synthetic table uses. One of the holdout can only be there by chance. Numbers among others are not
 * traced, since any draw from their range meets some of them.
 *
 * @param columns side 0 training, side 1 synthetic, side 2 holdout
 */
export function rareValues(columns: readonly SidedColumn[]): CopyTest {
  const rare = columns.flatMap((column) =>
    column.kind === 'number' ? rareNumbers(column) : rareWords(column),
  );
  const count = (isTraining: boolean, isUsed?: boolean) =>
    rare.filter(
      (value) =>
        value.isTraining === isTraining && (isUsed === undefined || value.isUsed === isUsed),
    ).length;
  const [train, trainRows] = [count(true, true), count(true)];
  const [holdout, holdoutRows] = [count(false, true), count(false)];
  const pValue = fisherExact({ a: train, n: trainRows, b: holdout, m: holdoutRows });
  return { train, trainRows, holdout, holdoutRows, pValue };
}
