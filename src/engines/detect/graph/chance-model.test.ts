import { expect, test } from 'vitest';
import { chanceModel } from './chance-model.ts';
import { graphOf } from './graph-of.fixture.ts';

const graph = graphOf([
  ['a', 'b', 0, 10],
  ['a', 'b', 10, 100],
  ['c', 'b', 20, 100],
  ['c', 'a', 30, 1000],
]);
const chance = chanceModel(graph);
const range = { low: 2, high: 2.5 };

test('the share of the other transfers in a stretch of time, and of amounts, plus one', () => {
  expect(chance.shareOf({ first: 0, last: 10 }, [])).toBeCloseTo(3 / 5, 12);
  expect(chance.shareOf({ first: 0, last: 10 }, [1])).toBeCloseTo(2 / 4, 12);
  // A row outside the interval still reduces the total by one.
  expect(chance.shareOf({ first: 0, last: 10 }, [3])).toBeCloseTo(3 / 4, 12);
  expect(chance.shareOf({ first: 0, last: 10, range }, [])).toBeCloseTo((3 / 5) * (3 / 5), 12);
  expect(chance.shareOf({ first: 0, last: 30 }, [])).toBe(1);
});

test('ignores an amount range without amounts', () => {
  const plain = chanceModel({ ...graph, sizes: null });
  expect(plain.shareOf({ first: 0, last: 10, range }, [])).toBeCloseTo(3 / 5, 12);
});

test('accounts pay each other as often as their transfers out and in make it', () => {
  const [a, b, c] = [0, 1, 2];
  // Two out of a, three into b, four in total.
  expect(chance.expectedTransfers(a, b)).toBeCloseTo((2 * 3) / 4, 12);
  expect(chance.expectedTransfers(b, c)).toBe(0);
  expect(chance.span).toBe(30);
});
