import { DAY, isDateOnly, isTimeOnly } from '../../table/datetime-form.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';

/** Day column within a few days of another, such as value date and booking date. */
export type DateLag = { column: number; from: number };

/** Maximum number of distinct lags, and minimum share of rows that they cover. */
const MAX_LAGS = 10;
const MIN_SHARE = 0.95;
const MIN_ROWS = 50;

const dayOf = (moment: number) => Math.floor(moment / DAY);

/** Returns true if a column has days only, or times that are all midnight. */
const hasDaysOnly = ({ form, values }: DatetimeColumn): boolean =>
  isDateOnly(form) ||
  (!isTimeOnly(form) && values.every((value) => Number.isNaN(value) || value % DAY === 0));

/** Returns true if few lags, each in `threshold` rows or more, cover nearly all rows. */
function liesFewDaysFrom(column: DatetimeColumn, from: DatetimeColumn, threshold: number): boolean {
  const met = new Map<number, number>();
  let rows = 0;
  for (let row = 0; row < column.values.length; row++) {
    if (Number.isNaN(column.values[row])) continue;
    const days = dayOf(column.values[row]) - dayOf(from.values[row]);
    // Without the other day, this one could not be derived.
    if (Number.isNaN(days)) return false;
    met.set(days, (met.get(days) ?? 0) + 1);
    rows++;
  }
  if (rows < MIN_ROWS) return false;
  const frequent = [...met.values()].filter((count) => count >= threshold).sort((a, b) => b - a);
  const covered = frequent.slice(0, MAX_LAGS).reduce((sum, count) => sum + count, 0);
  return covered >= MIN_SHARE * rows;
}

type Apart = {
  threshold: number;
  time: string | null;
  /** Columns that other rules derive. */
  apart: Pick<ReadonlySet<number>, 'has'>;
};

/** Finds modeled day columns within a few days of an earlier column that is itself no lag. */
export function findDateLags(
  table: Table,
  isLearned: readonly boolean[],
  { threshold, time, apart }: Apart,
): DateLag[] {
  const lags: DateLag[] = [];
  table.columns.forEach((column, i) => {
    if (column.kind !== 'datetime' || !isLearned[i] || apart.has(i) || column.name === time) return;
    if (!hasDaysOnly(column)) return;
    const from = table.columns.findIndex(
      (other, j) =>
        j < i &&
        other.kind === 'datetime' &&
        !isTimeOnly(other.form) &&
        isLearned[j] === true &&
        !apart.has(j) &&
        !lags.some((lag) => lag.column === j) &&
        liesFewDaysFrom(column, other, threshold),
    );
    if (from >= 0) lags.push({ column: i, from });
  });
  return lags;
}

/** Adds the days of `from`, times a factor, to those of `column`. */
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

export const countedFromDates = (table: Table, lags: readonly DateLag[]): Table =>
  shifted(table, lags, -1);

export const datesFromCounted = (table: Table, lags: readonly DateLag[] = []): Table =>
  shifted(table, lags, 1);
