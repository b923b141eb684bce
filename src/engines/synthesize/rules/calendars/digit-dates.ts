import type { Column, NumberColumn, Table } from '../../../table/table.ts';
import type { Calendar } from './calendar.ts';
import { daysOf, firstDays, isDigitDate, partsOf } from './digits.ts';
import {
  type CalendarOptions,
  keptShare,
  logOfChance,
  MAX_BROKEN,
  MIN_EVIDENCE,
} from './kept-share.ts';

export type DigitDate = Extract<Calendar, { kind: 'digits' }>;

/** Numbers that countries add to the month for women or other centuries. */
const ADDED = [50, 20, 40, 80] as const;
/** Days of a year with a 29th of February. */
const YEAR_DAYS = 366;
/** Share of numbers at random that are dates with one of two kinds of months. */
const RANDOM_SHARE = (2 * YEAR_DAYS) / 10_000;

type Layout = Pick<DigitDate, 'added' | 'from' | 'to'>;

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns the place of a date among all dates, those with a greater month last. */
function placeOf(value: number, { added, from, to }: Layout): number {
  const { year, month, day, isAdded } = partsOf(value, added);
  const years = clamped(year, from, to) - from + (isAdded ? to - from + 1 : 0);
  const ofYear = firstDays[clamped(month, 1, 12) - 1]! + clamped(day, 1, 31) - 1;
  return years * YEAR_DAYS + Math.min(YEAR_DAYS - 1, ofYear);
}

function dateAt(place: number, { added, from, to }: Layout): number {
  const span = to - from + 1;
  const days = clamped(Math.round(place), 0, 2 * span * YEAR_DAYS - 1);
  const [years, ofYear] = [Math.floor(days / YEAR_DAYS), days % YEAR_DAYS];
  const isAdded = years >= span;
  const year = from + years - (isAdded ? span : 0);
  const month = firstDays.findLastIndex((first) => first <= ofYear) + 1;
  const day = Math.min(daysOf(year, month), ofYear - firstDays[month - 1]! + 1);
  return year * 10_000 + (month + (isAdded ? added : 0)) * 100 + day;
}

/** Returns the first and last year that enough entities have; null if there is none. */
function yearsOf(
  values: Float64Array,
  { entity, threshold }: Pick<CalendarOptions, 'entity' | 'threshold'>,
): { from: number; to: number } | null {
  const holders = new Map<number, Set<number>>();
  values.forEach((value, row) => {
    const year = Math.floor(value / 10_000);
    const own = holders.get(year) ?? new Set();
    holders.set(year, own.add(entity?.[row] ?? row));
  });
  const years = [...holders].flatMap(([year, own]) => (own.size >= threshold ? [year] : []));
  const own = years.filter((year) => year >= 0 && year <= 99);
  return own.length === 0 ? null : { from: Math.min(...own), to: Math.max(...own) };
}

/** Returns false, after a few rows of most columns, if too many values end in no day of a month. */
function mayBeDates(values: Float64Array): boolean {
  const allowed = MAX_BROKEN * values.length;
  let broken = 0;
  for (const value of values) {
    const day = value % 100;
    if (Number.isNaN(value) || (value > 0 && value <= 999_999 && day >= 1 && day <= 31)) continue;
    if (++broken > allowed) return false;
  }
  return true;
}

/**
 * Finds numbers of six digits that are dates YYMMDD, of which some have a number added to the month:
 * the birth numbers of a country.
 */
export function findDigitDates(
  table: Table,
  { columns, entity, threshold }: Omit<CalendarOptions, 'time'>,
): DigitDate[] {
  return columns.flatMap((column): DigitDate[] => {
    const own = table.columns[column] as NumberColumn;
    if (own.decimals !== 0 || !mayBeDates(own.values)) return [];
    const distinct = new Set(own.values).size;
    if (logOfChance(distinct, RANDOM_SHARE) < MIN_EVIDENCE) return [];
    for (const added of ADDED) {
      const holders = new Set<number>();
      own.values.forEach((value, row) => {
        if (isDigitDate(value, added) && partsOf(value, added).isAdded)
          holders.add(entity?.[row] ?? row);
      });
      if (holders.size < threshold) continue;
      const share = keptShare(own.values, (row) => isDigitDate(own.values[row]!, added));
      const years = yearsOf(own.values, { entity, threshold });
      if (share !== null && years !== null)
        return [{ column, kind: 'digits', added, ...years, share }];
    }
    return [];
  });
}

/** Changes the numbers of a column that are dates; other columns stay. */
function withNumbers(
  own: Column,
  calendar: Calendar | undefined,
  change: (value: number, layout: Layout) => number,
): Column {
  if (calendar?.kind !== 'digits' || own.kind !== 'number') return own;
  const values = own.values.map((value) => (Number.isNaN(value) ? value : change(value, calendar)));
  return { ...own, values };
}

const ofColumn = (calendars: readonly Calendar[], column: number) =>
  calendars.find((own) => own.kind === 'digits' && own.column === column);

/** Returns a column with places among all dates instead of digits: these are modeled. */
export const asModeled = (
  own: Column,
  column: number,
  calendars: readonly Calendar[] = [],
): Column => withNumbers(own, ofColumn(calendars, column), placeOf);

export const withPlaces = (table: Table, calendars: readonly Calendar[]): Table => ({
  rows: table.rows,
  columns: table.columns.map((own, i) => asModeled(own, i, calendars)),
});

/** Writes drawn places as digits of dates, except in columns with a given value. */
export const withDigits = (
  table: Table,
  calendars: readonly Calendar[],
  isGiven: (column: number) => boolean,
): Table => ({
  rows: table.rows,
  columns: table.columns.map((own, i) =>
    isGiven(i) ? own : withNumbers(own, ofColumn(calendars, i), dateAt),
  ),
});
