import { expect, test } from 'vitest';
import { chanceModel } from './chance-model.ts';
import { findLayers } from './find-layers.ts';
import { graphOf, type TestTransfer } from './graph-of.fixture.ts';

function layersOf(graph: ReturnType<typeof graphOf>, out: number[]) {
  const layers = findLayers(graph, { out, window: 10, chance: chanceModel(graph) });
  return layers && { kind: layers.kind, rows: layers.rows };
}

function layerPatterns(transfers: TestTransfer[]) {
  const graph = graphOf(transfers);
  return layersOf(graph, [...(graph.outOf[0] ?? [])]);
}

const all = (payers: string, receivers: string, time: number): TestTransfer[] =>
  [...payers].flatMap((payer) =>
    [...receivers].map((receiver): TestTransfer => [payer, receiver, time]),
  );

test('two payers of the same two receivers are bipartite', () => {
  expect(layerPatterns(all('pq', 'rs', 0))).toEqual({ kind: 'bipartite', rows: [0, 1, 2, 3] });
});

test('one receiver or one payer in common is nothing', () => {
  expect(layerPatterns([...all('p', 'rs', 0), ...all('q', 'r', 1)])).toBeNull();
  expect(layerPatterns(all('p', 'rs', 0))).toBeNull();
  // Two pairs that share one receiver each with the first payer.
  expect(
    layerPatterns([...all('p', 'rs', 0), ...all('q', 'r', 1), ...all('t', 's', 1)]),
  ).toBeNull();
  // Two payers who share one receiver with a payer of three.
  expect(
    layerPatterns([...all('p', 'rst', 0), ...all('q', 'r', 1), ...all('u', 'r', 1)]),
  ).toBeNull();
});

test('payers and receivers that the others do not share are left out', () => {
  const transfers = [...all('p', 'rsx', 0), ...all('q', 'rs', 1), ...all('t', 'r', 1)];
  expect(layerPatterns(transfers)).toEqual({ kind: 'bipartite', rows: [0, 1, 3, 4] });
  // q shares r and s with the first payer, t shares r and x.
  const overlap = [...all('p', 'rsx', 0), ...all('q', 'rs', 1), ...all('t', 'rx', 1)];
  expect(layerPatterns(overlap)?.rows).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('the others pay within the window before and after', () => {
  const late = (time: number) => layerPatterns([...all('p', 'rs', 0), ...all('q', 'rs', time)]);
  expect(late(10)).not.toBeNull();
  expect(late(11)).toBeNull();
  const early = (time: number) => {
    const graph = graphOf([...all('q', 'rs', time), ...all('p', 'rs', 0)]);
    return layersOf(graph, [2, 3]);
  };
  expect(early(-10)).not.toBeNull();
  expect(early(-11)).toBeNull();
});

test('receivers who pay two accounts on together make a stack', () => {
  const two = [...all('pq', 'rs', 0), ...all('rs', 'tu', 5)];
  expect(layerPatterns(two)).toEqual({ kind: 'stack', rows: [0, 1, 2, 3, 4, 5, 6, 7] });
  // One account that both pay is not enough; one that a single receiver pays is left out.
  expect(layerPatterns([...all('pq', 'rs', 0), ...all('rs', 't', 5)])?.kind).toBe('bipartite');
  expect(layerPatterns([...all('pq', 'rs', 0), ...all('r', 'tu', 5)])?.kind).toBe('bipartite');
  expect(layerPatterns([...two, ...all('r', 'x', 5)])?.rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  // Paid on within two windows of the first payment.
  expect(layerPatterns([...all('pq', 'rs', 0), ...all('rs', 'tu', 20)])?.kind).toBe('stack');
  expect(layerPatterns([...all('pq', 'rs', 0), ...all('rs', 'tu', 21)])?.kind).toBe('bipartite');
});

test('a receiver that more than 2,000 rows reach within the time is not followed', () => {
  const crowd = (count: number): TestTransfer[] => [
    ...all('pq', 'rs', 0),
    ...Array.from({ length: count }, (_, i): TestTransfer => [`c${i}`, 'r', 5]),
  ];
  // r has two payments besides the crowd's.
  expect(layerPatterns(crowd(1998))?.rows).toEqual([0, 1, 2, 3]);
  expect(layerPatterns(crowd(1999))).toBeNull();
});
