import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementFacts,
} from '../../shared/bank-formats.ts';
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

/** What the columns are for that every file of statements becomes. */
export const statementMapping = ({ accounts }: StatementFacts): ColumnMapping => ({
  columns: STATEMENT_COLUMNS.map((name) => ({ name, role: ROLES[name] })),
  sign: { kind: 'signed' },
  entity: accounts > 1 ? 'account' : null,
  order: null,
});
