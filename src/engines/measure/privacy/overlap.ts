import type { Table } from '../../table/table.ts';
import { alignColumns } from '../quality/align-columns.ts';
import { countKeys, exactCopies, exceedsChance } from './copies.ts';
import { rowKeys } from './row-keys.ts';

/**
 * Counts unique rows of one table that another contains, in all columns that both have.
 *
 * @returns `isMore`: true if there are more than repeated rows explain
 */
export function overlapOf(
  table: Table,
  other: Table,
): { rows: number; shared: number; isMore: boolean } {
  const columns = alignColumns(
    [table, other],
    table.columns.map(({ name }) => name),
  );
  const keys = rowKeys(columns, 0);
  const { train: shared, trainRows: rows } = exactCopies([keys], countKeys([rowKeys(columns, 1)]));
  return {
    rows,
    shared,
    isMore: exceedsChance(keys, { hits: shared, syntheticRows: other.rows }),
  };
}
