import { countDistinct } from '../../table/count-distinct.ts';
import type { CategoryColumn, Column, NumberColumn, Table } from '../../table/table.ts';
import type { Belonging } from '../rules/belonging.ts';
import { valueCodes } from '../rules/laws/value-codes.ts';

/** Column of words that mostly has one word for each value of another: a city for a postal code. */
export type MostlyBelonging = { column: number; of: number; share: number };

const MIN_VALUES = 20;
const MIN_ROWS_A_VALUE = 2;
/** Minimum share of rows that have the word of the other rows with their value. */
const MIN_GUESSED = 0.75;
/** Maximum share of the rows with one word, which is right without the other column. */
const MAX_ALIKE = 0.5;

type Keyed = CategoryColumn | NumberColumn;

const isKeyed = (column: Column): column is Keyed =>
  column.kind === 'category' || (column.kind === 'number' && column.decimals <= 1);

const valuesOf = (column: Keyed) => (column.kind === 'category' ? column.codes : column.values);

const isMissing = (value: number, { kind }: Keyed): boolean =>
  kind === 'category' ? value < 0 : Number.isNaN(value);

/** Returns the rows of each value that has a word, of values with at least two rows. */
function groupsOf(of: Keyed, { codes }: CategoryColumn): number[][] {
  const values = valuesOf(of);
  const groups = new Map<number, number[]>();
  for (let row = 0; row < codes.length; row++) {
    if (codes[row]! < 0 || isMissing(values[row]!, of)) continue;
    const group = groups.get(values[row]!);
    if (group === undefined) groups.set(values[row]!, [row]);
    else group.push(row);
  }
  return [...groups.values()].filter(({ length }) => length >= MIN_ROWS_A_VALUE);
}

/** Returns the most frequent word of some rows, the first of equals, and its rows. */
function mainWord(rows: readonly number[], codes: Int32Array) {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(codes[row]!, (counts.get(codes[row]!) ?? 0) + 1);
  let word = -1;
  let count = 0;
  let second = 0;
  for (const [own, rows] of counts)
    if (rows > count) [word, second, count] = [own, count, rows];
    else if (rows > second) second = rows;
  return { word, count, second };
}

function distinctOf(column: Keyed): number {
  if (column.kind === 'category') return countDistinct(column).distinct;
  const { keys } = valueCodes(column.values);
  return keys.includes(Number.NaN) ? keys.length - 1 : keys.length;
}

/** Returns the share of rows with their value's main word; null for columns that do not belong. */
function shareOf(of: Keyed, column: CategoryColumn): number | null {
  const groups = groupsOf(of, column);
  let rows = 0;
  let main = 0;
  let guessed = 0;
  for (const group of groups) {
    const { count, second } = mainWord(group, column.codes);
    rows += group.length;
    main += count;
    // Each row is guessed from the others with its value.
    if (count - 1 > second) guessed += count;
    else if (count > 1 && count - 1 === second) guessed += count / 2;
  }
  if (rows < column.codes.length / 2 || guessed < MIN_GUESSED * rows) return null;
  const all = Array.from(column.codes.keys());
  return mainWord(all, column.codes).count > MAX_ALIKE * rows ? null : main / rows;
}

/**
 * Finds columns of words that mostly have one word for each value of a column of more values, with
 * exceptions that make it no rule. Those that belong without exceptions are left out.
 */
export function findMostlyBelonging(
  table: Table,
  isOpen: (column: number) => boolean,
  belongings: readonly Belonging[] = [],
): MostlyBelonging[] {
  const keyedOf = (kind: Keyed['kind']) =>
    table.columns.flatMap((own, column) => {
      if (own.kind !== kind || !isKeyed(own) || !isOpen(column)) return [];
      const values = distinctOf(own);
      return values < MIN_VALUES || values > table.rows / MIN_ROWS_A_VALUE
        ? []
        : [{ own, column, values }];
    });
  const words = keyedOf('category');
  const keyed = words.length === 0 ? [] : [...words, ...keyedOf('number')];
  return words.flatMap(({ own, column, values }) => {
    if (own.kind !== 'category') return [];
    const found = keyed.flatMap((of) => {
      if (of.values <= values || of.column === column) return [];
      if (belongings.some((each) => each.of === of.column && each.column === column)) return [];
      const share = shareOf(of.own, own);
      return share === null ? [] : [{ column, of: of.column, share }];
    });
    return found.sort((a, b) => b.share - a.share || a.of - b.of).slice(0, 1);
  });
}

/**
 * Gives drawn rows of one value its most frequent word, but for the file's share of exceptions. Words
 * change among rows with equal values of what the words belong to.
 */
export function withMostlyBelonging(
  table: Table,
  own: MostlyBelonging,
  belongings: readonly Belonging[] = [],
): Table {
  const [column, of] = [table.columns[own.column]!, table.columns[own.of]!];
  if (column.kind !== 'category' || !isKeyed(of)) return table;
  const above = belongings
    .filter((each) => each.of === own.column)
    .map((each) => table.columns[each.column]!);
  const keyOf = (row: number) =>
    above.map((each) => (each.kind === 'category' ? each.codes[row] : each.values[row])).join();
  const wanted = new Map<number, number>();
  let rows = 0;
  for (const group of groupsOf(of, column)) {
    rows += group.length;
    for (const alike of Map.groupBy(group, keyOf).values()) {
      const { word } = mainWord(alike, column.codes);
      for (const row of alike) if (column.codes[row] !== word) wanted.set(row, word);
    }
  }
  const exceptions = Math.min(wanted.size, Math.floor((1 - own.share) * rows));
  const codes = column.codes.slice();
  [...wanted].forEach(([row, word], k) => {
    const isKept =
      Math.floor(((k + 1) * exceptions) / wanted.size) > Math.floor((k * exceptions) / wanted.size);
    if (!isKept) codes[row] = word;
  });
  return {
    rows: table.rows,
    columns: table.columns.map((each, i) => (i === own.column ? { ...column, codes } : each)),
  };
}
