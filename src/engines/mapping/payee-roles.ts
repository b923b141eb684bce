import type { ColumnRole } from '../table/column-role.ts';
import { matchHeader } from '../table/match-header.ts';
import type { Column, Table } from '../table/table.ts';
import { findStatement, type StatementShape } from './find-statement.ts';

const SURE = 0.8;

/** Whether a column names the other sides of payments. */
export const namesPayees = ({ kind, name }: Pick<Column, 'kind' | 'name'>): boolean =>
  kind === 'category' &&
  matchHeader(name).some(({ role, share }) => role === 'counterparty_name' && share > SURE);

/** Roles of the columns of payees where all rows are one account's: whom one person pays tells who it is, however often it does. */
export function payeeRoles(
  table: Table,
  statement: StatementShape | null = findStatement(table),
): Record<string, ColumnRole> {
  const payees = statement === null ? [] : table.columns.filter(namesPayees);
  return Object.fromEntries(payees.map(({ name }) => [name, 'personal']));
}
