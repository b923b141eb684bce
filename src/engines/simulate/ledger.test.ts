import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PresetName } from './configuration/presets.ts';
import { faultsOf } from './faults.fixture.ts';
import { bankOf, cents, groupBy } from './simulate.fixture.ts';

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
        expect(faultsOf(bankOf({ ...request, ...window }))).toEqual([]);
      },
    ),
    { numRuns: process.env.TEST_LONG ? 400 : 15, seed: 5 },
  );
}, 120_000);

test.runIf(process.env.TEST_LONG)('a dense year over several cells holds too', () => {
  for (const preset of presetNames) {
    const bank = bankOf({
      customers: 2500,
      accounts: 3500,
      transactions: 60_000,
      preset,
      amlRate: 0.01,
    });
    expect(faultsOf(bank)).toEqual([]);
  }
});

test('a bank may have customers alone, accounts alone, or nothing', () => {
  for (const [customers, accounts] of [
    [0, 0],
    [7, 0],
    [7, 9],
  ]) {
    expect(
      faultsOf(bankOf({ customers: customers!, accounts: accounts!, transactions: 0 })),
    ).toEqual([]);
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

test('a payment without funds is declined, and the balance stays', () => {
  const bank = bankOf({ customers: 300, accounts: 400, transactions: 30_000 });
  const declined = bank.transactions.filter((row) => row.status === 'declined');
  expect(declined.length).toBeGreaterThan(30);
  const groups = groupBy(bank.transactions, (row) => row.account_id!);
  for (const row of declined) {
    const rows = groups.get(row.account_id!)!;
    const at = rows.indexOf(row);
    if (at > 0) expect(row.balance_after).toBe(rows[at - 1].balance_after);
  }
});
