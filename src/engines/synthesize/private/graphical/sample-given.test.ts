import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import type { NetworkModel } from '../../model/private-core.ts';
import { sampleGiven } from './sample-given.ts';

/** Tree 0 -> 1 -> 2 of two codes each, and 0 -> 3. */
const TREE: NetworkModel = {
  sizes: Int32Array.of(2, 2, 2, 2),
  total: 100,
  order: Int32Array.of(0, 1, 2, 3),
  parents: [Int32Array.of(), Int32Array.of(0), Int32Array.of(1), Int32Array.of(0)],
  conditional: [
    Float64Array.of(0.3, 0.7),
    Float64Array.of(0.9, 0.1, 0.2, 0.8),
    Float64Array.of(0.6, 0.4, 0.25, 0.75),
    Float64Array.of(0.5, 0.5, 1, 0),
  ],
};

const chanceOf = (codes: readonly number[]): number =>
  TREE.sizes.reduce((product, size, column) => {
    const above = TREE.parents[column][0];
    const from = above === undefined ? 0 : codes[above] * size;
    return product * TREE.conditional[column][from + codes[column]];
  }, 1);

const BITS = [0, 1];
const ALL = BITS.flatMap((a) =>
  BITS.flatMap((b) => BITS.flatMap((c) => BITS.map((d) => [a, b, c, d]))),
);

test.each([[{ 2: 1 }], [{ 1: 0, 3: 1 }], [{ 0: 1 }], [{ 2: 0, 3: 0 }]] as Record<
  number,
  number
>[][])('rows given %j have the shares of the joint distribution', (known) => {
  const rows = 20_000;
  const evidence = new Map(
    Object.entries(known).map(([column, code]) => [
      Number(column),
      new Uint8Array(rows).fill(code),
    ]),
  );
  const drawn = sampleGiven(TREE, { rows, evidence, stream: streamFor(3n, 0, 0) });
  const fits = (codes: readonly number[]) =>
    Object.entries(known).every(([column, code]) => codes[Number(column)] === code);
  const whole = ALL.filter(fits).reduce((sum, codes) => sum + chanceOf(codes), 0);
  for (const codes of ALL) {
    let count = 0;
    for (let row = 0; row < rows; row++)
      if (codes.every((code, column) => drawn[column][row] === code)) count++;
    const expected = fits(codes) ? chanceOf(codes) / whole : 0;
    // Five standard deviations of a share.
    expect(Math.abs(count / rows - expected)).toBeLessThanOrEqual(
      5 * Math.sqrt((expected * (1 - expected)) / rows),
    );
  }
});

test('codes that the network rules out together stay as given', () => {
  const evidence = new Map([
    [0, Uint8Array.of(1)],
    [3, Uint8Array.of(1)],
  ]);
  const drawn = sampleGiven(TREE, { rows: 1, evidence, stream: streamFor(3n, 0, 0) });
  expect([drawn[0][0], drawn[3][0]]).toEqual([1, 1]);
});

test('a column of two parents is refused', () => {
  const parents = [...TREE.parents.slice(0, 3), Int32Array.of(0, 1)];
  const request = { rows: 1, evidence: new Map(), stream: streamFor(3n, 0, 0) };
  expect(() => sampleGiven({ ...TREE, parents }, request)).toThrow('one parent per column');
});
