import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  weekdayOf,
} from '../../../../shared/civil-date.ts';
import { DAY, dayOf } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { isDigitDate } from './digits.ts';

/**
 * Days or hours at which a date column has values; `share` of its rows keep it:
 * - `weekdays`: shares of the seven weekdays, Monday first, of which some are nearly 0; dates keep
 *   their order if `inOrder`;
 * - `month`: always the first or the last day of a month;
 * - `hours`: hours of the day that occur;
 * - `same day`: the day of another column, with a time of its own;
 * - `digits`: number that is a date YYMMDD, in some rows with `added` added to the month;
 *   of the years `from` to `to`.
 */
export type Calendar = { column: number; share: number } & (
  | { kind: 'weekdays'; shares: number[]; inOrder: boolean }
  | { kind: 'month'; day: 'first' | 'last' }
  | { kind: 'hours'; hours: number[] }
  | { kind: 'same day'; from: number }
  | { kind: 'digits'; added: number; from: number; to: number }
);

/** Share of rows below which a weekday is an exception of the file. */
export const RARE_WEEKDAY = 0.005;

const HOUR = 3_600_000;

const hourOf = (moment: number) => Math.floor((moment - DAY * dayOf(moment)) / HOUR);

const monthEnd = (day: number): number => {
  const { year, month } = civilFromDays(day);
  return daysFromCivil(year, month, daysInMonth(year, month));
};

/** Returns the nearest first or last day of a month; nearer the earlier of two. */
function nearestInMonth(day: number, which: 'first' | 'last'): number {
  const end = monthEnd(day);
  const before = day - civilFromDays(day).day;
  const shift = which === 'first' ? 1 : 0;
  const [early, late] = [before + shift, end + shift];
  return day - early <= late - day ? early : late;
}

/** Returns a function that reports whether a row keeps a calendar; missing dates do. */
export function calendarKeeper(calendar: Calendar, { columns }: Table): (row: number) => boolean {
  const { values } = columns[calendar.column] as DatetimeColumn | NumberColumn;
  const keeps = momentKeeper(calendar, columns);
  return (row) => Number.isNaN(values[row]) || keeps(values[row], row);
}

function momentKeeper(
  calendar: Calendar,
  columns: Table['columns'],
): (moment: number, row: number) => boolean {
  if (calendar.kind === 'weekdays') {
    const { shares } = calendar;
    return (moment) => shares[weekdayOf(dayOf(moment))] >= RARE_WEEKDAY;
  }
  if (calendar.kind === 'month')
    return (moment) => nearestInMonth(dayOf(moment), calendar.day) === dayOf(moment);
  if (calendar.kind === 'digits') return (value) => isDigitDate(value, calendar.added);
  if (calendar.kind === 'hours') {
    const occurs = new Set(calendar.hours);
    return (moment) => occurs.has(hourOf(moment));
  }
  const from = (columns[calendar.from] as DatetimeColumn).values;
  return (moment, row) => Number.isNaN(from[row]) || dayOf(from[row]) === dayOf(moment);
}

/** Returns the nearest of some places on a circle or line, the earlier of two. */
function nearest(allows: (value: number) => boolean, value: number, most: number): number {
  for (let away = 0; away <= most; away++) {
    if (allows(value - away)) return value - away;
    if (allows(value + away)) return value + away;
  }
  return value;
}

export type DateCalendar = Exclude<Calendar, { kind: 'digits' }>;

/** Moves a date to the nearest that the calendar has; never changes the order of two dates. */
function mover(calendar: DateCalendar, columns: Table['columns']) {
  const keepDay = (moment: number, day: number) => DAY * day + (moment - DAY * dayOf(moment));
  if (calendar.kind === 'weekdays') {
    const allows = (day: number) => calendar.shares[weekdayOf(day)] >= RARE_WEEKDAY;
    return (moment: number) => keepDay(moment, nearest(allows, dayOf(moment), 6));
  }
  if (calendar.kind === 'month')
    return (moment: number) => keepDay(moment, nearestInMonth(dayOf(moment), calendar.day));
  if (calendar.kind === 'hours') {
    const allows = (hour: number) => calendar.hours.includes(hour);
    return (moment: number) => {
      const hour = nearest(allows, hourOf(moment), 23);
      return moment + HOUR * (hour - hourOf(moment));
    };
  }
  const from = (columns[calendar.from] as DatetimeColumn).values;
  return (moment: number, row: number) => keepDay(moment, dayOf(from[row]));
}

