import type { ShareKind } from './configuration.ts';

/** Ledger of a credit union. Assets and expenses are debits (above zero). */
export type CreditUnionAccount =
  | 'cash_and_investments'
  | 'loans'
  | 'allowance'
  | `shares_${ShareKind}`
  | 'undivided_earnings'
  | 'regular_reserve'
  | 'loan_interest'
  | 'investment_income'
  | 'fee_income'
  | 'dividend_expense'
  | 'operating_expense'
  | 'provision';
