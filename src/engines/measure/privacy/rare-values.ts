import { firstNotBelow } from '../../table/search-sorted.ts';
import type { SidedCategories, SidedColumn, SidedNumbers } from '../quality/align-columns.ts';
import { fisherExact } from '../statistics/fisher-exact.ts';
import type { CopyTest } from './copies.ts';

/** Value of a single real row: its side, and its presence in the synthetic table. */
type Rare = { isTraining: boolean; isUsed: boolean };

/** Minimum gap of an isolated number to the next real one, as a share of the column's range. */
const APART = 0.01;
/** Minimum gap in units of the last decimal (dates: days, times: seconds). */
const APART_UNITS = 1000;
const SECONDS_A_DAY = 86_400;

function rareWords(column: SidedCategories): Rare[] {
  return column.words.flatMap((_, code) => {
    const own = column.counts[0][code];
    const holdoutCount = column.counts[2]?.[code] ?? 0;
    if (own + holdoutCount !== 1) return [];
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
  const [train, synthetic, holdout = new Float64Array(0)] = column.sorted;
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
    return [{ isTraining: has(train, value), isUsed: has(synthetic, value) }];
  });
}

/**
 * Counts unique real values (categories, and isolated numbers and dates) of training and of holdout
 * that the synthetic table contains. Holdout values can only occur by chance. Numbers close to
 * others are not traced, because any sample from their range hits some.
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