/**
 * Moves dates within their week, so that weekdays have the file's shares. Rows of weekdays that are
 * too frequent are taken evenly.
 */
function withWeekdays(values: Float64Array, shares: readonly number[]): Float64Array {
  const rowsOf: number[][] = Array.from({ length: 7 }, () => []);
  values.forEach((moment, row) => {
    if (!Number.isNaN(moment)) rowsOf[weekdayOf(dayOf(moment))].push(row);
  });
  const rows = rowsOf.reduce((sum, own) => sum + own.length, 0);
  const wanted = shares.map((share) => Math.round(share * rows));
  const open: number[] = [];
  rowsOf.forEach((own, weekday) => {
    const surplus = Math.max(0, own.length - wanted[weekday]);
    own.forEach((row, i) => {
      const isTaken =
        Math.floor(((i + 1) * surplus) / own.length) > Math.floor((i * surplus) / own.length);
      if (isTaken) open.push(row);
    });
  });
  const missing = rowsOf.map((own, weekday) => Math.max(0, wanted[weekday] - own.length));
  const moved = values.slice();
  for (const row of open.sort((a, b) => a - b)) {
    const weekday = missing.indexOf(Math.max(...missing));
    if (missing[weekday] > 0) missing[weekday]--;
    const day = dayOf(values[row]);
    moved[row] += DAY * (weekday - weekdayOf(day));
  }
  return moved;
}

/** Moves the dates of a drawn table so that a calendar holds, but for the file's exceptions. */
export function withCalendar(table: Table, calendar: DateCalendar): Table {
  const column = table.columns[calendar.column] as DatetimeColumn;
  return {
    rows: table.rows,
    columns: table.columns.map((own, i) =>
      i === calendar.column ? { ...column, values: movedValues(table, calendar) } : own,
    ),
  };
}

function movedValues(table: Table, calendar: DateCalendar): Float64Array {
  const { values } = table.columns[calendar.column] as DatetimeColumn;
  if (calendar.kind === 'weekdays' && !calendar.inOrder)
    return withWeekdays(values, calendar.shares);
  const keeps = calendarKeeper(calendar, table);
  const move = mover(calendar, table.columns);
  const broken = Array.from(values.keys()).filter((row) => !keeps(row));
  const exceptions = Math.min(broken.length, Math.floor((1 - calendar.share) * values.length));
  const moved = values.slice();
  broken.forEach((row, k) => {
    const isException =
      Math.floor(((k + 1) * exceptions) / broken.length) >
      Math.floor((k * exceptions) / broken.length);
    if (!isException) moved[row] = move(values[row], row);
  });
  return moved;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Returns the hours that do not occur, as ranges. */
function hoursWithout(hours: readonly number[]): string {
  const ranges: string[] = [];
  for (let hour = 0; hour < 24; hour++) {
    if (hours.includes(hour)) continue;
    let end = hour;
    while (end < 24 && !hours.includes(end)) end++;
    ranges.push(`${two(hour)} to ${two(end)}`);
    hour = end;
  }
  return ranges.join(' or ');
}

export function calendarSentence(calendar: Calendar, nameOf: (column: number) => string): string {
  const own = nameOf(calendar.column);
  if (calendar.kind === 'month')
    return calendar.day === 'first'
      ? `${own} is always the first of a month`
      : `${own} is always the last day of a month`;
  if (calendar.kind === 'digits')
    return `${own} is a date YYMMDD, with ${calendar.added} added to the month in some rows`;
  if (calendar.kind === 'same day') return `${own} is on the day of ${nameOf(calendar.from)}`;
  if (calendar.kind === 'hours') return `${own} is never from ${hoursWithout(calendar.hours)}`;
  const none = WEEKDAYS.filter((_, day) => calendar.shares[day] < RARE_WEEKDAY);
  return `${own} is never on ${none.join(' or ')}`;
}
