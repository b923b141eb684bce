import type { Column, Table } from '../../../table/table.ts';
import { type Condition, rowsMeeting } from './condition.ts';

const MAX_WORDS = 12;
const MAX_GROUPS = 60;
/** Numbers of few values are seldom conditions, and many files have many of them. */
const MAX_NUMBER_GROUPS = 12;
/** Minimum rows of a group: half of them find a formula, the others confirm it. */
const MIN_GROUP_ROWS = 100;
const NO_ROWS = new Uint32Array(0);

/** Rows that meet some conditions. */
export type Group = { where: Condition[]; rows: Uint32Array };

/** Returns the rows that meet some conditions. */
export function groupOf(where: Condition[], table: Table): Group {
  const meets = rowsMeeting(where, table);
  return { where, rows: Uint32Array.from(meets.keys()).filter((row) => meets[row] === 1) };
}

/** Returns the rows of each word or number of a column, if there are two to twelve; otherwise none. */
function rowsByWord(column: Column, rows: Uint32Array | null): Map<number, number[]> {
  const none = new Map<number, number[]>();
  if (column.kind === 'datetime') return none;
  const found = new Map<number, number[]>();
  const values = column.kind === 'number' ? column.values : column.codes;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]! + 0;
    if (Number.isNaN(value) || (column.kind === 'category' && value < 0)) continue;
    if (!found.has(value)) found.set(value, []);
    if (found.size > MAX_WORDS) return none;
    if (rows === null) found.get(value)!.push(i);
  }
  if (found.size < 2) return none;
  for (const row of rows ?? []) found.get(values[row]! + 0)?.push(row);
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** Returns the modeled columns with two to twelve words or numbers. */
export const conditionColumns = (table: Table, isLearned: readonly boolean[]): number[] =>
  table.columns.flatMap((column, i) =>
    isLearned[i] === true && rowsByWord(column, NO_ROWS).size > 0 ? [i] : [],
  );

/**
 * Returns the rows of each word of some columns, within others; groups of fewer than 100 rows are
 * left out, and the smallest beyond 60, or 12 of numbers.
 */
export function wordGroups(table: Table, columns: readonly number[], within: Condition[]): Group[] {
  const scope = within.length === 0 ? null : groupOf(within, table).rows;
  const groups = columns.flatMap((column) => {
    const own = table.columns[column]!;
    return [...rowsByWord(own, scope)].map(([value, rows]): Group => {
      const word = own.kind === 'category' ? own.dictionary[value]! : String(value);
      return { where: [...within, { column, words: [word] }], rows: Uint32Array.from(rows) };
    });
  });
  const isNumber = ({ where }: Group) => table.columns[where.at(-1)!.column]!.kind === 'number';
  const large = groups
    .filter(({ rows }) => rows.length >= MIN_GROUP_ROWS)
    .sort((a, b) => b.rows.length - a.rows.length);
  const numbers = new Set(large.filter(isNumber).slice(0, MAX_NUMBER_GROUPS));
  return large.filter((group) => !isNumber(group) || numbers.has(group)).slice(0, MAX_GROUPS);
}
