import { expect, test } from 'vitest';
import { chanceModel } from './chance-model.ts';
import { findCycle, findCycles } from './find-cycle.ts';
import { graphOf, type TestTransfer } from './graph-of.fixture.ts';

const cycle = (transfers: TestTransfer[]) =>
  findCycle(graphOf(transfers), { first: 0, window: 10, chained: false });

/** Accounts that pay one another in a ring, one transfer per time step. */
const ring = (names: string): TestTransfer[] =>
  [...names].map((name, i) => [name, names[(i + 1) % names.length] ?? '', i]);

test('finds rings of three to eight accounts', () => {
  expect(cycle(ring('abc'))).toEqual([0, 1, 2]);
  expect(cycle(ring('abcdef'))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(cycle(ring('abcdefgh'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(cycle(ring('abcdefghi'))).toBeNull();
  // Back and forth is no cycle.
  expect(cycle(ring('ab'))).toBeNull();
});

test('money moves on at the same moment or later, and is back within the window', () => {
  expect(
    cycle([
      ['a', 'b', 4],
      ['b', 'c', 4],
      ['c', 'a', 4],
    ]),
  ).toEqual([0, 1, 2]);
  expect(
    cycle([
      ['a', 'b', 4],
      ['b', 'c', 3],
      ['c', 'a', 5],
    ]),
  ).toBeNull();
  expect(
    cycle([
      ['a', 'b', 0],
      ['b', 'c', 1],
      ['c', 'a', 10],
    ]),
  ).toEqual([0, 1, 2]);
  expect(
    cycle([
      ['a', 'b', 0],
      ['b', 'c', 1],
      ['c', 'a', 11],
    ]),
  ).toBeNull();
});

test('no account is visited twice on the way', () => {
  expect(
    cycle([
      ['a', 'b', 0],
      ['b', 'c', 1],
      ['c', 'b', 2],
      ['b', 'a', 3],
    ]),
  ).toBeNull();
  expect(
    cycle([
      ['a', 'b', 0],
      ['b', 'c', 1],
      ['c', 'd', 2],
      ['d', 'c', 3],
      ['c', 'a', 4],
    ]),
  ).toEqual([0, 1, 4]);
});

test('a way that leads nowhere leaves its accounts to the others', () => {
  // Too long a way to a over c, d, g, h and i; short enough over e alone.
  const transfers: TestTransfer[] = [
    ['a', 'b', 0],
    ['b', 'c', 1],
    ['c', 'd', 2],
    ['d', 'g', 3],
    ['g', 'h', 4],
    ['h', 'i', 4],
    ['i', 'e', 5],
    ['b', 'e', 6],
    ['e', 'f', 7],
    ['f', 'a', 8],
  ];
  expect(cycle(transfers)).toEqual([0, 7, 8, 9]);
});

test('a search gives up after 2,000 steps', () => {
  const wide = (count: number): TestTransfer[] => [
    ['a', 'b', 0],
    ...Array.from({ length: count }, (_, i): TestTransfer => ['b', `end${i}`, 1]),
    ['b', 'c', 2],
    ['c', 'a', 3],
  ];
  // The way back takes two more steps.
  expect(cycle(wide(1998))).toEqual([0, 1999, 2000]);
  expect(cycle(wide(1999))).toBeNull();
});

function cycles(transfers: TestTransfer[]) {
  const graph = graphOf(transfers);
  return [...findCycles(graph, { node: 0, window: 10, chance: chanceModel(graph) })];
}

test('a transfer passes on 80 to 105 % of the previous amount', () => {
  const chain = (amounts: number[]) =>
    findCycle(graphOf(ring('abc').map(([a, b, at], i) => [a, b, at, amounts[i]])), {
      first: 0,
      window: 10,
      chained: true,
    });
  expect(chain([100, 80, 64])).toEqual([0, 1, 2]);
  expect(chain([100, 105, 110])).toEqual([0, 1, 2]);
  expect(chain([100, 79, 79])).toBeNull();
  expect(chain([100, 100, 106])).toBeNull();
  expect(cycle(ring('abc'))).toEqual([0, 1, 2]);
});

test('cycles with amounts passed on come before another that comes back earlier', () => {
  const transfers: TestTransfer[] = [
    ['a', 'b', 0, 500],
    ['b', 'c', 1, 20],
    ['c', 'a', 2, 20],
    ['b', 'd', 3, 480],
    ['d', 'a', 4, 470],
    ['a', 'b', 5, 90],
    ['b', 'd', 6, 90],
    ['d', 'a', 7, 90],
  ];
  expect(cycles(transfers).map(({ rows }) => rows)).toEqual([
    [0, 3, 4],
    [5, 6, 7],
  ]);
  // If no amounts are passed on, the first transfer that comes back at all.
  const plain = transfers.map(([from, to, at]): TestTransfer => [from, to, at]);
  expect(cycles(plain).map(({ rows }) => rows)).toEqual([[0, 1, 2]]);
});

test('among busy accounts a cycle surprises less', () => {
  const others = Array.from({ length: 60 }, (_, i): TestTransfer => [`x${i}`, `y${i}`, 100 + i]);
  const busy = ['a', 'b', 'c'].flatMap((from) =>
    Array.from({ length: 9 }, (_, i): TestTransfer => [from, `z${i}`, 200 + i]),
  );
  const surprise = (more: TestTransfer[]) => cycles([...ring('abc'), ...more])[0]?.surprise ?? 0;
  expect(surprise(others)).toBeGreaterThan(surprise([...others, ...busy]) + 1);
});
