import { expect, test } from 'vitest';
import { chanceModel } from './chance-model.ts';
import { findScatterGather } from './find-scatter-gather.ts';
import { graphOf, type TestTransfer } from './graph-of.fixture.ts';

function patternsIn(transfers: TestTransfer[]) {
  const graph = graphOf(transfers);
  const out = [...(graph.outOf[0] ?? [])];
  const chance = chanceModel(graph);
  const pattern = findScatterGather(graph, { out, partners: 3, window: 10, chance });
  return pattern && { kind: pattern.kind, rows: pattern.rows };
}

const out = (names: string): TestTransfer[] => [...names].map((name) => ['source', name, 0]);
const onward = (names: string, sink: string, time: number): TestTransfer[] =>
  [...names].map((name) => [name, sink, time]);

test('several receivers who pay one account on are found, each row once', () => {
  expect(patternsIn([...out('abc'), ...onward('abc', 'sink', 5)])).toEqual({
    kind: 'scatter-gather',
    rows: [0, 3, 1, 4, 2, 5],
  });
  expect(patternsIn([...out('aabc'), ...onward('abc', 'sink', 5)])?.rows).toEqual([
    0, 4, 1, 2, 5, 3, 6,
  ]);
});

test('fewer than three in between are none', () => {
  expect(patternsIn([...out('ab'), ...onward('ab', 'sink', 5)])).toBeNull();
  expect(patternsIn([...out('abc'), ...onward('ab', 'sink', 5)])).toBeNull();
});

test('the money moves on at the same moment or later, within the window', () => {
  expect(patternsIn([...out('abc'), ...onward('abc', 'sink', 0)])?.rows).toHaveLength(6);
  expect(patternsIn([...out('abc'), ...onward('abc', 'sink', 10)])?.rows).toHaveLength(6);
  expect(patternsIn([...out('abc'), ...onward('abc', 'sink', 11)])).toBeNull();
  expect(
    patternsIn([...onward('abc', 'sink', -1), ...out('abc')].reverse() as TestTransfer[]),
  ).toBeNull();
});

test('what goes back to the source does not count', () => {
  expect(patternsIn([...out('abc'), ...onward('abc', 'source', 5)])).toBeNull();
});

test('of several sinks the one that most comes to is taken, the first of equal ones', () => {
  const two = [...out('abcd'), ...onward('abc', 's', 5), ...onward('abcd', 't', 6)];
  expect(patternsIn(two)?.rows).toEqual([0, 7, 1, 8, 2, 9, 3, 10]);
  const equal = [...out('abc'), ...onward('abc', 's', 5), ...onward('abc', 't', 6)];
  expect(patternsIn(equal)?.rows).toEqual([0, 3, 1, 4, 2, 5]);
});
