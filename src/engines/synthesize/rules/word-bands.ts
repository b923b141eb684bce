import type { CategoryColumn, NumberColumn, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import {
  areApart,
  type Classes,
  classesInOrder,
  hasDistinct,
  type Looked,
  orderOf,
} from './derived/thresholds.ts';
import { type ConditionColumn, conditionColumns } from './derived/word-groups.ts';
import { spread } from './laws/sample-amounts.ts';
import { digitsOf } from './laws/simplest-scale.ts';
import type { WordLimits } from './word-limits.ts';

const LOOKED_AT_ROWS = 20_000;
/** Rows in which most pairs of columns fail. */
const FEW_ROWS = 500;
const FEW_ROWS_A_GROUP = 100;
const MAX_WORDS = 12;
const MAX_CONDITIONS = 12;
const MIN_DISTINCT = 5;
const MIN_GROUP_ROWS = 100;
const MIN_ROWS_A_WORD = 20;
/** Minimum share of the rows of a word that are in its band, and of a band that have its word. */
const MIN_KEPT = 0.995;

type Where = WordLimits['where'];
type Search = { looked: Looked; few: Uint32Array };

const wordClasses = ({ codes, dictionary }: CategoryColumn): Classes => ({
  codes,
  classOf: Int32Array.from(dictionary.keys()),
  count: dictionary.length,
});

/** Returns the rows that have a word. */
const withWord = (rows: Uint32Array, { codes }: CategoryColumn) =>
  rows.filter((row) => codes[row]! >= 0);

/** Returns true if nearly all rows of each word are in its band, and of each band have its word. */
function areBands(
  { words, from, to, column, by }: WordLimits,
  rows: Uint32Array,
  { columns }: Table,
): boolean {
  const [own, { values }] = [columns[column] as CategoryColumn, columns[by] as NumberColumn];
  const placeOf = new Map(words.map((word, i) => [word, i]));
  const places = own.dictionary.map((word) => placeOf.get(word) ?? words.length);
  const ofWord = new Float64Array(words.length + 1);
  const ofBand = new Float64Array(words.length);
  const both = new Float64Array(words.length);
  for (const row of rows) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const word = places[own.codes[row]!]!;
    const band = words.findIndex(
      (_, i) => value >= (from[i] ?? -Infinity) && value <= (to[i] ?? Infinity),
    );
    ofWord[word]!++;
    ofBand[band]!++;
    if (word === band) both[band]!++;
  }
  return both.every(
    (kept, i) =>
      ofWord[i]! >= MIN_ROWS_A_WORD &&
      kept >= MIN_KEPT * ofWord[i]! &&
      kept >= MIN_KEPT * ofBand[i]!,
  );
}

/** Returns the bands of words in some rows of the table; null if they are not separate. */
function bandsIn(
  { looked }: Pick<Search, 'looked'>,
  { column, by, rows, where }: { column: number; by: number; rows: Uint32Array; where?: Where },
): WordLimits | null {
  const own = looked.table.columns[column] as CategoryColumn;
  const { decimals } = looked.table.columns[by] as NumberColumn;
  const classes = wordClasses(own);
  const order = orderOf(looked, by, rows);
  if (!areApart(order, classes)) return null;
  const found = classesInOrder(looked, by, order, classes);
  if (found === null) return null;
  const above = (bound: number) => Number((bound + 10 ** -decimals).toFixed(decimals));
  const bands: WordLimits = {
    column,
    by,
    ...(where !== undefined && { where }),
    words: found.classes.map((code) => own.dictionary[code]!),
    from: [null, ...found.upTo.map(above)],
    to: [...found.upTo, null],
  };
  return areBands(bands, rows, looked.table) ? bands : null;
}

/** Returns the bands of a column's words by each of some numbers, the shortest bounds first. */
function inAllRows(search: Search, column: number, numbers: readonly number[]): WordLimits[] {
  const { table } = search.looked;
  const own = table.columns[column] as CategoryColumn;
  const few = withWord(search.few, own);
  const rows = withWord(spread(table.rows, table.rows), own);
  const digits = ({ to }: WordLimits) =>
    to.reduce<number>((sum, bound) => sum + digitsOf(Math.abs(bound || 1)), 0);
  return numbers
    .filter((by) => areApart(orderOf(search.looked, by, few), wordClasses(own)))
    .flatMap((by) => bandsIn(search, { column, by, rows }) ?? [])
    .sort((a, b) => digits(a) - digits(b));
}

