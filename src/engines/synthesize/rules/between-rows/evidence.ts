import type { Column, Table } from '../../../table/table.ts';
import type { RowsBefore } from './rows-before.ts';

/** Rows that a rule is about, and how many of them keep it. */
export type Kept = { rows: number; kept: number };

const MIN_ROWS = 50;
export const MIN_SHARE = 0.99;

/** Returns true if enough rows keep a rule. */
export const isKept = ({ rows, kept }: Kept, share = MIN_SHARE): boolean =>
  rows >= MIN_ROWS && kept >= share * rows;

export type Found<C extends Column> = { own: C; column: number };

/** Table with the order of its rows. */
export type Context = { of: RowsBefore; table: Table };

/** Returns the value of nearly all; null if there is none. */
export function commonValue(values: readonly number[], share = MIN_SHARE): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [Number.NaN, 0];
  return !Number.isNaN(value) && count >= share * values.length ? value : null;
}
