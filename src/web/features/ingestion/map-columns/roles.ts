import type { SignRule, StatementRole } from '../../../../shared/column-mapping.ts';

export const ROLE_LABELS: Record<StatementRole, string> = {
  booking_date: 'Booking date',
  value_date: 'Value date',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  direction: 'Debit or credit',
  currency: 'Currency',
  balance: 'Balance',
  description: 'Description',
  counterparty_name: 'Counterparty name',
  counterparty_account: 'Counterparty account',
  account: 'Account',
  category: 'Category',
  reference: 'Reference',
  other: 'Other',
  ignore: 'Ignore',
};

export const SIGN_LABELS: Record<SignRule['kind'], string> = {
  signed: 'Negative amounts are debits',
  inverted: 'Positive amounts are debits',
  'debit-credit': 'Separate debit and credit columns',
  direction: 'Separate debit or credit indicator',
};
