import type { TablesRequest } from '../../engines/synthesize/index.ts';
import { AppError } from '../../shared/errors.ts';

type Named = { name: string; columns: readonly string[] };

/**
 * Rejects fixed values and shares of columns that the tables do not have.
 *
 * @param tables of a single dataset, the name is that of its file
 */
export function refuseConditions(
  tables: readonly Named[],
  { given = {}, rebalance }: Pick<TablesRequest, 'given' | 'rebalance'>,
): void {
  const places = Object.entries(given).flatMap(([table, values]) =>
    Object.keys(values).map((column) => ({ table, column })),
  );
  for (const { table, column } of rebalance === undefined ? places : [...places, rebalance]) {
    const named = tables.find(({ name }) => name === table);
    if (named === undefined) throw new AppError('bad_request', `There is no table ${table}.`);
    if (!named.columns.includes(column))
      throw new AppError('bad_request', `${table} has no column ${column}.`);
  }
}
