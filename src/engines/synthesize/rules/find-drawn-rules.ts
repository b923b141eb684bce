import type { Table } from '../../table/table.ts';
import { findBelongings } from './belonging.ts';
import { findCalendars } from './calendars/find-calendars.ts';
import { findColumnOrders } from './column-orders.ts';
import type { DayValue } from './day-values.ts';
import { findWordLimits } from './word-limits.ts';
import { findWordRanges } from './word-ranges.ts';

/**
 * Finds the rules that drawn values keep: calendars of dates, words that belong to others, numbers
 * with one value on each day or a range for each word, and pairs of columns in order.
 *
 * @param options.isDrawn false for columns that others derive
 * @param options.isDated true for dates that may have a calendar
 * @param options.limitsOf dates and derived numbers that limit a column's words
 * @param options.daily columns with one value on each day, of which some may be derived since
 * @param options.time column that orders the rows
 */
export function findDrawnRules(
  table: Table,
  {
    isLearned,
    entity,
    threshold,
    isDrawn,
    isDated,
    limitsOf,
    daily,
    time,
  }: {
    isLearned: readonly boolean[];
    entity: Int32Array | null;
    threshold: number;
    isDrawn: (column: number) => boolean;
    isDated: (column: number) => boolean;
    limitsOf: (column: number) => readonly number[];
    daily: readonly DayValue[];
    time: string | null;
  },
) {
  const places = Array.from(table.columns.keys());
  const isOpen = (column: number) => isLearned[column] === true && isDrawn(column);
  const orders = findColumnOrders(
    table,
    isLearned,
    new Set(places.filter((column) => !isDrawn(column))),
  );
  const calendars = findCalendars(table, {
    columns: places.filter(
      (i) => table.columns[i]!.kind === 'datetime' && isLearned[i] === true && isDated(i),
    ),
    time: table.columns.findIndex(({ name }) => name === time),
    entity,
    threshold,
  });
  const held = { isLearned, entity, threshold };
  const dayValues = daily.filter(({ column }) => isOpen(column));
  const ofDays = new Set(dayValues.map(({ column }) => column));
  const ranges = findWordRanges(table, {
    ...held,
    isOpen: (column) => isOpen(column) && !ofDays.has(column),
  });
  const belongings = findBelongings(table, isLearned, { entity, threshold });
  const belonging = new Set(belongings.map(({ column }) => column));
  const wordLimits = findWordLimits(table, {
    ...held,
    limitsOf,
    isDrawn: (column) => isDrawn(column) && !belonging.has(column),
  });
  return { calendars, belongings, ranges, wordLimits, dayValues, orders };
}
