import { expect, test } from 'vitest';
import { busiestWindow } from './busiest-window.ts';
import { graphOf } from './graph-of.fixture.ts';

function busiest(payments: [payer: string, time: number][]): number[] {
  const graph = graphOf(payments.map(([payer, time]) => [payer, 'hub', time]));
  const rows = graph.into[graph.names.indexOf('hub')] ?? new Uint32Array(0);
  return busiestWindow(graph, { rows, partner: graph.from, window: 5 });
}

test('takes the window with the most different partners, not the most rows', () => {
  expect(
    busiest([
      ['a', 0],
      ['a', 1],
      ['a', 2],
      ['b', 20],
      ['c', 21],
    ]),
  ).toEqual([3, 4]);
});

test('takes the first of windows that are equal, and both ends of its time', () => {
  expect(
    busiest([
      ['a', 0],
      ['b', 5],
      ['c', 20],
      ['d', 21],
    ]),
  ).toEqual([0, 1]);
  expect(
    busiest([
      ['a', 0],
      ['b', 6],
    ]),
  ).toEqual([0]);
});

test('counts a partner for as long as one of its rows is in the window', () => {
  // The first row of a leaves when b comes, the second stays.
  expect(
    busiest([
      ['a', 0],
      ['a', 1],
      ['b', 6],
    ]),
  ).toEqual([1, 2]);
  // By then both have left.
  expect(
    busiest([
      ['a', 0],
      ['a', 1],
      ['b', 6],
      ['c', 20],
      ['d', 21],
    ]),
  ).toEqual([1, 2]);
  expect(
    busiest([
      ['a', 0],
      ['b', 6],
      ['c', 7],
      ['d', 20],
      ['e', 21],
    ]),
  ).toEqual([1, 2]);
});

test('an account without rows has none', () => {
  const graph = graphOf([['a', 'b', 0]]);
  const rows = new Uint32Array(0);
  expect(busiestWindow(graph, { rows, partner: graph.to, window: 5 })).toEqual([]);
});
