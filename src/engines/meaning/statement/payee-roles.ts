import type { Column, Table } from '../../table/table.ts';
import { matchHeader } from '../headers/match-header.ts';
import type { ColumnRole } from '../roles/column-role.ts';
import { findStatement, type StatementShape } from './find-statement.ts';

const SURE = 0.8;

export const namesPayees = ({ kind, name }: Pick<Column, 'kind' | 'name'>): boolean =>
  kind === 'category' &&
  matchHeader(name).some(({ role, share }) => role === 'counterparty_name' && share > SURE);

/** Returns `personal` for payee columns of a single-account file: payees can identify a person. */
export function payeeRoles(
  table: Table,
  statement: StatementShape | null = findStatement(table),
): Record<string, ColumnRole> {
  const payees = statement === null ? [] : table.columns.filter(namesPayees);
  return Object.fromEntries(payees.map(({ name }) => [name, 'personal']));
}
