import { DAY, dayOf, isDateOnly, isTimeOnly } from '../../table/datetime-form.ts';
import type { Column, DatetimeColumn, Table } from '../../table/table.ts';
import { sharedBounds } from '../codec/fit-number-codec.ts';

/**
 * Day column within a few days of another, such as value date and booking date; or, in histories,
 * of any number of days from the row's day that is far smaller than its own range, such as the day a
 * bill was paid: up to `last`, the latest day that is shown, and never before the row's moment if it
 * `isAfter`.
 */
export type DateLag = {
  column: number;
  from: number;
  last?: number | undefined;
  isAfter?: true | undefined;
};

/** Returns true for a lag from the row's day in histories, of any number of days. */
export const isNearDay = ({ last }: DateLag): boolean => last !== undefined;

/** Maximum number of distinct lags, and minimum share of rows that they cover. */
const MAX_LAGS = 10;
const MIN_SHARE = 0.95;
const MIN_ROWS = 50;

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

/** Maximum share of the spread of a column's days that its days from another have. */
const MAX_SPREAD = 0.25;
const OUTERMOST = 0.05;
const MAX_BEFORE = 0.001;

/** Returns the days between the twentieth part at either end. */
function spreadOf(days: Float64Array): number {
  const sorted = days.filter((day) => !Number.isNaN(day)).sort();
  const outer = Math.floor(OUTERMOST * sorted.length);
  return sorted.length < MIN_ROWS ? 0 : sorted.at(-1 - outer)! - sorted[outer]!;
}

/** Returns how far a column lies from another, as a share of its own spread; NaN if it can't. */
function nearnessTo(column: DatetimeColumn, from: DatetimeColumn): number {
  const days = column.values.map((value, row) => dayOf(value) - dayOf(from.values[row]!));
  const isOpen = days.some((day, row) => Number.isNaN(day) && !Number.isNaN(column.values[row]!));
  return isOpen ? Number.NaN : spreadOf(days) / spreadOf(column.values.map(dayOf));
}

/** Returns the latest day that enough entities have or exceed. */
const lastDayOf = (
  { values }: DatetimeColumn,
  { threshold, entity }: { threshold: number; entity: Int32Array | null },
): number => {
  const days = { values: values.map(dayOf), decimals: 0 };
  return sharedBounds(entity === null ? days : { ...days, entity }, threshold).high * DAY;
};

type Apart = {
  threshold: number;
  time: string | null;
  /** Columns that other rules derive. */
  apart: Pick<ReadonlySet<number>, 'has'>;
};

/** Returns true for moments that are hardly ever before those of another column. */
function isNeverBefore(column: Column, { values: from }: DatetimeColumn): boolean {
  if (column.kind !== 'datetime' || hasDaysOnly(column)) return false;
  const before = column.values.reduce((sum, value, row) => sum + Number(value < from[row]!), 0);
  return before <= MAX_BEFORE * column.values.length;
}

/**
 * Finds modeled dates near another: in histories, near the day of their row; of independent rows,
 * near an earlier column that is complete beside them, the nearest of several.
 *
 * @param options.few other lags; their columns stay as they are
 */
export function findNearLags(
  table: Table,
  isLearned: readonly boolean[],
  {
    threshold,
    time,
    apart,
    few,
    entity,
  }: Apart & { few: readonly DateLag[]; entity: Int32Array | null },
): DateLag[] {
  const isDate = (column: Column): column is DatetimeColumn =>
    column.kind === 'datetime' && !isTimeOnly(column.form);
  const isOpen = (i: number) => isLearned[i] === true && !apart.has(i);
  const isOfFew = (i: number) => few.some(({ column, from }) => column === i || from === i);
  const isRoot = (j: number, i: number) =>
    time === null ? j < i && isOpen(j) : table.columns[j]!.name === time;
  return table.columns.flatMap((column, i): DateLag[] => {
    if (!isDate(column) || !isOpen(i) || isOfFew(i) || column.name === time) return [];
    const [nearest] = table.columns
      .flatMap((from, j) =>
        isRoot(j, i) && isDate(from) ? [{ j, from, spread: nearnessTo(column, from) }] : [],
      )
      .filter(({ spread }) => spread <= MAX_SPREAD)
      .sort((one, other) => one.spread - other.spread);
    if (nearest === undefined) return [];
    const last = lastDayOf(column, { threshold, entity });
    if (!Number.isFinite(last)) return [];
    const isAfter = isNeverBefore(column, nearest.from);
    return [{ column: i, from: nearest.j, last, ...(isAfter && { isAfter }) }];
  });
}

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

/** Replaces the columns of lags. */
function withLags(
  table: Table,
  lags: readonly DateLag[],
  valuesOf: (lag: DateLag, own: Float64Array, from: Float64Array) => Float64Array,
): Table {
  if (lags.length === 0) return table;
  const columns = table.columns.map((column, i) => {
    const lag = lags.find((candidate) => candidate.column === i);
    const from = lag === undefined ? undefined : table.columns[lag.from];
    if (lag === undefined || column.kind !== 'datetime' || from?.kind !== 'datetime') return column;
    return { ...column, values: valuesOf(lag, column.values, from.values) };
  });
  return { rows: table.rows, columns };
}

export const countedFromDates = (table: Table, lags: readonly DateLag[]): Table =>
  withLags(table, lags, (_, own, from) => own.map((value, row) => value - dayOf(from[row]!) * DAY));

/**
 * Adds lags to the days they are counted from; a day past the latest is as far before it, or after
 * the shortest lag, and a time before the moment of its own day is on the next. A lag may be counted from an earlier one.
 */
export const datesFromCounted = (table: Table, lags: readonly DateLag[] = []): Table =>
  lags.reduce((sofar, lag) => withDate(sofar, lag), table);

const withDate = (table: Table, lag: DateLag): Table =>
  withLags(table, [lag], ({ last = Number.POSITIVE_INFINITY, isAfter }, own, from) => {
    const least = own.reduce(
      (most, value) => (value < most ? value : most),
      Number.POSITIVE_INFINITY,
    );
    return own.map((value, row) => {
      const day = dayOf(from[row]!) * DAY;
      const drawn = day + value;
      if (isAfter && drawn < from[row]!) return drawn + DAY;
      const floor = Math.max(isAfter ? from[row]! : day, Math.min(last, day + least));
      return drawn > last ? Math.max(floor, 2 * last - drawn) : drawn;
    });
  });
