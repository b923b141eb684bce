import { expect, test } from 'vitest';
import { bankOf, cents, existingAccounts, groupBy, type Row, rowsOf } from '../simulate.fixture.ts';
import type { ExistingAccount } from './existing.ts';
import { simulateAccountsFor } from './simulate-accounts-for.ts';
import { type OnAccountsRequest, simulateOnAccounts } from './simulate-on-accounts.ts';

const bank = bankOf({
  seed: 3n,
  customers: 1600,
  accounts: 2200,
  transactions: 4000,
  endDate: '2025-06-30',
});

const accounts = existingAccounts(bank.accounts);

function run(change: Partial<OnAccountsRequest> = {}) {
  const transactions: Row[] = [];
  const truth: Row[] = [];
  const balances = new Map<string, number>();
  let ledger = 0;
  for (const piece of simulateOnAccounts({
    seed: 5n,
    preset: 'us-community-bank',
    accounts,
    transactions: 12_000,
    startDate: '2025-07-01',
    endDate: '2025-08-31',
    ...change,
  })) {
    transactions.push(...rowsOf(piece.transactions));
    truth.push(...rowsOf(piece.groundTruth));
    for (const { accountId, minor } of piece.balances) balances.set(accountId, minor);
    for (const sum of Object.values(piece.ledger ?? {})) ledger += sum;
  }
  return { transactions, truth, balances, ledger };
}

test('transactions on existing accounts continue their balances to the cent', () => {
  const { transactions, truth, balances, ledger } = run();
  expect(transactions).toHaveLength(12_000);
  expect(transactions.filter((row) => row.aml_flag === 'true')).toHaveLength(12);
  expect(truth.filter((row) => row.laundering === 'true')).toHaveLength(12);
  const accountById = new Map(accounts.map((a) => [a.id, a]));
  const rows = groupBy(transactions, (row) => row.account_id!);
  let moved = 0;
  for (const account of accounts) {
    let balance = account.balance;
    for (const row of rows.get(account.id) ?? []) {
      expect(account.status).toBe('active');
      expect(row.txn_ts! > account.openDate).toBe(true);
      if (row.status === 'posted') balance += cents(row.amount);
      expect(cents(row.balance_after)).toBe(balance);
    }
    expect(balances.get(account.id)).toBe(balance);
    moved += balance - account.balance;
  }
  expect([...rows.keys()].every((id) => accountById.has(id))).toBe(true);
  expect(moved + ledger).toBe(0);
  expect(
    transactions.every((row) => row.txn_ts! >= '2025-07-01' && row.txn_ts! < '2025-09-01'),
  ).toBe(true);
  expect(new Set(transactions.map((row) => row.txn_id)).size).toBe(12_000);
});

test('the order in which accounts are given does not matter; their balances do', () => {
  const first = run();
  expect(run({ accounts: [...accounts].reverse() })).toEqual(first);
  const richer = accounts.map((a, i) => (i === 0 ? { ...a, balance: a.balance + 100 } : a));
  const other = run({ accounts: richer });
  expect(other.transactions[0].txn_id).not.toBe(first.transactions[0].txn_id);
});

test('any wording of types, no customer, and accounts opened late are taken as they are', () => {
  const odd: ExistingAccount[] = [
    {
      id: 'x1',
      type: 'Money Market',
      status: 'Active',
      customerId: null,
      openDate: '2025-08-20',
      balance: 0,
      limit: null,
    },
    {
      id: 'x2',
      type: 'Gold Card',
      status: 'active',
      customerId: null,
      openDate: '2020-01-01T00:00:00Z',
      balance: -5000,
      limit: 90_000,
    },
    {
      id: 'x3',
      type: 'anything',
      status: 'closed',
      customerId: 'c',
      openDate: '2020-01-01',
      balance: 1,
      limit: null,
    },
  ];
  const { transactions, balances } = run({ accounts: odd, transactions: 300 });
  expect(transactions).toHaveLength(300);
  expect(transactions.some((row) => row.account_id === 'x3')).toBe(false);
  expect(
    transactions.filter((r) => r.account_id === 'x1').every((r) => r.txn_ts! > '2025-08-20'),
  ).toBe(true);
  expect(balances.get('x3')).toBe(1);
  expect(transactions.filter((row) => row.aml_flag === 'true')).toHaveLength(5);
});

test('accounts that can not be booked on are named as the reason', () => {
  const closed = accounts.map((a) => ({ ...a, status: 'closed' }));
  expect(() => run({ accounts: closed })).toThrow('none of the accounts is active');
  expect(() => run({ startDate: '2010-01-01', endDate: '2010-02-01' })).toThrow(
    'after the window ends',
  );
});

test('accounts are opened for customers who exist, not before they joined', () => {
  const customers = bank.customers.map((c, i) => ({
    id: c.customer_id!,
    joinDate: i % 9 === 0 ? '2025-10-10' : c.join_date!,
    riskSegment: c.risk_segment!,
  }));
  const open = (existing: typeof customers) =>
    [
      ...simulateAccountsFor({
        seed: 1n,
        preset: 'eu-retail-bank',
        customers: existing,
        accounts: 2000,
      }),
    ].flatMap((piece) => rowsOf(piece.accounts));
  const rows = open(customers);
  expect(rows).toHaveLength(2000);
  expect(new Set(rows.map((row) => row.account_id)).size).toBe(2000);
  const joined = new Map(customers.map((c) => [c.id, c.joinDate]));
  const early = rows.filter((row) => row.open_date! < joined.get(row.customer_id!)!);
  expect(early).toEqual([]);
  expect(new Set(rows.map((row) => row.customer_id)).size).toBe(1600);
  expect(rows.every((row) => row.current_balance === row.opening_balance)).toBe(true);
  expect(open([...customers].reverse())).toEqual(rows);
});
