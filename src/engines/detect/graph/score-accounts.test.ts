import { expect, test } from 'vitest';
import { graphOf } from './graph-of.fixture.ts';
import { scoreAccounts, topAccounts } from './score-accounts.ts';

// Accounts in order of appearance: a, b, c, d.
const graph = graphOf([
  ['a', 'b', 0],
  ['b', 'c', 1],
  ['d', 'a', 2],
]);
const scores = Float64Array.of(0.4, 0.9, 0.2);

test('an account has the highest score among its transfers', () => {
  expect([...scoreAccounts(graph, scores)]).toEqual([0.4, 0.9, 0.9, 0.2]);
  // A row outside the graph does not count.
  const fewer = { ...graph, byTime: Uint32Array.of(0, 2) };
  expect([...scoreAccounts(fewer, scores)]).toEqual([0.4, 0.4, 0, 0.2]);
});

test('the accounts that stand out most come first, equal ones by name', () => {
  expect(topAccounts(graph, scores, 3)).toEqual([
    { name: 'b', score: 0.9 },
    { name: 'c', score: 0.9 },
    { name: 'a', score: 0.4 },
  ]);
  expect(topAccounts(graph, new Float64Array(3), 9).map(({ name }) => name)).toEqual([...'abcd']);
  const reversed = graphOf([['z', 'y', 0]]);
  expect(topAccounts(reversed, Float64Array.of(1), 2).map(({ name }) => name)).toEqual(['y', 'z']);
});
