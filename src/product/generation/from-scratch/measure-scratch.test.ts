import { expect, test } from 'vitest';
import {
  type CellOutput,
  plan,
  type RowBatch,
  rowObjects,
  simulateCells,
  simulateOnAccounts,
} from '../../../engines/simulate/index.ts';
import { existingAccounts } from '../../../engines/simulate/simulate.fixture.ts';
import { BANK_TABLES } from '../../../shared/bank-tables.ts';
import { scratchTally } from './measure-scratch.ts';

const counts = { customers: 300, accounts: 400, transactions: 6000 };
const made = plan({ ...counts, seed: 8n, preset: 'us-community-bank' });

const measured = (change: (output: CellOutput) => CellOutput = (same) => same) => {
  const tally = scratchTally(made);
  for (const output of simulateCells(made)) tally.add(change(output));
  return tally.reports(BANK_TABLES, counts);
};
function withCell(batch: RowBatch, name: string, row: number, value: number | string): RowBatch {
  const columns = batch.columns.map((column, i) => {
    if (batch.fields[i]!.name !== name || batch.rows <= row) return column;
    if (column.kind === 'money') {
      const minor = column.minor.slice();
      minor[row] = Number(value);
      return { ...column, minor };
    }
    if (column.kind !== 'text') throw new TypeError(name);
    return { ...column, values: column.values.with(row, String(value)) };
  });
  return { ...batch, columns };
}
const outside = (report: ReturnType<typeof measured>['customers']) =>
  report!.figures.filter(({ law, within }) => law && within === false).map(({ name }) => name);

test('a batch as the simulator makes it keeps every law, and claims no likeness', () => {
  const reports = measured();
  for (const table of BANK_TABLES) {
    expect([table, outside(reports[table])]).toEqual([table, []]);
    expect(reports[table]).toMatchObject({ rows: counts[table], lawsHold: true });
    expect(reports[table]!.privacy).toMatchObject({ score: 100, assurance: 'A0' });
    expect(reports[table]!.notMeasured).toContainEqual({
      metric: 'similarity to real data',
      reason: 'there is no real table',
      n: 0,
    });
  }
  expect(reports.accounts!.privacy.collisions.map(({ checked }) => checked > 0)).toEqual([
    true,
    true,
    true,
  ]);
});

test('each law is seen broken', () => {
  const balance = measured((o) => ({
    ...o,
    transactions: withCell(o.transactions, 'balance_after', 5, 1),
  })).transactions;
  expect(outside(balance)).toContain('running-balance breaks');
  expect(balance!.score).toBeLessThanOrEqual(0.5);
  const closing = measured((o) => ({
    ...o,
    accounts: withCell(o.accounts, 'current_balance', 0, 123_456_789),
  })).transactions;
  expect(outside(closing)).toContain('closing balances that differ from the bookings');
  const owner = measured((o) => ({ ...o, accounts: withCell(o.accounts, 'customer_id', 3, 'C0') }));
  expect(outside(owner.accounts)).toEqual(['orphan accounts']);
  const twice = measured((o) => ({
    ...o,
    customers: withCell(o.customers, 'customer_id', 7, String(o.customers.rows)),
  }));
  expect(outside(twice.customers)).toEqual(['duplicate or out-of-order keys']);
});

test('an address that may be somebody’s is found', () => {
  const { customers } = measured((o) => ({
    ...o,
    customers: withCell(o.customers, 'email', 0, 'someone@bank.com'),
  }));
  expect(customers!.privacy.score).toBe(30);
  expect(customers!.privacy.collisions[0]).toMatchObject({ checked: 300, found: 1 });
});

test('bookings on accounts that were there are followed from the balances these had', () => {
  const accounts = [...simulateCells(made)].flatMap((output) =>
    existingAccounts([...rowObjects(output.accounts)].filter((a) => a.status === 'active')),
  );
  const request = { seed: 5n, preset: 'us-community-bank', transactions: 2000 } as const;
  const planned = plan({ ...request, customers: 300, accounts: accounts.length });
  const report = (known: typeof accounts) => {
    const tally = scratchTally(planned, known);
    for (const part of simulateOnAccounts({ ...request, accounts })) tally.addBookings(part);
    return tally.reports(['transactions'], { customers: 0, accounts: 0, transactions: 2000 });
  };
  expect(outside(report(accounts).transactions)).toEqual([]);
  const moved = accounts.map((a) => ({ ...a, balance: a.balance + 1 }));
  expect(outside(report(moved).transactions)).toContain('running-balance breaks');
});
