import { entityIndex, sequenceOf } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';

const MIN_VALUES = 9;
const MIN_MEAN_ROWS = 4;
const MIN_SHARE = 0.99;

/**
 * Returns why a column of codes names accounts, whatever its header: within its values, and over
 * time, a balance runs in 99 % of the rows, as the stock of each article. Null if none does.
 *
 * @param samples some of its values
 */
export function balanceEvidence(
  table: Table,
  column: Column,
  samples: readonly string[],
): string | null {
  if (column.kind !== 'category' || !samples.every((text) => /\d/.test(text))) return null;
  const { of, count } = entityIndex(column);
  if (count < MIN_VALUES || table.rows < MIN_MEAN_ROWS * count || of.includes(-1)) return null;
  const balance = sequenceOf(table, column)?.balance;
  return balance && balance.share >= MIN_SHARE
    ? `${balance.column} is a running balance of ${balance.amount} for each ${column.name}.`
    : null;
}
