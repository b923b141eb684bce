import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PresetName } from './configuration/presets.ts';
import { type Bank, bankOf, cellOf, cents, groupBy } from './testing.ts';

/** Everything that must hold of any bank, as a list of what does not. */
function faults(bank: Bank): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < 20) found.push(text);
  };
  const customers = new Map(bank.customers.map((c) => [c.customer_id, c]));
  const accounts = new Map(bank.accounts.map((a) => [a.account_id, a]));
  const balance = new Map(bank.accounts.map((a) => [a.account_id, cents(a.opening_balance)]));
  let posted = 0;
  for (const account of bank.accounts) {
    const owner = customers.get(account.customer_id);
    if (owner === undefined) say(`orphan account ${account.account_id}`);
    else if (owner.join_date! > account.open_date!)
      say(`${account.account_id} opened before joining`);
  }
  let before = '';
  let cell = -1;
  for (const row of bank.transactions) {
    const account = accounts.get(row.account_id);
    if (account === undefined) {
      say(`orphan transaction ${row.txn_id}`);
      continue;
    }
    const day = row.txn_ts!.slice(0, 10);
    if (day < account.open_date!) say(`${row.txn_id} before ${account.open_date}`);
    if (account.close_date !== '' && day > account.close_date!) say(`${row.txn_id} after closing`);
    if (day < bank.plan.startDate || day > bank.plan.endDate)
      say(`${row.txn_id} outside the window`);
    const here = cellOf(bank, row.txn_id!);
    if (here !== cell) before = '';
    cell = here;
    if (row.txn_ts! < before) say(`${row.txn_id} out of order`);
    before = row.txn_ts!;
    if (row.customer_id !== account.customer_id) say(`${row.txn_id} of another customer`);
    let now = balance.get(row.account_id!)!;
    if (row.status === 'posted') {
      now += cents(row.amount);
      posted += cents(row.amount);
      balance.set(row.account_id!, now);
      const floor =
        account.account_type === 'loan' ? -Infinity : -cents(account.credit_limit || '0');
      if (now < floor) say(`${row.txn_id} ${row.type} leaves ${now}, below ${floor}`);
    }
    if (now !== cents(row.balance_after)) say(`${row.txn_id} balance_after`);
  }
  for (const account of bank.accounts) {
    if (balance.get(account.account_id) !== cents(account.current_balance)) {
      say(`${account.account_id} does not add up`);
    }
  }
  if (posted + bank.ledger !== 0) say(`all legs sum to ${posted + bank.ledger}`);
  const between = bank.betweenCells.reduce((sum, cell) => sum + cell, 0);
  if (between !== 0) say(`cells owe each other ${between}`);
  const counts = [bank.customers, bank.accounts, bank.transactions].map((rows) => rows.length);
  const { plan } = bank;
  if (String(counts) !== String([plan.customers, plan.accounts, plan.transactions])) {
    say(`counts ${counts}`);
  }
  const flagged = bank.transactions.filter((row) => row.aml_flag === 'true').length;
  if (flagged !== plan.laundering) say(`${flagged} rows flagged, ${plan.laundering} planned`);
  const ids = new Set(bank.transactions.map((row) => row.txn_id));
  if (ids.size !== bank.transactions.length) say('transaction ids repeat');
  return found;
}

const presetNames: PresetName[] = ['us-community-bank', 'us-credit-union', 'eu-retail-bank'];

test('over random requests money is conserved, nothing is orphaned, and time is in order', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.bigInt({ min: 0n, max: 0xffffffffffffffffn }),
        customers: fc.integer({ min: 1, max: 1500 }),
        accounts: fc.integer({ min: 1, max: 1500 }),
        transactions: fc.integer({ min: 0, max: 6000 }),
        preset: fc.constantFrom(...presetNames),
        amlRate: fc.constantFrom(0, 0.001, 0.01, 0.1),
        window: fc.constantFrom(
          {},
          { startDate: '2024-02-28', endDate: '2024-03-01' },
          { startDate: '2023-06-15', endDate: '2025-01-31' },
          { startDate: '2025-03-30', endDate: '2025-03-30' },
        ),
      }),
      ({ window, ...request }) => {
        expect(faults(bankOf({ ...request, ...window }))).toEqual([]);
      },
    ),
    { numRuns: process.env.TEST_LONG ? 400 : 40, seed: 5 },
  );
}, 120_000);

test('a dense year over several cells holds too', () => {
  for (const preset of presetNames) {
    const bank = bankOf({
      customers: 2500,
      accounts: 3500,
      transactions: 60_000,
      preset,
      amlRate: 0.01,
    });
    expect(faults(bank)).toEqual([]);
  }
});

test('a bank may have customers alone, accounts alone, or nothing', () => {
  for (const [customers, accounts] of [
    [0, 0],
    [7, 0],
    [7, 9],
  ]) {
    expect(faults(bankOf({ customers: customers!, accounts: accounts!, transactions: 0 }))).toEqual(
      [],
    );
  }
});

test('a transfer inside the bank is two rows of one amount that name each other', () => {
  const bank = bankOf({ customers: 300, accounts: 400, transactions: 20_000, amlRate: 0.02 });
  const own = new Set(bank.accounts.map((a) => a.account_id));
  const inside = bank.transactions.filter((r) => own.has(r.counterparty) && r.status === 'posted');
  const key = (account: string, other: string, amount: number) => `${account} ${other} ${amount}`;
  const waiting = new Map<string, number>();
  for (const row of inside) {
    const mine = key(row.account_id!, row.counterparty!, cents(row.amount));
    const theirs = key(row.counterparty!, row.account_id!, -cents(row.amount));
    const open = waiting.get(theirs) ?? 0;
    if (open > 0) waiting.set(theirs, open - 1);
    else waiting.set(mine, (waiting.get(mine) ?? 0) + 1);
  }
  expect(inside.length).toBeGreaterThan(500);
  expect([...waiting].filter(([, n]) => n > 0)).toEqual([]);
});

test('whoever lacks funds is declined, and the balance stays', () => {
  const bank = bankOf({ customers: 300, accounts: 400, transactions: 30_000 });
  const declined = bank.transactions.filter((row) => row.status === 'declined');
  expect(declined.length).toBeGreaterThan(30);
  const groups = groupBy(bank.transactions, (row) => row.account_id!);
  for (const row of declined) {
    const rows = groups.get(row.account_id!)!;
    const at = rows.indexOf(row);
    if (at > 0) expect(row.balance_after).toBe(rows[at - 1]!.balance_after);
  }
});
