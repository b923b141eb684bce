import type { CategoryColumn, Table } from '../../../table/table.ts';
import { type Condition, rowsMeeting } from './derived-column.ts';

const MAX_WORDS = 12;
const MAX_GROUPS = 60;
/** Minimum rows of a group: half of them find a formula, the others confirm it. */
const MIN_GROUP_ROWS = 100;

/** Rows that meet some conditions. */
export type Group = { where: Condition[]; rows: Uint32Array };

/** Returns the rows that meet some conditions. */
export function groupOf(where: Condition[], table: Table): Group {
  const meets = rowsMeeting(where, table);
  return { where, rows: Uint32Array.from(meets.keys()).filter((row) => meets[row] === 1) };
}

/** Returns the modeled word columns with two to twelve values. */
export function conditionColumns(table: Table, isLearned: readonly boolean[]): number[] {
  return table.columns.flatMap((column, i) => {
    if (column.kind !== 'category' || isLearned[i] !== true) return [];
    const words = new Set(column.codes);
    words.delete(-1);
    return words.size >= 2 && words.size <= MAX_WORDS ? [i] : [];
  });
}

/**
 * Returns the rows of each word of some columns, within others; groups of fewer than 100 rows are
 * left out, and the smallest beyond 60.
 */
export function wordGroups(table: Table, columns: readonly number[], within: Condition[]): Group[] {
  const groups = columns.flatMap((column) =>
    (table.columns[column] as CategoryColumn).dictionary.map((word) =>
      groupOf([...within, { column, words: [word] }], table),
    ),
  );
  return groups
    .filter(({ rows }) => rows.length >= MIN_GROUP_ROWS)
    .sort((a, b) => b.rows.length - a.rows.length)
    .slice(0, MAX_GROUPS);
}
