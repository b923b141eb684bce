import { civilFromDays, weekdayOf } from '../../../shared/civil-date.ts';
import { MOVEMENT_KINDS, type Movements } from './movements.ts';

const BINS_A_DECADE = 24;
const DECADES = 9;
/** Bins of amounts from .01 to 10^7. */
export const AMOUNT_BINS = BINS_A_DECADE * DECADES;

const LEAST = 0.01;

export const amountBin = (value: number): number =>
  Math.max(0, Math.min(AMOUNT_BINS - 1, Math.floor(BINS_A_DECADE * Math.log10(value / LEAST))));
/** Magnitude at a place between bins, such as 12.5 for the middle of bin 12. */
export const magnitudeAt = (place: number): number => LEAST * 10 ** (place / BINS_A_DECADE);

/** Counts from which all aggregates follow, by account (each counted once) or by row. */
export type Histograms = {
  /** Rows by kind and amount, kind by kind. */
  amounts: Float64Array;
  weekdays: Float64Array;
  months: Float64Array;
  /** Calendar months in which accounts were active, by month of the year. */
  activeMonths: Float64Array;
  /** Accounts by rows a month, and by last balance above 0. */
  activity: Float64Array;
  balances: Float64Array;
};

const DAYS_A_MONTH = 30.44;

/** Returns the first day of each account, and the last of the file. */
function spanOf({ accounts, account, day }: Movements): { first: Float64Array; end: number } {
  const first = new Float64Array(accounts).fill(Number.POSITIVE_INFINITY);
  let end = Number.NEGATIVE_INFINITY;
  account.forEach((at, row) => {
    first[at] = Math.min(first[at], day[row]);
    end = Math.max(end, day[row]);
  });
  return { first, end };
}

const monthOf = (day: number) => {
  const { year, month } = civilFromDays(day);
  return 12 * year + month - 1;
};

/** Counts months from each account's first row to the end of the file, by month of the year. */
function activeMonths(movements: Movements): Float64Array {
  const { first, end } = spanOf(movements);
  const counts = new Float64Array(12);
  if (!Number.isFinite(end)) return counts;
  const last = monthOf(end);
  for (const day of first) {
    if (!Number.isFinite(day)) continue;
    for (let month = monthOf(day); month <= last; month++) counts[month % 12]++;
  }
  return counts;
}

/** Returns rows a month of each account, from its first row to the last day of the file. */
function monthlyRows(movements: Movements): Float64Array {
  const { first, end } = spanOf(movements);
  const rows = new Float64Array(movements.accounts);
  for (const at of movements.account) rows[at]++;
  return rows.map((count, at) =>
    count === 0 ? 0 : count / Math.max(1, (end - first[at] + 1) / DAYS_A_MONTH),
  );
}

/** Returns the balance after the latest row of each account; of rows of one day, the last one. */
function lastBalances({ accounts, account, day, balance }: Movements): Float64Array {
  const last = new Float64Array(accounts).fill(Number.NaN);
  const at = new Int32Array(accounts).fill(-2147483648);
  if (balance === null) return last;
  account.forEach((one, row) => {
    if (Number.isNaN(balance[row]) || day[row] < at[one]) return;
    at[one] = day[row];
    last[one] = balance[row];
  });
  return last;
}

export function histogramsOf(movements: Movements): Histograms {
  const { day, amount, kind } = movements;
  const amounts = new Float64Array(MOVEMENT_KINDS.length * AMOUNT_BINS);
  const weekdays = new Float64Array(7);
  const months = new Float64Array(12);
  day.forEach((date, row) => {
    if (kind[row] >= MOVEMENT_KINDS.length || !(amount[row] > 0)) return;
    amounts[kind[row] * AMOUNT_BINS + amountBin(amount[row])]++;
    weekdays[weekdayOf(date)]++;
    months[civilFromDays(date).month - 1]++;
  });
  const activity = new Float64Array(AMOUNT_BINS);
  for (const rows of monthlyRows(movements)) if (rows > 0) activity[amountBin(rows)]++;
  const balances = new Float64Array(AMOUNT_BINS);
  for (const last of lastBalances(movements)) if (last > 0) balances[amountBin(last)]++;
  return { amounts, weekdays, months, activeMonths: activeMonths(movements), activity, balances };
}
