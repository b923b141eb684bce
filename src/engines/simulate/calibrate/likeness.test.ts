import { expect, test } from 'vitest';
import { euRetailBank } from '../configuration/eu-retail-bank.ts';
import type { Configuration } from '../configuration/schema.ts';
import { plan } from '../plan.ts';
import { accountAggregates } from './account-aggregates.ts';
import { accountFigures } from './account-figures.ts';
import { likenessOf } from './likeness.ts';
import { movementsOfBank } from './movements-of-bank.ts';

const bank = (seed: bigint, configuration: Configuration = euRetailBank) =>
  movementsOfBank(
    plan({
      seed,
      customers: 220,
      accounts: 220,
      transactions: 11_000,
      preset: 'eu-retail-bank',
      configuration,
      amlRate: 0,
      startDate: '2025-01-01',
      endDate: '2025-06-30',
    }),
  );

test('two banks of one configuration are hardly distinguished, one that charges all accounts is', () => {
  const other = structuredClone(euRetailBank);
  other.recurring.charged = 'all';
  other.rates.current = { rate: 0.05, share: 1, from: 0 };
  other.rates.monthlyFees = [{ amount: 14.6, share: 1 }];
  const usual = bank(1n);
  expect(likenessOf(usual, bank(2n), 1n)!.auc).toBeLessThan(0.62);
  const { auc, seen } = likenessOf(usual, bank(2n, other), 1n)!;
  expect(auc).toBeGreaterThan(0.95);
  expect(seen.slice(0, 3).map(({ name }) => name)).toContain('share of interest');
  expect(accountAggregates(usual)).toHaveLength(20);
});

test('fees, interest, first deposits and openings are those of the configuration', () => {
  const other = structuredClone(euRetailBank);
  other.recurring.charged = 'all';
  other.rates.current = { rate: 0.05, share: 1, from: 0 };
  other.rates.monthlyFees = [{ amount: 14.6, share: 1 }];
  other.rates.feeDay = 31;
  other.accounts.openedInWindow = 1;
  other.accounts.firstDeposit = { least: 100, most: 1100, step: 100, kind: null };
  const found = accountFigures(bank(3n, other));
  expect(found.fees[0]!.amount).toBe(14.6);
  expect(found.feeDay).toBe(31);
  expect(found.interestAccounts).toBeGreaterThan(0.8);
  expect(found.opened).toBeGreaterThan(0.9);
});
