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

/** Column of two to twelve words or numbers, which conditions may name, and these in order. */
export type ConditionColumn = { column: number; words: readonly number[] };

const isWord = (column: Column, value: number): boolean =>
  !Number.isNaN(value) && (column.kind !== 'category' || value >= 0);

/** Returns the words or numbers of a column, if there are two to twelve; otherwise none. */
function wordsOf(column: Column): number[] {
  if (column.kind === 'datetime') return [];
  const words = new Set<number>();
  for (const value of column.kind === 'number' ? column.values : column.codes) {
    // Zero has one sign.
    if (isWord(column, value)) words.add(value + 0);
    if (words.size > MAX_WORDS) return [];
  }
  return words.size < 2 ? [] : [...words].sort((a, b) => a - b);
}

/** Returns the rows of each word of a column; of the whole table if `rows` is null. */
function rowsByWord(
  table: Table,
  { column, words }: ConditionColumn,
  rows: Uint32Array | null,
): Map<number, number[]> {
  const own = table.columns[column]!;
  const found = new Map(words.map((word): [number, number[]] => [word, []]));
  if (own.kind === 'datetime') return found;
  const values = own.kind === 'number' ? own.values : own.codes;
  const add = (row: number) => found.get(values[row]! + 0)?.push(row);
  if (rows !== null) for (const row of rows) add(row);
  else for (let row = 0; row < table.rows; row++) add(row);
  return found;
}

/** Returns the modeled columns with two to twelve words or numbers. */
export const conditionColumns = (table: Table, isLearned: readonly boolean[]): ConditionColumn[] =>
  table.columns.flatMap((own, column) => {
    const words = isLearned[column] === true ? wordsOf(own) : [];
    return words.length > 0 ? [{ column, words }] : [];
  });

/**
 * Returns the rows of each word of some columns, within others; groups of fewer than 100 rows are
 * left out, and the smallest beyond 60, or 12 of numbers.
 */
export function wordGroups(
  table: Table,
  columns: readonly ConditionColumn[],
  within: Group | null,
): Group[] {
  const groups = columns.flatMap((by) => {
    const { column } = by;
    const own = table.columns[column]!;
    return [...rowsByWord(table, by, within?.rows ?? null)].flatMap(([value, rows]): Group[] => {
      if (rows.length < MIN_GROUP_ROWS) return [];
      const word = own.kind === 'category' ? own.dictionary[value]! : String(value);
      const where = [...(within?.where ?? []), { column, words: [word] }];
      return [{ where, rows: Uint32Array.from(rows) }];
    });
  });
  const isNumber = ({ where }: Group) => table.columns[where.at(-1)!.column]!.kind === 'number';
  const large = groups.toSorted((a, b) => b.rows.length - a.rows.length);
  const numbers = new Set(large.filter(isNumber).slice(0, MAX_NUMBER_GROUPS));
  return large.filter((group) => !isNumber(group) || numbers.has(group)).slice(0, MAX_GROUPS);
}
