import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { drawEvenly } from './draw-evenly.ts';

test('each 32 rows of a leaf have one number in each 32nd, in any order; the rest share it', () => {
  const rows = Uint32Array.from({ length: 75 }, (_, i) => 2 * i + 1);
  const drawOf = new Float64Array(200).fill(-1);
  drawEvenly(rows, drawOf, streamFor(1n, 0, 0));
  for (const [from, size] of [
    [0, 32],
    [32, 32],
    [64, 11],
  ] as const) {
    const draws = Array.from(rows.subarray(from, from + size), (row) => drawOf[row]!);
    expect(draws.map((draw) => Math.floor(draw * size)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: size }, (_, i) => i),
    );
    expect(draws.toSorted((a, b) => a - b)).not.toEqual(draws);
  }
  expect(drawOf.filter((draw) => draw === -1)).toHaveLength(200 - rows.length);
});

test('a row alone is uniform', () => {
  const first = Array.from({ length: 2000 }, (_, i) => {
    const drawOf = new Float64Array(40);
    drawEvenly(
      Uint32Array.from({ length: 40 }, (__, row) => row),
      drawOf,
      streamFor(7n, i, 0),
    );
    return drawOf[0]!;
  });
  for (const at of [0.1, 0.5, 0.9]) {
    const below = first.filter((draw) => draw < at).length / first.length;
    expect(Math.abs(below - at)).toBeLessThan(4 * Math.sqrt((at * (1 - at)) / first.length));
  }
});
