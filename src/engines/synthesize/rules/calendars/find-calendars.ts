import { weekdayOf } from '../../../../shared/civil-date.ts';
import { DAY, isDateOnly, isTimeOnly } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, Table } from '../../../table/table.ts';
import { type Calendar, calendarKeeper, RARE_WEEKDAY } from './calendar.ts';
import { type CalendarOptions, keptShare, logOfChance, MIN_EVIDENCE } from './kept-share.ts';

const MONTH_DAYS = 30.4;
const MIN_MONTHS = 6;
/** Days beyond which dates are drawn in bins, which do not keep weekdays. */
const MANY_DAYS = 60;

/** Counts the rows of each of some classes; fewer than `threshold` entities count as none. */
function countsOf(
  classes: Int32Array,
  size: number,
  { entity, threshold }: { entity: Int32Array | null; threshold: number },
): number[] {
  const counts = new Array<number>(size).fill(0);
  const holders = Array.from({ length: size }, () => new Set<number>());
  classes.forEach((own, row) => {
    if (own < 0) return;
    counts[own]++;
    if (holders[own].size < threshold) holders[own].add(entity?.[row] ?? row);
  });
  return counts.map((count, own) => (holders[own].size >= threshold ? count : 0));
}

function possibleCalendars(
  table: Table,
  column: number,
  { time, ...held }: CalendarOptions,
): Calendar[] {
  const { form, values } = table.columns[column] as DatetimeColumn;
  const days = Int32Array.from(values, (moment) =>
    Number.isNaN(moment) ? -1 : Math.floor(moment / DAY),
  );
  const calendars: Calendar[] = [];
  const hasDays = !isTimeOnly(form);
  const distinct = new Set(days).size;
  if (hasDays && distinct >= MIN_MONTHS)
    for (const day of ['first', 'last'] as const)
      if (logOfChance(distinct, 1 / MONTH_DAYS) >= MIN_EVIDENCE)
        calendars.push({ column, kind: 'month', day, share: 1 });
  if (hasDays) {
    const weekdays = days.map((day, row) => (Number.isNaN(values[row]) ? -1 : weekdayOf(day)));
    const counts = countsOf(weekdays, 7, held);
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const shares = counts.map((count) => count / rows);
    const occurring = shares.filter((share) => share >= RARE_WEEKDAY).length;
    if (occurring < 7 && logOfChance(distinct, occurring / 7) >= MIN_EVIDENCE) {
      const inOrder = column === time || distinct <= MANY_DAYS;
      calendars.push({ column, kind: 'weekdays', shares, inOrder, share: 1 });
    }
  }
  // Times within a day of a sequence stay in order.
  if (column !== time && !isDateOnly(form) && values.some((value) => value % DAY !== 0)) {
    const hours = values.map((moment) =>
      Math.floor((moment - DAY * Math.floor(moment / DAY)) / 3_600_000),
    );
    const counts = countsOf(
      Int32Array.from(hours, (hour) => (Number.isNaN(hour) ? -1 : hour)),
      24,
      held,
    );
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const occurring = counts.flatMap((count, hour) => (count > 0 ? [hour] : []));
    if (occurring.length < 24 && logOfChance(rows, occurring.length / 24) >= 3 * MIN_EVIDENCE)
      calendars.push({ column, kind: 'hours', hours: occurring, share: 1 });
  }
  return calendars;
}

/** Returns columns with a time whose day is that of another column. */
function sameDays(table: Table, { columns, time }: CalendarOptions): Calendar[] {
  const isDated = (place: number) => {
    const column = table.columns[place];
    return column.kind === 'datetime' && !isTimeOnly(column.form);
  };
  const dates = table.columns.flatMap((_, i) => (isDated(i) ? [i] : []));
  return columns.flatMap((column): Calendar[] => {
    const own = table.columns[column] as DatetimeColumn;
    if (column === time || !isDated(column) || own.values.every((value) => !(value % DAY !== 0)))
      return [];
    const from = dates.find((place) => {
      if (place === column) return false;
      const { values } = table.columns[place] as DatetimeColumn;
      const sample = Math.min(200, table.rows);
      let kept = 0;
      for (let row = 0; row < sample; row++)
        if (Math.floor(values[row] / DAY) === Math.floor(own.values[row] / DAY)) kept++;
      const isVaried = new Set(values.subarray(0, sample)).size > 5;
      return isVaried && kept >= 0.97 * sample;
    });
    return from === undefined ? [] : [{ column, kind: 'same day', from, share: 1 }];
  });
}

/**
 * Finds days and hours at which date columns have values: some weekdays, the first or last day of a
 * month, some hours, or the day of another column. A calendar must be kept by 99.5 % of the even and
 * of the odd rows, at least 50 each, and hardly by dates at random.
 */
export function findCalendars(table: Table, options: CalendarOptions): Calendar[] {
  const possible = [
    ...sameDays(table, options),
    ...options.columns.flatMap((column) => possibleCalendars(table, column, options)),
  ];
  const found = possible.flatMap((calendar): Calendar[] => {
    const { values } = table.columns[calendar.column] as DatetimeColumn;
    const share = keptShare(values, calendarKeeper(calendar, table));
    return share === null ? [] : [{ ...calendar, share }];
  });
  // The day of another column has that column's calendar.
  const following = new Set(found.flatMap((own) => (own.kind === 'same day' ? [own.column] : [])));
  const monthly = new Set(found.flatMap((own) => (own.kind === 'month' ? [own.column] : [])));
  return found.filter(
    ({ kind, column }) =>
      kind === 'same day' ||
      kind === 'hours' ||
      (!following.has(column) && (kind === 'month' || !monthly.has(column))),
  );
}