type Grouped = { rows: Uint32Array; few: Uint32Array; word: string };

/** Returns the rows of each word of a condition with two words in enough rows, and a few of them. */
function groupsOf({ words, wordOf }: ConditionColumn, own: CategoryColumn): Grouped[] {
  const rowsOf: number[][] = words.map(() => []);
  own.codes.forEach((code, row) => {
    if (code >= 0 && wordOf[row]! >= 0) rowsOf[wordOf[row]!]!.push(row);
  });
  return rowsOf.flatMap((list, i) => {
    if (list.length < MIN_GROUP_ROWS) return [];
    const counts = new Uint32Array(own.dictionary.length);
    for (const row of list) counts[own.codes[row]!]!++;
    if (counts.filter((count) => count >= MIN_ROWS_A_WORD).length < 2) return [];
    const rows = Uint32Array.from(list);
    const few = spread(rows.length, FEW_ROWS_A_GROUP).map((place) => rows[place]!);
    return [{ rows, few, word: words[i]! }];
  });
}

/** Returns bands that differ by the word of another column: an hour limit by priority. */
function byCondition(
  search: Search,
  column: number,
  { numbers, conditions }: { numbers: readonly number[]; conditions: readonly ConditionColumn[] },
): WordLimits[] {
  const own = search.looked.table.columns[column] as CategoryColumn;
  const classes = wordClasses(own);
  for (const condition of conditions) {
    const groups = groupsOf(condition, own);
    if (groups.length === 0) continue;
    for (const by of numbers) {
      if (by === condition.column) continue;
      if (!groups.every(({ few }) => isPerhapsApart(orderOf(search.looked, by, few), classes)))
        continue;
      const found = groups.map(({ rows, word }) =>
        bandsIn(search, { column, by, rows, where: { column: condition.column, words: [word] } }),
      );
      if (found.every((bands) => bands !== null)) return found;
    }
  }
  return [];
}

/** Returns true unless classes take turns too often in an order; one class alone may be met. */
const isPerhapsApart = (order: Uint32Array, classes: Classes): boolean =>
  areApart(order, classes) || order.every((row) => classes.codes[row] === classes.codes[order[0]!]);

/**
 * Finds words that follow from a number by bands, in all rows or in those of each word of another
 * column: grades by score, late or not by days within the limit of a product. Nearly all rows keep
 * them, and each bound is the roundest number between values that enough entities exceed.
 *
 * @param numbersOf numbers that do not read a word
 * @param conditionOf true for a column that does not read a word
 */
export function findWordBands(
  whole: Table,
  {
    isLearned,
    isDrawn,
    numbersOf,
    conditionOf,
    entity,
    threshold,
  }: {
    isLearned: readonly boolean[];
    isDrawn: (column: number) => boolean;
    numbersOf: (column: number) => readonly number[];
    conditionOf: (column: number, word: number) => boolean;
    entity: Int32Array | null;
    threshold: number;
  },
): WordLimits[] {
  const words = whole.columns.flatMap(({ kind }, i) =>
    kind === 'category' && isLearned[i] === true && isDrawn(i) ? [i] : [],
  );
  if (words.length === 0) return [];
  const rows = spread(whole.rows, LOOKED_AT_ROWS);
  const table = rows.length === whole.rows ? whole : takeRows(whole, rows);
  const looked: Looked = {
    table,
    allowed: [],
    entity: entity && Int32Array.from(rows, (row) => entity[row]!),
    threshold,
    orders: new WeakMap(),
    few: new WeakMap(),
  };
  const search = { looked, few: spread(table.rows, FEW_ROWS) };
  const all = conditionColumns(table, isLearned);
  const isBandable = (column: number) => {
    const condition = all.find((own) => own.column === column);
    return condition !== undefined && condition.words.length <= MAX_WORDS;
  };
  return words.filter(isBandable).flatMap((column) => {
    const numbers = numbersOf(column).filter((by) => {
      const own = table.columns[by]!;
      return own.kind === 'number' && hasDistinct(own.values, MIN_DISTINCT);
    });
    const [best] = inAllRows(search, column, numbers);
    if (best !== undefined) return [best];
    const conditions = all
      .filter((own) => own.column !== column && conditionOf(own.column, column))
      .slice(0, MAX_CONDITIONS);
    return byCondition(search, column, { numbers, conditions });
  });
}
