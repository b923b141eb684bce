import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankOf, cellOf, cents, groupBy, type Row } from '../simulate.fixture.ts';
import { fundRents } from './boundary.ts';

const bank = bankOf({
  seed: 21n,
  customers: 4000,
  accounts: 5000,
  transactions: 120_000,
  startDate: '2025-01-01',
  endDate: '2025-06-30',
});
const home = new Map<string, number>();
bank.plan.cells.forEach((cell, index) => {
  const last = cell.firstAccount + cell.accounts;
  for (const account of bank.accounts.slice(cell.firstAccount, last)) {
    home.set(account.account_id!, index);
  }
});
const here = (row: Row) => home.get(row.account_id!)!;
const abroad = (row: Row) => {
  const there = home.get(row.counterparty!);
  return there !== undefined && there !== here(row) && row.aml_flag === 'false';
};
const over = bank.transactions.filter(abroad);
const ofType = (...types: string[]) => over.filter((row) => types.includes(row.type!));

test('pay and rent pass between neighbouring cells, in two rows that agree, never declined', () => {
  expect(ofType('payroll').length).toBeGreaterThan(200);
  expect(ofType('rent').length).toBeGreaterThan(50);
  const key = (row: Row, turn: boolean) => {
    const ends = [row.account_id!, row.counterparty!];
    const day = row.txn_ts!.slice(0, 10);
    return [...(turn ? ends.reverse() : ends), day, Math.abs(cents(row.amount))].join(' ');
  };
  const out = ofType('payroll', 'rent');
  const into = ofType('salary', 'transfer_in');
  expect(out.map((row) => key(row, false)).sort()).toEqual(
    into.map((row) => key(row, true)).sort(),
  );
  for (const row of over) {
    expect(row.status).toBe('posted');
    expect(Math.abs(here(row) - home.get(row.counterparty!)!)).toBe(1);
  }
});

test('the clearing between cells nets to nothing over the bank, and not within a cell', () => {
  expect(bank.betweenCells).toHaveLength(4);
  expect(bank.betweenCells.every((sum) => sum !== 0)).toBe(true);
  expect(bank.betweenCells.reduce((sum, cell) => sum + cell, 0)).toBe(0);
});

test('who is paid next door has that one employer, and who rents there that one landlord', () => {
  const salaries = groupBy(
    bank.transactions.filter((row) => row.type === 'salary'),
    (row) => row.account_id!,
  );
  const rents = groupBy(
    bank.transactions.filter((row) => row.type === 'rent'),
    (row) => row.account_id!,
  );
  for (const { account_id } of ofType('salary')) {
    expect(new Set(salaries.get(account_id!)!.map((row) => row.counterparty)).size).toBe(1);
  }
  for (const { account_id } of ofType('rent')) {
    expect(new Set(rents.get(account_id!)!.map((row) => row.counterparty)).size).toBe(1);
  }
});

test('payments over boundaries are in the cell of their account', () => {
  expect(over.filter((row) => cellOf(bank, row.txn_id!) !== here(row))).toEqual([]);
});

test('a rent is planned only where pay that came before covers it', () => {
  const payment = fc.record({ day: fc.nat(60), amount: fc.integer({ min: 1, max: 1000 }) });
  const payments = fc.array(payment, { maxLength: 12 }).map((l) => l.sort((a, b) => a.day - b.day));
  fc.assert(
    fc.property(payments, payments, (pay, rentsDue) => {
      const { reserved, rent } = fundRents(pay, rentsDue);
      reserved.forEach((sum, i) => {
        expect(sum).toBeGreaterThanOrEqual(0);
        expect(sum).toBeLessThanOrEqual(pay[i].amount);
      });
      const before = (day: number) =>
        pay.reduce((s, p, i) => s + (p.day < day ? reserved[i] : 0), 0);
      let due = 0;
      for (const { day, amount } of rent) {
        due += amount;
        expect(before(day)).toBeGreaterThanOrEqual(due);
      }
      expect(reserved.reduce((s, k) => s + k, 0)).toBe(due);
    }),
    { seed: 3 },
  );
});
