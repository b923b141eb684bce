import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementFacts,
} from '../../shared/bank-formats.ts';
import type { ColumnRole } from '../../shared/column-kinds.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, StatementRole } from '../../shared/column-mapping.ts';

const ROLES: Record<StatementColumn, StatementRole> = {
  account: 'account',
  account_bank: 'other',
  statement: 'other',
  booking_date: 'booking_date',
  value_date: 'value_date',
  amount: 'amount',
  currency: 'currency',
  balance: 'balance',
  counterparty_name: 'counterparty_name',
  counterparty_account: 'counterparty_account',
  counterparty_bank: 'other',
  description: 'description',
  reference: 'reference',
  bank_reference: 'reference',
  code: 'category',
  status: 'other',
  details: 'ignore',
  statement_details: 'ignore',
};

export const statementMapping = ({ accounts }: StatementFacts): ColumnMapping => ({
  columns: STATEMENT_COLUMNS.map((name) => ({
    name,
    // A single account number would be modeled as a constant.
    role: name === 'account' && accounts < 2 ? 'ignore' : ROLES[name],
  })),
  sign: { kind: 'signed' },
  entity: accounts > 1 ? 'account' : null,
  order: null,
});

/** Identifying columns, always generated. Account numbers recur, since sequences are by account. */
const IDENTIFYING: Partial<Record<StatementColumn, ColumnRole>> = {
  account: 'reference',
  statement: 'key',
  counterparty_account: 'key',
  reference: 'key',
  bank_reference: 'key',
};

export function statementRoles(columns: readonly ColumnLayout[]): Record<string, ColumnRole> {
  const filled = columns.filter(({ values }) => values > 0).map(({ name }) => name);
  return Object.fromEntries(Object.entries(IDENTIFYING).filter(([name]) => filled.includes(name)));
}
