import type { Column, Table } from '../../../table/table.ts';
import { type Condition, rowsMeeting } from './condition.ts';

const MAX_WORDS = 12;
const MAX_GROUPS = 60;
/** Numbers of few values are seldom conditions, and many files have many of them. */
const MAX_NUMBER_GROUPS = 12;
/** Minimum rows of a group: half of them find a formula, the others confirm it. */
const MIN_GROUP_ROWS = 100;

/** Rows that meet some conditions. */
export type Group = { where: Condition[]; rows: Uint32Array };

/** Returns the rows that meet some conditions. */
export function groupOf(where: Condition[], table: Table): Group {
  const meets = rowsMeeting(where, table);
  return { where, rows: Uint32Array.from(meets.keys()).filter((row) => meets[row] === 1) };
}

/** Returns the words or numbers of a column if there are two to twelve; otherwise none. */
function wordsOf(column: Column): string[] {
  if (column.kind === 'datetime') return [];
  const met = new Set<number>();
  for (const value of column.kind === 'number' ? column.values : column.codes) {
    if (Number.isNaN(value) || (column.kind === 'category' && value < 0)) continue;
    met.add(value);
    if (met.size > MAX_WORDS) return [];
  }
  if (met.size < 2) return [];
  return [...met]
    .sort((a, b) => a - b)
    .map((value) => (column.kind === 'category' ? column.dictionary[value]! : String(value)));
}

/** Returns the modeled columns with two to twelve words or numbers. */
export const conditionColumns = (table: Table, isLearned: readonly boolean[]): number[] =>
  table.columns.flatMap((column, i) =>
    isLearned[i] === true && wordsOf(column).length > 0 ? [i] : [],
  );

/**
 * Returns the rows of each word of some columns, within others; groups of fewer than 100 rows are
 * left out, and the smallest beyond 60, or 12 of numbers.
 */
export function wordGroups(table: Table, columns: readonly number[], within: Condition[]): Group[] {
  const groups = columns.flatMap((column) =>
    wordsOf(table.columns[column]!).map((word) =>
      groupOf([...within, { column, words: [word] }], table),
    ),
  );
  const isNumber = ({ where }: Group) => table.columns[where.at(-1)!.column]!.kind === 'number';
  const large = groups
    .filter(({ rows }) => rows.length >= MIN_GROUP_ROWS)
    .sort((a, b) => b.rows.length - a.rows.length);
  const numbers = new Set(large.filter(isNumber).slice(0, MAX_NUMBER_GROUPS));
  return large.filter((group) => !isNumber(group) || numbers.has(group)).slice(0, MAX_GROUPS);
}
