import { DAY, isDateOnly, isTimeOnly } from '../../table/datetime-form.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';
import type { ColumnPlan } from './plan-columns.ts';

/** A column of days that lie a few days from those of another, as a value date does from a booking date. */
export type DateLag = { column: number; from: number };

/** Numbers of days apart at most, and the share of the rows that they have at least. */
const MAX_LAGS = 10;
const MIN_SHARE = 0.95;
const MIN_ROWS = 50;

const dayOf = (moment: number) => Math.floor(moment / DAY);

/** Whether few numbers of days apart, each in `threshold` rows or more, make up nearly all rows that have both. */
function liesFewDaysFrom(column: DatetimeColumn, from: DatetimeColumn, threshold: number): boolean {
  const met = new Map<number, number>();
  let rows = 0;
  for (let row = 0; row < column.values.length; row++) {
    if (Number.isNaN(column.values[row])) continue;
    const days = dayOf(column.values[row]) - dayOf(from.values[row]);
    // Where the other day is missing, this one could not be derived from it.
    if (Number.isNaN(days)) return false;
    met.set(days, (met.get(days) ?? 0) + 1);
    rows++;
  }
  if (rows < MIN_ROWS) return false;
  const held = [...met.values()].filter((count) => count >= threshold).sort((a, b) => b - a);
  const covered = held.slice(0, MAX_LAGS).reduce((sum, count) => sum + count, 0);
  return covered >= MIN_SHARE * rows;
}

/** The learned columns of days that lie a few days from those of an earlier column, which itself counts from none. */
export function findDateLags(
  table: Table,
  plans: readonly ColumnPlan[],
  { threshold, time }: { threshold: number; time: string | null },
): DateLag[] {
  const lags: DateLag[] = [];
  table.columns.forEach((column, i) => {
    if (column.kind !== 'datetime' || plans[i].made !== null || column.name === time) return;
    if (!isDateOnly(column.form)) return;
    const from = table.columns.findIndex(
      (other, j) =>
        j < i &&
        other.kind === 'datetime' &&
        !isTimeOnly(other.form) &&
        plans[j].made === null &&
        !lags.some((lag) => lag.column === j) &&
        liesFewDaysFrom(column, other, threshold),
    );
    if (from >= 0) lags.push({ column: i, from });
  });
  return lags;
}

/** The days of the column `from`, times a factor, added to those of `column`. */
function shifted(table: Table, lags: readonly DateLag[], factor: 1 | -1): Table {
  if (lags.length === 0) return table;
  const columns = table.columns.map((column, i) => {
    const lag = lags.find((candidate) => candidate.column === i);
    const from = lag === undefined ? undefined : table.columns[lag.from];
    if (from === undefined || column.kind !== 'datetime' || from.kind !== 'datetime') return column;
    const values = column.values.map(
      (value, row) => value + factor * dayOf(from.values[row]) * DAY,
    );
    return { ...column, values };
  });
  return { rows: table.rows, columns };
}

/** The table with such columns counted in days from the others. */
export const countedFromDates = (table: Table, lags: readonly DateLag[]): Table =>
  shifted(table, lags, -1);

/** The table with days counted from others as dates again. */
export const datesFromCounted = (table: Table, lags: readonly DateLag[] = []): Table =>
  shifted(table, lags, 1);
