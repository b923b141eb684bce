import { expect, test } from 'vitest';
import { budgetOf } from './stored-models.ts';

/** Returns a source with its budget in rho and the amounts spent in billionths. */
const source = (id: string, budget_rho: number, ...taken: number[]) => ({
  id,
  name: `${id}.csv`,
  budget_epsilon: 10,
  budget_rho,
  privacy_ledger: taken.map((nano_rho) => ({ nano_rho })),
});

test('of the budget so much is used as all entries took, in whole percent', () => {
  expect(budgetOf([source('a', 0.5, 1e8, 2.5e7)], 'a.csv', [])).toEqual({ used: 25, epsilon: 10 });
  expect(budgetOf([source('a', 0.5)], 'a.csv', [])).toEqual({ used: 0, epsilon: 10 });
});

test('never overstates the remaining budget', () => {
  expect(budgetOf([source('a', 1, 1)], 'a.csv', [])?.used).toBe(1);
  expect(budgetOf([source('a', 1, 990_000_001)], 'a.csv', [])?.used).toBe(100);
  expect(budgetOf([source('a', 1, 3e9)], 'a.csv', [])?.used).toBe(100);
});

test('of several sources the one counts of which most is used; others do not count', () => {
  const sources = [source('a', 1, 1e8), source('b', 1, 6e8), source('c', 1, 9e8)];
  expect(budgetOf(sources, 'a.csv', [])?.used).toBe(10);
  expect(budgetOf(sources, 'a.csv', ['b'])?.used).toBe(60);
  expect(budgetOf(sources, 'new.csv', ['a', 'b'])?.used).toBe(60);
  expect(budgetOf(sources, 'new.csv', [])).toBeNull();
});
