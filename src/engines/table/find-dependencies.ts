import type { ColumnRole } from './column-role.ts';
import { entityIndex } from './sequence-shape.ts';
import type { Table } from './table.ts';

/** Each value of `from` stands with one value of `to`, in every row. */
export type Dependency = { from: string; to: string; values: number };

/** Rows that a value of the deciding column has on average; with fewer, one value each is no wonder. */
const LEAST_ROWS_A_VALUE = 5;
const MOST_COLUMNS = 200;

type Indexed = { name: string; of: Int32Array; count: number };

/** True where each value of `from` meets one of `to`; a missing value is a value of its own. */
function decides(from: Indexed, to: Indexed): boolean {
  const met = new Int32Array(from.count + 1).fill(-2);
  for (let row = 0; row < from.of.length; row++) {
    const value = from.of[row]! + 1;
    if (met[value] === -2) met[value] = to.of[row]!;
    else if (met[value] !== to.of[row]) return false;
  }
  return true;
}

/**
 * Functional dependencies between columns, without exception in the table's rows. Keys decide everything and
 * are left out, as are personal data and free text, and what follows from two others (where A decides B and B
 * decides C, that A decides C). Of two columns that decide each other the first is said to decide.
 *
 * @param roles one role a column of the table
 */
export function findDependencies(table: Table, roles: readonly ColumnRole[]): Dependency[] {
  const columns = table.columns
    .filter((_, i) => roles[i] === 'feature' || roles[i] === 'reference')
    .slice(0, MOST_COLUMNS)
    .map((column): Indexed => ({ name: column.name, ...entityIndex(column) }))
    .filter(({ count }) => count > 1);
  const deciding = columns.map(({ count }) => table.rows >= count * LEAST_ROWS_A_VALUE);
  const found = columns.map((from, a) =>
    columns.map((to, b) => {
      const finer = from.count > to.count || (from.count === to.count && a < b);
      return deciding[a]! && finer && decides(from, to);
    }),
  );
  return columns.flatMap((from, a) =>
    columns.flatMap((to, b) => {
      const through = columns.some((_, c) => found[a]![c]! && found[c]![b]!);
      return found[a]![b]! && !through
        ? [{ from: from.name, to: to.name, values: from.count }]
        : [];
    }),
  );
}
