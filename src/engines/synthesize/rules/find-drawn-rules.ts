import type { Table } from '../../table/table.ts';
import { findBelongings } from './belonging.ts';
import { findCalendars } from './calendars/find-calendars.ts';
import { findColumnOrders } from './column-orders.ts';
import type { DayValue } from './day-values.ts';
import { findWordBands } from './word-bands.ts';
import { findWordLimits } from './word-limits.ts';
import { findWordRanges } from './word-ranges.ts';

/**
 * Finds the rules that drawn values keep: calendars of dates, words that belong to others, numbers
 * with one value on each day or a range for each word, and pairs of columns in order.
 *
 * @param options.isDrawn false for columns that others derive
 * @param options.isDated true for dates that may have a calendar
 * @param options.limitsOf dates and derived numbers that limit a column's words
 * @param options.banded numbers whose bands decide a column's words, and columns that tell bands apart
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
    banded,
    daily,
    time,
  }: {
    isLearned: readonly boolean[];
    entity: Int32Array | null;
    threshold: number;
    isDrawn: (column: number) => boolean;
    isDated: (column: number) => boolean;
    limitsOf: (column: number) => readonly number[];
    banded: Pick<Parameters<typeof findWordBands>[1], 'numbersOf' | 'conditionOf'>;
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
  const belongings = findBelongings(table, isLearned, { entity, threshold });
  const belonging = new Set(belongings.map(({ column }) => column));
  const isWord = (column: number) => isDrawn(column) && !belonging.has(column);
  const bands = findWordBands(table, { ...held, ...banded, isDrawn: isWord });
  const ofBands = new Set(bands.map(({ column }) => column));
  const limits = findWordLimits(table, {
    ...held,
    limitsOf,
    numbersOf: banded.numbersOf,
    isDrawn: (column) => isWord(column) && !ofBands.has(column),
  });
  const isNumber = (column: number) => isOpen(column) && !ofDays.has(column);
  const ranges = findWordRanges(table, { ...held, isOpen: isNumber, bands });
  // A drawn number keeps to the band of its word; the word follows a derived one.
  const following = bands.filter(({ by, where }) => where !== undefined || !isNumber(by));
  return {
    calendars,
    belongings,
    ranges,
    wordLimits: [...following, ...limits],
    dayValues,
    orders,
  };
}
