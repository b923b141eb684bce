import { expect, test } from 'vitest';
import { graphOf } from './graph/graph-of.fixture.ts';
import { accountEvidence, topAccounts } from './score-accounts.ts';

// Accounts in order of appearance: a, b, c, d.
const graph = graphOf([
  ['a', 'b', 0],
  ['b', 'c', 1],
  ['d', 'a', 2],
]);
const scores = Float64Array.of(0.99, 0.999, 0.2);
const none = { owner: null, rows: 3 };
const excess = (score: number) => -Math.log(1 - score + 1e-6) + Math.log(0.05);

test('an account has the sum of the unusual rows at both ends', () => {
  const { evidence, names } = accountEvidence(none, graph, scores)!;
  expect(names).toEqual(['a', 'b', 'c', 'd']);
  [excess(0.99), excess(0.99) + excess(0.999), excess(0.999), 0].forEach((expected, at) => {
    expect(evidence[at]).toBeCloseTo(expected, 9);
  });
  // A row outside the graph does not count.
  const fewer = accountEvidence(none, { ...graph, byTime: Uint32Array.of(2) }, scores)!;
  expect([...fewer.evidence]).toEqual([0, 0, 0, 0]);
});

test("in a bank's own book a row counts for its owner", () => {
  const owner = { codes: Int32Array.of(0, -1, 1), count: 2, text: (code: number) => 'xy'[code]! };
  const book = { ...graph, centers: 2 };
  const { evidence } = accountEvidence({ owner, rows: 3 }, book, scores)!;
  expect(evidence[0]).toBeCloseTo(excess(0.99), 9);
  expect(evidence[1]).toBe(0);
  expect(accountEvidence(none, null, scores)).toBeNull();
});

test('the accounts that stand out most come first, equal ones by name', () => {
  expect(topAccounts(accountEvidence(none, graph, scores), 3)).toEqual([
    { name: 'b', score: 0.875 },
    { name: 'c', score: 0.625 },
    { name: 'a', score: 0.375 },
  ]);
  const even = accountEvidence(none, graph, new Float64Array(3));
  expect(topAccounts(even, 9).map(({ name }) => name)).toEqual([...'abcd']);
  expect(topAccounts(null, 9)).toEqual([]);
});
