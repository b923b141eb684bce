import type { BankAccount, BankTransaction } from '../../shared/contracts/berlin-group.ts';

export type AccountRow = {
  account_id: string;
  account_type: string | null;
  status: string | null;
  currency: string | null;
  account_number: string | null;
  balance: string | null;
  available: string | null;
  owner: string | null;
};

export const ACCOUNTS = `select a.account_id, a.account_type, a.status, a.currency, a.account_number,
    a.current_balance::numeric(18, 2)::text as balance,
    (a.current_balance + coalesce(a.credit_limit, 0) + coalesce((select sum(t.amount) from public.transactions t
       where t.account_id = a.account_id and t.status = 'pending'), 0))::numeric(18, 2)::text as available,
    (select c.full_name from public.customers c where c.customer_id = a.customer_id limit 1) as owner
  from public.accounts a`;

const KINDS: Readonly<Record<string, BankAccount['cashAccountType']>> = {
  checking: 'CACC',
  business_checking: 'CACC',
  savings: 'SVGS',
  loan: 'LOAN',
  credit_card: 'CARD',
};
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** ISO 4217 for a currency that is not known. */
const NO_CURRENCY = 'XXX';

const currencyOf = ({ currency }: { currency: string | null }) => currency ?? NO_CURRENCY;

export const referenceOf = (row: AccountRow) => ({
  ...(row.account_number &&
    (IBAN.test(row.account_number) ? { iban: row.account_number } : { bban: row.account_number })),
  currency: currencyOf(row),
});

export function balancesOf(row: AccountRow): NonNullable<BankAccount['balances']> {
  if (row.balance === null || row.available === null) return [];
  const currency = currencyOf(row);
  return [
    { balanceAmount: { currency, amount: row.balance }, balanceType: 'interimBooked' },
    {
      balanceAmount: { currency, amount: row.available },
      balanceType: 'interimAvailable',
      creditLimitIncluded: true,
    },
  ];
}

const statusOf = (status: string | null): BankAccount['status'] =>
  status === 'closed' || status === 'charged_off'
    ? 'deleted'
    : status === 'frozen'
      ? 'blocked'
      : 'enabled';

export function accountOf(row: AccountRow, path: string, withBalance: boolean): BankAccount {
  const kind = KINDS[row.account_type ?? ''];
  const own = `${path}/accounts/${encodeURIComponent(row.account_id)}`;
  return {
    resourceId: row.account_id,
    ...referenceOf(row),
    ...(row.owner && { ownerName: row.owner }),
    ...(row.account_type && { product: row.account_type }),
    ...(kind && { cashAccountType: kind }),
    status: statusOf(row.status),
    ...(withBalance && { balances: balancesOf(row) }),
    _links: {
      balances: { href: `${own}/balances` },
      transactions: { href: `${own}/transactions` },
    },
  };
}

export type TransactionRow = {
  txn_id: string;
  day: string;
  position: string;
  amount: string;
  currency: string | null;
  merchant: string | null;
  mcc: string | null;
  type: string | null;
  status: string | null;
  balance_after: string | null;
};

export function transactionOf(row: TransactionRow): BankTransaction {
  const currency = currencyOf(row);
  const isBooked = row.status !== 'pending';
  const isDebit = row.amount.startsWith('-');
  return {
    transactionId: row.txn_id,
    ...(isBooked && { bookingDate: row.day, valueDate: row.day }),
    transactionAmount: { currency, amount: row.amount },
    ...(row.merchant && (isDebit ? { creditorName: row.merchant } : { debtorName: row.merchant })),
    ...(row.mcc && { merchantCategoryCode: row.mcc }),
    ...(row.type && { proprietaryBankTransactionCode: row.type }),
    ...(isBooked &&
      row.balance_after !== null && {
        balanceAfterTransaction: {
          balanceAmount: { currency, amount: row.balance_after },
          balanceType: 'interimBooked',
        },
      }),
  };
}
