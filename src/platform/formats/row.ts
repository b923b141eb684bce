import type { StatementColumn } from '../../shared/bank-formats.ts';
import { type Amount, amountText } from './amount.ts';
import { decimalsOf } from './currencies.ts';
import type { Entry, StatementHead } from './model.ts';

export function rowOf(
  head: StatementHead,
  entry: Entry,
  balance: Amount | null,
): (string | null)[] {
  const decimals = decimalsOf(entry.currency);
  const row: Record<StatementColumn, string | null> = {
    account: entry.account ?? head.account,
    account_bank: entry.accountBank ?? head.accountBank,
    statement: head.id,
    booking_date: entry.bookingDate,
    value_date: entry.valueDate,
    amount: amountText(entry.amount, decimals),
    currency: entry.currency,
    balance: balance === null ? null : amountText(balance, decimals),
    counterparty_name: entry.counterpartyName,
    counterparty_account: entry.counterpartyAccount,
    counterparty_bank: entry.counterpartyBank,
    description: entry.description,
    reference: entry.reference,
    bank_reference: entry.bankReference,
    code: entry.code,
    status: entry.status,
    details: JSON.stringify(entry.details),
    statement_details: null,
  };
  return Object.values(row);
}
