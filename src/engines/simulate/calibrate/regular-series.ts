import { civilFromDays } from '../../../shared/civil-date.ts';
import { MOVEMENT_KINDS, type Movements } from './movements.ts';

/** Months in which an amount has to recur on about the same day. */
const MIN_MONTHS = 3;
/** The same for transfers that began shortly before the end of the file, so that no more can be seen. */
const MIN_MONTHS_AT_END = 2;
const DAYS_A_MONTH = 30.44;
/** Days of the month between the payments of a series, since weekends shift them. */
const MAX_SHIFT = 4;
const MAX_ROWS_A_MONTH = 1.3;

/** Monthly payments of one amount on about the same day of the month. */
export type RegularSeries = { kind: number; amount: number; day: number; rows: number[] };

const REGULAR = ['transfer_in', 'transfer_out', 'cash_deposit'].map((kind) =>
  MOVEMENT_KINDS.indexOf(kind as (typeof MOVEMENT_KINDS)[number]),
);

const IN_CASH = MOVEMENT_KINDS.indexOf('cash_deposit');

/**
 * Returns the regular series of one account.
 *
 * @param end last day of the file, from which series that have just begun are recognized
 */
export function regularSeries(
  { kind, amount, day }: Movements,
  rows: readonly number[],
  end = Number.POSITIVE_INFINITY,
): RegularSeries[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    if (!REGULAR.includes(kind[row])) continue;
    const key = `${kind[row]} ${amount[row]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group) => {
    const dates = group.map((row) => civilFromDays(day[row]));
    const months = new Set(dates.map(({ year, month }) => 12 * year + month)).size;
    const isNew = kind[group[0]] !== IN_CASH && day[group[0]] > end - MIN_MONTHS * DAYS_A_MONTH;
    const least = isNew ? MIN_MONTHS_AT_END : MIN_MONTHS;
    if (months < least || group.length > MAX_ROWS_A_MONTH * months) return [];
    const sorted = dates.map((date) => date.day).sort((a, b) => a - b);
    const usual = sorted[sorted.length >> 1];
    const near = sorted.filter((one) => {
      const apart = Math.abs(one - usual);
      return Math.min(apart, 31 - apart) <= MAX_SHIFT;
    }).length;
    if (near < least || near < 0.8 * group.length) return [];
    return [{ kind: kind[group[0]], amount: amount[group[0]], day: usual, rows: group }];
  });
}
