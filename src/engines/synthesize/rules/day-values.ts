import { dayOf, isTimeOnly } from '../../table/datetime-form.ts';
import type { CategoryColumn, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { mix } from '../columns/scatter-index.ts';
import { bounded } from './orders-of-derived.ts';

/**
 * Number column with one value on each day, for all or for each word of another column: an exchange
 * rate, the price of a fund. For each word, days and the mean values around them, in order of time;
 * without words, one list of each.
 */
export type DayValue = {
  column: number;
  date: number;
  of: number | null;
  words: string[];
  days: number[][];
  values: number[][];
};

const MIN_ROWS = 50;
const MIN_SHARE = 0.995;
/** Maximum share of values that agree with those of other rows, of any day. */
const MAX_BY_CHANCE = 0.5;
const MIN_DISTINCT = 5;
const MAX_WORDS = 60;
const LOOKED_AT_ROWS = 2000;
/** Disagreeing rows after which most columns are out. */
const FEW = 5;
const MAX_BROKEN = 0.05;

type Places = Pick<DayValue, 'column' | 'date' | 'of'>;

/** Returns the number of a row's day and word; NaN if one is missing. */
function groupsOf({ columns }: Table, { date, of }: Places): (row: number) => number {
  const { values } = columns[date] as DatetimeColumn;
  const by = of === null ? null : (columns[of] as CategoryColumn);
  return (row) => {
    const word = by === null ? 0 : by.codes[row]!;
    return word < 0 ? Number.NaN : dayOf(values[row]!) * MAX_WORDS + word;
  };
}

type Entity = (row: number) => number;

/** Counts rows with the value of another entity's first row of the day, and all such rows. */
export function countDayValues(
  table: Table,
  places: Places,
  entityOf: Entity | null = null,
  isUsual: (count: { rows: number; kept: number }) => boolean = () => true,
): { rows: number; kept: number } {
  const { values } = table.columns[places.column] as NumberColumn;
  const groupOf = groupsOf(table, places);
  const first = new Map<number, number>();
  const count = { rows: 0, kept: 0 };
  for (let row = 0; row < table.rows; row++) {
    const group = groupOf(row);
    if (Number.isNaN(group + values[row]!)) continue;
    const before = first.get(group);
    if (before === undefined) {
      first.set(group, row);
      continue;
    }
    if (entityOf !== null && entityOf(row) === entityOf(before)) continue;
    count.rows++;
    if (values[row] === values[before]) count.kept++;
    else if (!isUsual(count)) return count;
  }
  return count;
}

const isOut = ({ rows, kept }: { rows: number; kept: number }): boolean =>
  rows - kept > FEW && rows - kept > MAX_BROKEN * rows;

/** Returns true if a number agrees with that of another row far less often than on its day. */
function varies({ values }: NumberColumn): boolean {
  let [met, equal] = [0, 0];
  const distinct = new Set<number>();
  const step = Math.max(1, Math.floor(values.length / LOOKED_AT_ROWS));
  for (let row = 0; row < values.length; row += step) {
    const value = values[row]!;
    const other = values[mix(row, 0) % values.length]!;
    if (Number.isNaN(value + other)) continue;
    met++;
    if (value === other) equal++;
    if (distinct.size < MIN_DISTINCT) distinct.add(value);
  }
  return distinct.size >= MIN_DISTINCT && equal < MAX_BY_CHANCE * met;
}

/** Returns days and mean values of enough entities each, in order. */
function seriesOf(
  rows: readonly number[],
  {
    days,
    values,
    entityOf,
    threshold,
  }: { days: Float64Array; values: Float64Array; entityOf: Entity; threshold: number },
): { days: number[]; values: number[] } {
  const series = { days: [] as number[], values: [] as number[] };
  const meanOf = (part: readonly number[], of: Float64Array) =>
    part.reduce((sum, row) => sum + of[row]!, 0) / part.length;
  let part: number[] = [];
  const close = () => {
    series.days.push(Math.round(meanOf(part, days)));
    series.values.push(meanOf(part, values));
    part = [];
  };
  const holders = new Set<number>();
  rows
    .toSorted((a, b) => days[a]! - days[b]!)
    .forEach((row, i, all) => {
      part.push(row);
      holders.add(entityOf(row));
      const endsDay = days[all[i + 1] ?? -1] !== days[row];
      if (holders.size < threshold || !endsDay) return;
      holders.clear();
      close();
    });
  return series;
}

function learned(
  table: Table,
  places: Places,
  held: { entityOf: Entity; threshold: number },
): DayValue {
  const { values } = table.columns[places.column] as NumberColumn;
  const days = (table.columns[places.date] as DatetimeColumn).values.map(dayOf);
  const by = places.of === null ? null : (table.columns[places.of] as CategoryColumn);
  const rowsOf: number[][] = Array.from({ length: by?.dictionary.length ?? 1 }, () => []);
  for (let row = 0; row < table.rows; row++)
    if (!Number.isNaN(values[row]! + days[row]!)) rowsOf[by?.codes[row] ?? 0]?.push(row);
  const series = rowsOf
    .map((rows, word) => ({
      word: by?.dictionary[word] ?? '',
      ...seriesOf(rows, { days, values, ...held }),
    }))
    .filter((own) => own.days.length > 0);
  return {
    ...places,
    words: by === null ? [] : series.map(({ word }) => word),
    days: series.map((own) => own.days),
    values: series.map((own) => own.values),
  };
}

/**
 * Finds decimal numbers that have one value on each day, for all rows or by the words of one column: in 99.5 %
 * of the rows of another entity on the same day, at least 50. Values are learned as means of enough
 * entities, so that of few rows a day, weeks have one.
 *
 * @param isOpen true for number columns that are drawn as they are
 */
export function findDayValues(
  table: Table,
  {
    isLearned,
    isOpen,
    entity,
    threshold,
  }: {
    isLearned: readonly boolean[];
    isOpen: (column: number) => boolean;
    entity: Int32Array | null;
    threshold: number;
  },
): DayValue[] {
  const entityOf: Entity = entity === null ? (row) => row : (row) => entity[row]!;
  const dates = table.columns.flatMap((own, i) =>
    own.kind === 'datetime' && isLearned[i] === true && !isTimeOnly(own.form) ? [i] : [],
  );
  const words = table.columns
    .flatMap((own, i) =>
      own.kind === 'category' && isLearned[i] === true && own.dictionary.length <= MAX_WORDS
        ? [{ i, size: own.dictionary.length }]
        : [],
    )
    .sort((a, b) => a.size - b.size || a.i - b.i);
  const holds = (places: Places): boolean => {
    const count = countDayValues(table, places, entityOf, (each) => !isOut(each));
    return count.rows >= MIN_ROWS && count.kept >= MIN_SHARE * count.rows;
  };
  return table.columns.flatMap((own, column) => {
    // Whole numbers of days, such as months, have no value between two.
    if (own.kind !== 'number' || own.decimals === 0) return [];
    if (!isOpen(column) || !varies(own)) return [];
    for (const of of [null, ...words.map(({ i }) => i)])
      for (const date of dates)
        if (holds({ column, date, of }))
          return [learned(table, { column, date, of }, { entityOf, threshold })];
    return [];
  });
}

/** Returns the value of a series on a day: on a line between two of its days, level beyond them. */
function valueOn(
  { days, values }: { days: readonly number[]; values: readonly number[] },
  day: number,
): number {
  const next = days.findIndex((each) => each >= day);
  if (next < 0) return values.at(-1)!;
  if (next === 0) return values[0]!;
  const share = (day - days[next - 1]!) / (days[next]! - days[next - 1]!);
  return values[next - 1]! + share * (values[next]! - values[next - 1]!);
}

/** Writes the value of each row's day; of words without any, that of the day's first row. */
export function withDayValues(table: Table, rule: DayValue): Table {
  const own = table.columns[rule.column] as NumberColumn;
  const { values: moments } = table.columns[rule.date] as DatetimeColumn;
  const by = rule.of === null ? null : (table.columns[rule.of] as CategoryColumn);
  const placeOf = new Map(rule.words.map((word, i) => [word, i]));
  const places = by?.dictionary.map((word) => placeOf.get(word) ?? -1);
  const groupOf = groupsOf(table, rule);
  const met = new Map<number, number>();
  const values = own.values.map((value, row) => {
    const group = groupOf(row);
    if (Number.isNaN(value + group)) return value;
    const before = met.get(group);
    if (before !== undefined) return before;
    const place = by === null ? 0 : (places![by.codes[row]!] ?? -1);
    const days = rule.days[place];
    const found =
      days === undefined
        ? value
        : bounded(
            valueOn({ days, values: rule.values[place]! }, dayOf(moments[row]!)),
            own.decimals,
            Math.round,
          );
    met.set(group, found);
    return found;
  });
  return {
    rows: table.rows,
    columns: table.columns.map((each, i) => (i === rule.column ? { ...own, values } : each)),
  };
}

export const dayValueSentence = (
  { column, date, of }: Places,
  nameOf: (column: number) => string,
): string =>
  `${nameOf(column)} has one value on each ${nameOf(date)}${of === null ? '' : ` by ${nameOf(of)}`}`;
