import { expect, it } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { accuracy } from './accuracy.ts';
import type { BinnedColumn } from './accuracy-bins.ts';
import { coverTriples } from './cover-triples.ts';

it.each([3, 4, 7, 20])('covers each triple of %i columns once', (columns) => {
  const seen = coverTriples(columns, () => true).flatMap(({ columns: four, triples }) =>
    triples.map((triple) => {
      expect(triple.every((column) => four.includes(column))).toBe(true);
      return triple.toSorted((a, b) => a - b).join();
    }),
  );
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBe((columns * (columns - 1) * (columns - 2)) / 6);
});

it.each([3, 5])('counts triples of %i columns as one would by hand', (columns) => {
  const stream = streamFor(1n, 0, 0);
  const rows = 300;
  const bins = Array.from({ length: columns }, (_, i): BinnedColumn => {
    const size = 2 + i;
    const codes = [0, 1].map(() => Uint8Array.from({ length: rows }, () => stream.below(size)));
    const counts = codes.map((list) =>
      Uint32Array.from(
        { length: size },
        (_, code) => list.filter((value) => value === code).length,
      ),
    );
    return { name: `c${i}`, size, codes, counts, labels: [] };
  });
  const shares = (side: number, triple: BinnedColumn[]) => {
    const counts = new Map<string, number>();
    for (let row = 0; row < rows; row++) {
      const key = triple.map(({ codes }) => codes[side][row]).join();
      counts.set(key, (counts.get(key) ?? 0) + 1 / rows);
    }
    return counts;
  };
  const scores: number[] = [];
  for (let i = 0; i < columns; i++)
    for (let j = i + 1; j < columns; j++)
      for (let k = j + 1; k < columns; k++) {
        const triple = [bins[i], bins[j], bins[k]];
        const [a, b] = [shares(0, triple), shares(1, triple)];
        const keys = new Set([...a.keys(), ...b.keys()]);
        let sum = 0;
        for (const key of keys) sum += Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0));
        scores.push(1 - sum / 2);
      }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  expect(accuracy(bins, { seed: 1n }).trivariate).toBeCloseTo(mean, 12);
});
