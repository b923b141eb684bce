import { describe, expect, test } from 'vitest';
import { shuffle } from '../../../random/shuffle.ts';
import { streamFor } from '../../../random/stream.ts';
import { sampleNetwork, unmerge } from '../graphical/sample-network.ts';
import { countCells, type PrivateTable } from '../private-table.ts';
import { randomIntegers } from '../random-integers.ts';
import { fitAim, measureAim } from './aim.ts';
import { candidatesOf, MAX_WEIGHT, promise } from './aim-candidates.ts';
import { pairVariation } from './pair-variation.ts';

function seeded(seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  return randomIntegers((length) => Uint8Array.from({ length }, () => stream.below(256)));
}

/** Builds columns in a cycle: each often repeats the previous one, the last also the first. */
function circle(columns: number, size: number, rows: number): PrivateTable {
  const stream = streamFor(4n, 0, 0);
  const codes = Array.from({ length: columns }, () => new Uint8Array(rows));
  for (let row = 0; row < rows; row++) {
    let code = stream.below(size);
    for (const column of codes) {
      if (stream.float() < 0.3) code = stream.below(size);
      column[row] = code;
    }
    if (stream.float() < 0.5) codes[columns - 1][row] = codes[0][row];
  }
  return { codes, sizes: codes.map(() => size), weights: null, scale: 1 };
}

describe('what AIM spends', () => {
  test.each([0.001, 0.02, 0.5, 2])(
    'of rho %d: all of it and no more, by the noise drawn',
    (rho) => {
      const table = circle(5, 6, 800);
      const { measurements, rho: spent } = measureAim(table, { rho, random: seeded(1n) });
      expect(spent).toBeLessThanOrEqual(rho);
      expect(spent).toBeGreaterThan(0.999 * rho);
      // Each round spends nine parts on noise and one on the choice, the tree 55 and 15; columns are
      // measured in one step.
      const cost = ({ variance }: { variance: number }) => 1 / (2 * variance);
      const costOf = (from: number, to?: number) =>
        measurements.slice(from, to).reduce((sum, measurement) => sum + cost(measurement), 0);
      const [columns, tree, rounds] = [costOf(0, 5), costOf(5, 9) / (0.55 / 0.7), costOf(9) / 0.9];
      // The choice's epsilon is rounded down to a millionth, so this may be slightly higher.
      expect(columns + tree + rounds).toBeLessThanOrEqual(rho * (1 + 1e-4));
      expect(columns + tree + rounds).toBeGreaterThan(0.99 * rho);
      expect(columns).toBeCloseTo(0.3 * rho, 2);
      expect(tree).toBeCloseTo(0.5 * rho, 2);
    },
  );

  test('one column alone gets all of it', () => {
    const table = circle(1, 6, 800);
    const { measurements, rho } = measureAim(table, { rho: 0.1, random: seeded(1n) });
    expect(measurements).toHaveLength(1);
    expect(rho).toBeLessThanOrEqual(0.1);
    expect(rho).toBeGreaterThan(0.0999);
  });
});

test('one person moves no score by more than what the mechanism allows for', () => {
  const stream = streamFor(8n, 0, 0);
  const sizes = [3, 4, 5];
  const scale = 12;
  let most = 0;
  for (let trial = 0; trial < 300; trial++) {
    const rows = 20;
    const codes = sizes.map((size) =>
      Uint8Array.from({ length: rows + 3 }, () => stream.below(size)),
    );
    // The last three rows belong to one person and share one weight.
    const weights = Int32Array.from({ length: rows + 3 }, (_, row) =>
      row < rows ? scale : scale / 3,
    );
    const table = { codes, sizes, weights, scale };
    const without = { ...table, weights: weights.map((w, row) => (row < rows ? w : 0)) };
    for (const candidate of candidatesOf(sizes, 1000)) {
      const expected = Float64Array.from(
        { length: candidate.cells },
        () => 9 * scale * stream.float(),
      );
      const of = (data: PrivateTable) =>
        promise(candidate, countCells(data, candidate.columns), expected, 3.7);
      most = Math.max(most, Math.abs(of(table) - of(without)));
      expect(Number.isSafeInteger(of(table))).toBe(true);
    }
  }
  expect(most).toBeLessThanOrEqual(MAX_WEIGHT * scale);
  expect(most).toBe(MAX_WEIGHT * scale);
});

test('where three columns belong together the error is a twentieth of that of columns alone', () => {
  // The bound and rho 5 are from dpsynth's test of its AIM.
  const table = circle(3, 4, 20_000);
  const { model, merged } = fitAim(table, 5, seeded(2n));
  const sampled = sampleNetwork(model, { rows: 20_000, stream: streamFor(1n, 0, 0) }).map(
    (column, c) => unmerge(column, merged[c], streamFor(1n, 1, 0)),
  );
  const stream = streamFor(2n, 0, 0);
  const alone = table.codes.map((column) => shuffle(column.slice(), stream));
  const error = pairVariation(table.codes, sampled, table.sizes);
  expect(error).toBeLessThan(0.05 * pairVariation(table.codes, alone, table.sizes));
});

test('pairs in a circle are all measured, which no tree can hold; the model stays within its cells', () => {
  const table = circle(6, 8, 20_000);
  const settings = {
    mostCells: 2500,
    effort: { most: 100, least: 100, work: 0 },
    lastEffort: { most: 100, least: 100, work: 0 },
  };
  const { measurements, estimate } = measureAim(table, {
    rho: 5,
    random: seeded(3n),
    pause: () => {},
    settings,
  });
  const pairs = new Set(
    measurements.filter((m) => m.columns.length === 2).map((m) => m.columns.join()),
  );
  for (const pair of ['0,1', '1,2', '2,3', '3,4', '4,5', '0,5']) expect(pairs).toContain(pair);
  const cells = estimate.tree.cliques.reduce((sum, clique) => sum + clique.cells, 0);
  expect(cells).toBeLessThanOrEqual(2500);
  // Four cliques of three columns cover a cycle of six.
  expect(Math.max(...estimate.tree.cliques.map((clique) => clique.columns.length))).toBe(3);
});
