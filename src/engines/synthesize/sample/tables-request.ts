import type { Seed } from '../../random/stream.ts';
import type { Relation } from '../relations/relation.ts';
import type { RelatedTable, TablesModel } from '../relations/tables-model.ts';
import type { Given } from './given-values.ts';
import type { Rebalance } from './sample-request.ts';

export type TablesRequest = {
  seed: Seed;
  /** Rows of tables without a parent as a multiple of the file's; default 1. */
  scale?: number;
  /** Number of rows of single tables without a parent. */
  rows?: Readonly<Record<string, number>>;
  /** Fixed values by table and column. */
  given?: Readonly<Record<string, Given>> | undefined;
  /** Requested shares of the values of a column of one table. */
  rebalance?: (Rebalance & { table: string }) | undefined;
  /** Sequences of more rows are not sorted by time over all entities; default no limit. */
  maxOrderedRows?: number;
  /** Checked between small steps; sampling stops with a FitCancelled error once it is set. */
  signal?: { readonly aborted: boolean } | undefined;
};

/** Rows omitted because all candidate parents were taken and may be named only once. */
export type Omitted = { relation: Relation; rows: number };

/** Conditions of one table. */
export type Conditions = { given?: Given | undefined; rebalance?: Rebalance | undefined };

const MAX_ROWS = 2 ** 31 - 1;

export const conditionsOf = (name: string, { given, rebalance }: TablesRequest): Conditions => ({
  given: given !== undefined && Object.hasOwn(given, name) ? given[name] : undefined,
  rebalance: rebalance?.table === name ? rebalance : undefined,
});

export const hasConditions = ({ given = {}, rebalance }: TablesRequest): boolean =>
  rebalance !== undefined || Object.values(given).some((own) => Object.keys(own).length > 0);

/** Returns the rows of a table without a parent. */
export function requestedRows({ name, rows }: RelatedTable, request: TablesRequest): number {
  const rowCount = request.rows?.[name] ?? Math.max(1, Math.round(rows * (request.scale ?? 1)));
  if (!Number.isSafeInteger(rowCount) || rowCount < 1 || rowCount > MAX_ROWS)
    throw new RangeError(`Rows of ${name} must be a whole number from 1 to ${MAX_ROWS}.`);
  return rowCount;
}

/** @throws RangeError for unknown tables, and for rows of tables that follow from their parent */
export function checkRequest(model: TablesModel, request: TablesRequest): void {
  const { scale = 1, rows = {}, given = {}, rebalance } = request;
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError('The scale must be above 0.');
  const names = [...Object.keys(rows), ...Object.keys(given)];
  for (const name of rebalance === undefined ? names : [...names, rebalance.table]) {
    const table = model.tables.find((entry) => entry.name === name);
    if (table === undefined) throw new RangeError(`The model has no table ${name}.`);
    if (table.child !== null && Object.hasOwn(rows, name)) {
      const { parent } = model.relations[table.child.primary];
      throw new RangeError(
        `The number of rows of ${name} follows from ${parent} and can't be set.`,
      );
    }
  }
}
