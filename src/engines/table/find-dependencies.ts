import type { ColumnRole } from './column-role.ts';
import { entityIndex } from './sequence-shape.ts';
import type { Column, Table } from './table.ts';

/** Each value of `from` stands with one value of `to`, in every row. */
export type Dependency = { from: string; to: string; values: number };

/** Rows that a value of the deciding column has on average; with fewer, one value each is no wonder. */
const MIN_ROWS_A_VALUE = 5;
const MAX_COLUMNS = 200;

/** `codes` are below `size`, -1 where there is no value. */
type Indexed = { name: string; codes: Int32Array; size: number; count: number };

/** Words have their codes already; what is copied for the others is four bytes a row. */
function indexOf(column: Column, count: number): Indexed {
  const { name } = column;
  if (column.kind === 'category')
    return { name, codes: column.codes, size: column.dictionary.length, count };
  const { of, count: size } = entityIndex(column);
  return { name, codes: of, size, count };
}

/** True where each value of `from` meets one of `to`; a missing value is a value of its own. */
function decides(from: Indexed, to: Indexed): boolean {
  const met = new Int32Array(from.size + 1).fill(-2);
  for (let row = 0; row < from.codes.length; row++) {
    const value = from.codes[row] + 1;
    if (met[value] === -2) met[value] = to.codes[row];
    else if (met[value] !== to.codes[row]) return false;
  }
  return true;
}

/**
 * Functional dependencies between columns, without exception in the table's rows. Keys decide everything and
 * are left out, as are personal data and free text, and what follows from two others (where A decides B and B
 * decides C, that A decides C). Of two columns that decide each other the first is said to decide.
 *
 * @param known role and number of distinct values of each column of the table
 */
export function findDependencies(
  table: Table,
  known: readonly { role: ColumnRole; distinct: number }[],
): Dependency[] {
  // What has too many values to decide anything has too many to be decided, too.
  const columns = table.columns
    .map((column, i) => ({ column, ...known[i] }))
    .filter(({ role }) => role === 'feature' || role === 'reference')
    .filter(({ distinct }) => distinct > 1 && table.rows >= distinct * MIN_ROWS_A_VALUE)
    .slice(0, MAX_COLUMNS)
    .map(({ column, distinct }) => indexOf(column, distinct));
  const found = columns.map((from, a) =>
    columns.map((to, b) => {
      const finer = from.count > to.count || (from.count === to.count && a < b);
      return finer && decides(from, to);
    }),
  );
  return columns.flatMap((from, a) =>
    columns.flatMap((to, b) => {
      const through = columns.some((_, c) => found[a][c] && found[c][b]);
      return found[a][b] && !through ? [{ from: from.name, to: to.name, values: from.count }] : [];
    }),
  );
}
