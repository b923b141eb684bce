import type { Column, Table } from '../../table/table.ts';
import type { ColumnPlan } from './column-plan.ts';

/** Minimum share of the rows whose number follows that of the row before. */
const MIN_SHARE = 0.99;

/** Returns a function that compares the values of two rows: as numbers, or words of one length. */
function comparing(column: Column): (a: number, b: number) => number {
  if (column.kind !== 'category') return (a, b) => column.values[a]! - column.values[b]!;
  const textAt = (row: number) => column.dictionary[column.codes[row]!] ?? '';
  return (a, b) => {
    const [one, other] = [textAt(a), textAt(b)];
    return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
  };
}

/** Returns 1 for keys that rise from row to row of a file, -1 for those that fall, otherwise null. */
export function keyOrder(column: Column, rows: number): 1 | -1 | null {
  const compare = comparing(column);
  const order = compare(0, rows - 1) < 0 ? 1 : -1;
  let broken = 0;
  for (let row = 1; row < rows; row++)
    if (order * compare(row - 1, row) > 0 && ++broken > (1 - MIN_SHARE) * rows) return null;
  return order;
}

/** Sorts drawn keys, so that they rise or fall from row to row as those of the file do. */
export const withKeysInOrder = (table: Table, plans: readonly ColumnPlan[]): Table => ({
  rows: table.rows,
  columns: table.columns.map((column, i): Column => {
    const made = plans[i]?.made;
    if (made?.kind !== 'key' || made.order === undefined) return column;
    const { order } = made;
    const compare = comparing(column);
    const rows = Uint32Array.from({ length: table.rows }, (_, row) => row).sort(
      (a, b) => order * compare(a, b) || a - b,
    );
    return column.kind === 'category'
      ? { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]!) }
      : { ...column, values: Float64Array.from(rows, (row) => column.values[row]!) };
  }),
});
