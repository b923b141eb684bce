import { matchHeader } from '../../../meaning/headers/match-header.ts';
import type { SidedCategories, SidedColumn, SidedNumbers } from '../align-columns.ts';
import type { Sequences } from '../sequences.ts';

/** Rows of customers or accounts on one side, in order of time within each. */
export type History = {
  sequences: Sequences;
  /** Day of each table row, in days since 1970. */
  days: Float64Array;
  /** Amount of each table row; null without a decimal column. */
  amounts: Float64Array | null;
  /** Code of each table row in every word column of few words; codes are the same on all sides. */
  words: Int32Array[];
};

const MAX_WORDS = 50;

/** Returns the column headed as an amount; else the first that is not headed as a balance. */
function amountOf(columns: readonly SidedNumbers[]): SidedNumbers | undefined {
  const isHeaded = (role: string) => (column: SidedNumbers) =>
    matchHeader(column.name)[0]?.role === role;
  const isBalance = isHeaded('balance');
  return columns.find(isHeaded('amount')) ?? columns.find((column) => !isBalance(column));
}

/** Returns the history of a side; null without a date column. */
export function historyOf(
  columns: readonly SidedColumn[],
  side: number,
  sequences: Sequences,
): History | null {
  const numbers = columns.filter((column): column is SidedNumbers => column.kind === 'number');
  const time = numbers.find(({ datetime }) => datetime);
  if (time === undefined) return null;
  const amount = amountOf(numbers.filter(({ datetime, decimals }) => !datetime && decimals > 0));
  return {
    sequences,
    days: time.values[side].map(Math.floor),
    amounts: amount?.values[side] ?? null,
    words: columns
      .filter((column): column is SidedCategories => column.kind === 'category')
      .filter(({ words }) => words.length <= MAX_WORDS)
      .map(({ codes }) => codes[side]),
  };
}

/** Calls `visit` with the rows of each sequence, in order of time. */
export function forEachSequence(
  { sequences: { rows, starts } }: History,
  visit: (rows: Uint32Array) => void,
): void {
  for (let g = 0; g + 1 < starts.length; g++)
    if (starts[g + 1] > starts[g]) visit(rows.subarray(starts[g], starts[g + 1]));
}
