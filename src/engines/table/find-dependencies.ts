import type { ColumnRole } from '../meaning/roles/column-role.ts';
import { entityIndex } from './sequence-shape.ts';
import type { Column, Table } from './table.ts';

/** Functional dependency: each value of `from` has one value of `to` in all rows. */
export type Dependency = { from: string; to: string; values: number };

/** Minimum average rows per deciding value; with fewer, dependencies arise by chance. */
const MIN_ROWS_A_VALUE = 5;
const MAX_COLUMNS = 200;

/** Column codes below `size`, -1 for missing values. */
type Indexed = { name: string; codes: Int32Array; size: number; count: number };

/** Returns category codes as stored, and codes other columns with four bytes per row. */
function indexOf(column: Column, count: number): Indexed {
  const { name } = column;
  if (column.kind === 'category')
    return { name, codes: column.codes, size: column.dictionary.length, count };
  const { of, count: size } = entityIndex(column);
  return { name, codes: of, size, count };
}

/** Returns true if each value of `from` has one value of `to`; missing counts as a value. */
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
 * Finds functional dependencies between columns, without exceptions. Keys, personal data, free text
 * and transitive dependencies are left out. Of two columns that decide each other, the first is
 * reported as deciding.
 *
 * @param facts role and number of distinct values of each column
 */
export function findDependencies(
  table: Table,
  facts: readonly { role: ColumnRole; distinct: number }[],
): Dependency[] {
  // A column with too many values to decide others can't be decided either.
  const columns = table.columns
    .map((column, i) => ({ column, ...facts[i] }))
    .filter(({ role }) => role === 'feature' || role === 'reference')
    .filter(({ distinct }) => distinct > 1 && table.rows >= distinct * MIN_ROWS_A_VALUE)
    .slice(0, MAX_COLUMNS)
    .map(({ column, distinct }) => indexOf(column, distinct));
  const determines = columns.map((from, a) =>
    columns.map((to, b) => {
      const finer = from.count > to.count || (from.count === to.count && a < b);
      return finer && decides(from, to);
    }),
  );
  return columns.flatMap((from, a) =>
    columns.flatMap((to, b) => {
      const through = columns.some((_, c) => determines[a][c] && determines[c][b]);
      return determines[a][b] && !through
        ? [{ from: from.name, to: to.name, values: from.count }]
        : [];
    }),
  );
}
