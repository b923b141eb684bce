import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { aggregatesOf } from './aggregates.ts';
import { MOVEMENT_KINDS, type Movements, OTHER } from './movements.ts';
import { noteNear } from './scale-money.ts';

const DAY_2024 = 19_723;
const normal = (stream: ReturnType<typeof streamFor>) =>
  Math.sqrt(-2 * Math.log(1 - stream.float())) * Math.cos(2 * Math.PI * stream.float());

/** Accounts with four rows in each month of 2024: three cash withdrawals, and a fee on the first. */
function movements(accounts: number): Movements {
  const stream = streamFor(3n, 0, 0);
  const rows = Array.from({ length: accounts * 48 }, (_, i) => ({
    account: Math.floor(i / 48),
    day: DAY_2024 + (i % 4 === 0 ? 0 : 2) + Math.floor((366 * Math.floor((i % 48) / 4)) / 12),
    amount: i % 4 === 0 ? 5 : 80 * Math.exp(0.5 * normal(stream)),
    kind: i % 4 === 0 ? OTHER : MOVEMENT_KINDS.indexOf('cash_withdrawal'),
  }));
  return {
    accounts,
    account: Int32Array.from(rows, ({ account }) => account),
    day: Int32Array.from(rows, ({ day }) => day),
    amount: Float64Array.from(rows, ({ amount }) => amount),
    kind: Uint8Array.from(rows, ({ kind }) => kind),
    balance: Float64Array.from(rows, (_, i) => (i % 48 === 47 ? 1000 : 7)),
  };
}

test('shares, log-normal amounts, rows a month and last balances are those of the rows', () => {
  const found = aggregatesOf(movements(400));
  expect(found.shares).toMatchObject({ cash_withdrawal: 1, purchase: 0, transfer_in: 0 });
  expect(found.amounts.cash_withdrawal!.median).toBeGreaterThan(0.97 * 80);
  expect(found.amounts.cash_withdrawal!.median).toBeLessThan(1.03 * 80);
  expect(Math.abs(found.amounts.cash_withdrawal!.sigma - 0.5)).toBeLessThan(0.02);
  expect(found.amounts.purchase).toBeNull();
  // 48 rows in eleven months and two days.
  expect(Math.abs(found.rowsPerAccountMonth / 4.3 - 1)).toBeLessThan(0.05);
  expect(found.activity).toBeLessThan(0.1);
  expect(Math.abs(found.balance!.median / 1000 - 1)).toBeLessThan(0.1);
  for (const share of found.months) expect(Math.abs(share - 1 / 12)).toBeLessThan(1e-9);
});

test('a file of no rows has no shares and no amounts', () => {
  const found = aggregatesOf(movements(0));
  expect(found.rowsPerAccountMonth).toBeNaN();
  expect(Object.values(found.shares).every(Number.isNaN)).toBe(true);
  expect(Object.values(found.amounts)).toEqual(Array(MOVEMENT_KINDS.length).fill(null));
  expect(found.balance).toBeNull();
});

test('notes are 1, 2 or 5 times a power of ten', () => {
  expect([1, 3, 7.9, 10, 230, 4999].map(noteNear)).toEqual([1, 2, 5, 10, 200, 2000]);
});
