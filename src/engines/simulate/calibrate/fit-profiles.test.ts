import { expect, test } from 'vitest';
import { daysFromCivil } from '../../../shared/civil-date.ts';
import { streamFor } from '../../random/stream.ts';
import { euRetailBank } from '../configuration/eu-retail-bank.ts';
import { configurationSchema } from '../configuration/schema.ts';
import { plan } from '../plan.ts';
import { fitProfiles } from './fit-profiles.ts';
import { BANK_KINDS, MOVEMENT_KINDS, type MovementKind, type Movements } from './movements.ts';
import { movementsOfBank } from './movements-of-bank.ts';
import { regularSeries } from './regular-series.ts';

const codeOf = (kind: MovementKind) => MOVEMENT_KINDS.indexOf(kind);

type Row = { account: number; day: number; amount: number; kind: number; balance: number };

/**
 * Accounts opened on January 2: every second one has pay by transfer on the 10th, half as much again
 * in December, and an order of a fifth of it on the 5th from April; all withdraw thrice a month.
 */
function movements(accounts: number): Movements {
  const stream = streamFor(1n, 0, 0);
  const rows: Row[] = [];
  for (let account = 0; account < accounts; account++) {
    const pay = 1000 + 10 * account;
    let balance = 0;
    const add = (day: number, kind: number, amount: number, sign: 1 | -1) => {
      balance += sign * amount;
      rows.push({ account, day, amount, kind, balance });
    };
    add(daysFromCivil(2025, 1, 2), codeOf('cash_deposit'), 500, 1);
    for (let month = 1; month <= 12; month++) {
      const on = (day: number) => daysFromCivil(2025, month, day);
      if (account % 2 === 0) {
        if (month > 3) add(on(5), codeOf('transfer_out'), pay / 5, -1);
        add(on(10), codeOf('transfer_in'), month === 12 ? 1.5 * pay : pay, 1);
      } else add(on(3 + stream.below(20)), codeOf('cash_deposit'), 400 + stream.below(600), 1);
      for (const day of [12, 18, 27])
        add(on(day), codeOf('cash_withdrawal'), 10 + Math.floor((balance * 0.4) / 10) * 10, -1);
      add(on(28), BANK_KINDS.interest, 1 + stream.float(), 1);
    }
  }
  const of = (key: keyof Row) => rows.map((row) => row[key]);
  return {
    accounts,
    account: Int32Array.from(of('account')),
    day: Int32Array.from(of('day')),
    amount: Float64Array.from(of('amount')),
    kind: Uint8Array.from(of('kind')),
    balance: Float64Array.from(of('balance')),
  };
}

const file = movements(260);

test('accounts are profiled by their fixed income, with its days, extra pay and orders', () => {
  const profiles = fitProfiles(file);
  expect(profiles.map(({ name, share }) => [name, share])).toEqual([
    ['income by transfer', 0.5],
    ['no fixed income', 0.5],
  ]);
  const { income, figures, settling } = profiles[0]!;
  expect(income!.days[9]).toBe(1);
  expect(income!.extra).toEqual({ months: [12], size: 1.5, share: 1 });
  const medianOf = (name: string) => figures.find((figure) => figure.name === name)?.quantiles[3];
  expect(medianOf('income')).toBeCloseTo(2280, -1.7);
  expect(medianOf('orders')).toBe(1);
  expect(medianOf('orders in all')).toBeCloseTo(456, -1.2);
  expect(medianOf('months to first order')).toBeCloseTo(3.06, 1);
  expect(medianOf('cashWithdrawal a month')).toBeCloseTo(3, 0);
  expect(settling.cashWithdrawal!.rates[3]).toBeGreaterThan(0.8);
  // Few accounts show no profile.
  expect(fitProfiles(movements(40))).toEqual([]);
});

test('a bank of profiles has their incomes and orders, each of one amount a month', () => {
  const configuration = structuredClone(euRetailBank);
  configuration.profiles = fitProfiles(file);
  configuration.accounts.first = { checking: 1, savings: 0, credit_card: 0, loan: 0 };
  configuration.people.business = 0;
  configuration.declinedWhenShort = 1;
  configuration.payments.shares = {};
  configuration.fraud.rate = 0;
  const bank = movementsOfBank(
    plan({
      seed: 3n,
      customers: 120,
      accounts: 120,
      transactions: 10_000,
      preset: 'eu-retail-bank',
      configuration: configurationSchema.parse(configuration),
      amlRate: 0,
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    }),
  );
  const rows = Array.from({ length: bank.accounts }, (): number[] => []);
  bank.account.forEach((account, row) => {
    rows[account]!.push(row);
  });
  const series = rows.map((list) => regularSeries(bank, list));
  const withIncome = series.filter((all) =>
    all.some(({ kind, rows: own }) => kind === codeOf('transfer_in') && own.length >= 10),
  );
  // Half of 120 accounts, without those opened within the window, by chance.
  expect(withIncome.length).toBeGreaterThan(35);
  expect(withIncome.length).toBeLessThan(75);
  const ordering = withIncome.filter((all) =>
    all.some(({ kind }) => kind === codeOf('transfer_out')),
  );
  expect(ordering.length / withIncome.length).toBeGreaterThan(0.85);
  const transfers = [...bank.kind].filter((kind) => kind === codeOf('transfer_in')).length;
  expect(transfers).toBeLessThan(12.5 * 75);
});
