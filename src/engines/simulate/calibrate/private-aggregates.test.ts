import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { discreteLaplace, randomIntegers } from '../../synthesize/index.ts';
import { plan } from '../plan.ts';
import type { Movements } from './movements.ts';
import { movementsOfBank } from './movements-of-bank.ts';
import { type IntegerNoise, privateAggregatesOf } from './private-aggregates.ts';

const size = { customers: 800, accounts: 1000, transactions: 40_000 };
const bank = movementsOfBank(plan({ ...size, seed: 4n, preset: 'eu-retail-bank' }));

/** Returns the cells of all histograms in units, by running without noise; and their scales. */
function cellsOf(movements: Movements): { scales: Set<number>; shares: number[] } {
  const scales = new Set<number>();
  const noise: IntegerNoise = (scale) => {
    scales.add(scale);
    return 0;
  };
  const { aggregates } = privateAggregatesOf(movements, { epsilon: 1, noise });
  const { shares, weekdays, months } = aggregates;
  return { scales, shares: [...Object.values(shares), ...weekdays, ...months] };
}

/** Removes all rows of an account. */
function without({ account, ...movements }: Movements, removed: number): Movements {
  const keep = Array.from(account.keys()).filter((row) => account[row] !== removed);
  const of = <T extends Float64Array | Int32Array | Uint8Array>(values: T) =>
    values.filter((_, row) => account[row] !== removed) as T;
  const { day, amount, kind, balance } = movements;
  return {
    accounts: movements.accounts,
    account: Int32Array.from(keep, (row) => account[row]!),
    day: of(day),
    amount: of(amount),
    kind: of(kind),
    balance: balance && of(balance),
  };
}

test('an account moves no histogram by more than itself, however many rows it has', () => {
  const accounts = new Set(bank.account).size;
  const all = cellsOf(bank).shares;
  const busiest = [...new Set(bank.account)].slice(0, 12);
  for (const account of busiest) {
    const fewer = cellsOf(without(bank, account)).shares;
    fewer.forEach((share, i) => {
      expect(Math.abs(share - all[i]!)).toBeLessThan(1.1 / (accounts - 1));
    });
  }
});

test('epsilon is spent once over all histograms, and its noise leaves the figures near', () => {
  const bytes = streamFor(9n, 0, 0);
  const random = randomIntegers((length) => Uint8Array.from({ length }, () => bytes.below(256)));
  const noise: IntegerNoise = (scale) => discreteLaplace(scale, random);
  const { aggregates, spent } = privateAggregatesOf(bank, { epsilon: 2, noise });
  expect(spent.reduce((sum, { epsilon }) => sum + epsilon, 0)).toBeCloseTo(2);
  expect(spent.every(({ sensitivity }) => sensitivity === 1)).toBe(true);
  const exact = privateAggregatesOf(bank, { epsilon: 2, noise: () => 0 }).aggregates;
  expect(aggregates.rowsPerAccountMonth / exact.rowsPerAccountMonth).toBeCloseTo(1, 0);
  expect(Math.abs(aggregates.shares.purchase - exact.shares.purchase)).toBeLessThan(0.1);
  expect(aggregates.shares.purchase).not.toBe(exact.shares.purchase);
  expect(cellsOf(bank).scales.size).toBe(5);
});

test('figures that noise hides are not read, so that a bank keeps the preset’s settings', () => {
  const few = movementsOfBank(
    plan({
      customers: 25,
      accounts: 30,
      transactions: 900,
      seed: 4n,
      preset: 'us-community-bank',
    }),
  );
  const { aggregates } = privateAggregatesOf(few, { epsilon: 0.05, noise: () => 0 });
  expect(aggregates.rowsPerAccountMonth).toBeNaN();
  expect(aggregates.activity).toBeNaN();
  expect(Object.values(aggregates.shares).every(Number.isNaN)).toBe(true);
  expect(Object.values(aggregates.amounts).every((amount) => amount === null)).toBe(true);
  expect(aggregates.balance).toBeNull();
});

test('a mix of which noise leaves one kind alone is not read, unless the others are few', () => {
  const { aggregates } = privateAggregatesOf(bank, { epsilon: 0.3, noise: () => 0 });
  const shown = Object.entries(aggregates.amounts).filter(([, amount]) => amount !== null);
  expect(shown).toHaveLength(1);
  expect(Object.values(aggregates.shares).every(Number.isNaN)).toBe(true);
  const purchases = { ...bank, kind: new Uint8Array(bank.kind.length) };
  const only = privateAggregatesOf(purchases, { epsilon: 20, noise: () => 0 }).aggregates;
  expect(only.shares.purchase).toBe(1);
});
