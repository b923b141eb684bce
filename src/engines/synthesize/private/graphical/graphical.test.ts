import { describe, expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { countCells, type Measurement } from '../private-table.ts';
import { calibrate, cellMap, cliqueTree, cliqueWith, marginalOf, project } from './clique-tree.ts';
import { estimate } from './estimate.ts';
import { expectedCounts } from './expected-counts.ts';
import { networkModel } from './network-model.ts';
import { sampleNetwork } from './sample-network.ts';

/** Domain and column sets of private-pgm's tests of its marginal oracles. */
const SIZES = [2, 3, 4, 5];
const SETS: [string, number[][]][] = [
  [
    'ab bc cd',
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  ],
  ['a ab bc ac bd', [[0], [0, 1], [1, 2], [0, 2], [1, 3]]],
  [
    'ab ad',
    [
      [0, 1],
      [0, 3],
    ],
  ],
  ['abcd', [[0, 1, 2, 3]]],
  ['d', [[3]]],
  [
    'ab bc cd ad: a circle',
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 3],
    ],
  ],
];
const ALL = [0, 1, 2, 3];
const TOTAL = 50;

/** Builds random potentials and their full table, cell by cell. */
function bruteForce(sets: readonly number[][]) {
  const stream = streamFor(3n, 0, 0);
  const tree = cliqueTree(SIZES, sets);
  const factors = sets.map((columns) => {
    const cells = columns.reduce((n, c) => n * SIZES[c], 1);
    return { columns, values: Float64Array.from({ length: cells }, () => 4 * stream.float() - 2) };
  });
  const potentials = tree.cliques.map(({ cells }) => new Float64Array(cells));
  const whole = new Float64Array(120);
  for (const { columns, values } of factors) {
    const clique = cliqueWith(tree, columns);
    cellMap(SIZES, tree.cliques[clique].columns, columns).forEach((at, i) => {
      potentials[clique][i] += values[at];
    });
    cellMap(SIZES, ALL, columns).forEach((at, i) => {
      whole[i] += values[at];
    });
  }
  const shares = whole.map(Math.exp);
  const sum = shares.reduce((a, b) => a + b, 0);
  const marginals = tree.cliques.map(({ cells }) => new Float64Array(cells));
  expect(calibrate(tree, { potentials, total: TOTAL, out: marginals })).toBe(true);
  return { tree, marginals, truth: shares.map((share) => (share * TOTAL) / sum) };
}

const over = (truth: Float64Array, columns: readonly number[]) =>
  project(
    truth,
    cellMap(SIZES, ALL, columns),
    columns.reduce((n, c) => n * SIZES[c], 1),
  );

const expectClose = (a: Float64Array, b: Float64Array, digits: number) => {
  expect(a.length).toBe(b.length);
  a.forEach((value, i) => {
    expect(value).toBeCloseTo(b[i], digits);
  });
};

describe.each(SETS)('cliques of %s', (_, sets) => {
  test('marginals are those of the whole table, in a clique and across', () => {
    const { tree, marginals, truth } = bruteForce(sets);
    for (const columns of sets) expect(cliqueWith(tree, columns)).toBeGreaterThanOrEqual(0);
    tree.cliques.forEach(({ columns }, k) => {
      expectClose(marginals[k], over(truth, columns), 9);
    });
    const pairs = ALL.flatMap((a) => ALL.filter((b) => b > a).map((b) => [a, b]));
    const columnSets = [...ALL.map((a) => [a]), ...pairs];
    const seen: number[] = [];
    expectedCounts({ tree, marginals }, columnSets, (i, counts) => {
      seen.push(i);
      expectClose(counts, over(truth, columnSets[i]), 9);
    });
    expect(seen.sort((a, b) => a - b)).toEqual([...columnSets.keys()]);
  });

  test('each column given those before it comes to the whole table again', () => {
    const { tree, marginals, truth } = bruteForce(sets);
    const { order, parents, conditional } = networkModel(tree, marginals, TOTAL);
    const whole = new Float64Array(120).fill(TOTAL);
    const before = new Set<number>();
    for (const column of order) {
      expect([...parents[column]].every((parent) => before.has(parent))).toBe(true);
      before.add(column);
      const rows = cellMap(SIZES, ALL, [...parents[column]]);
      const codes = cellMap(SIZES, ALL, [column]);
      whole.forEach((_value, i) => {
        whole[i] *= conditional[column][rows[i] * SIZES[column] + codes[i]];
      });
    }
    expectClose(whole, truth, 9);
  });
});

test('no potentials: every cell is as likely as the others', () => {
  const tree = cliqueTree(SIZES, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  const tables = () => tree.cliques.map(({ cells }) => new Float64Array(cells));
  const marginals = tables();
  calibrate(tree, { potentials: tables(), total: 120, out: marginals });
  tree.cliques.forEach(({ cells }, k) => {
    expectClose(marginals[k], new Float64Array(cells).fill(120 / cells), 9);
  });
});

/** Builds columns in a cycle: each often repeats the previous one, and the last the first. */
function circle(rows: number, seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  const codes = SIZES.map(() => new Uint8Array(rows));
  for (let row = 0; row < rows; row++) {
    let code = stream.below(2);
    SIZES.forEach((size, c) => {
      if (stream.float() < 0.4) code = stream.below(size);
      codes[c][row] = code;
    });
    if (stream.float() < 0.3) codes[3][row] = codes[0][row];
  }
  return { codes, sizes: SIZES, weights: null, scale: 1 };
}

test('counts without noise are met: pairs in a circle, within 1 of 2,000 rows', () => {
  const table = circle(2000, 5n);
  const sets = [[0], [1], [2], [3], [0, 1], [1, 2], [2, 3], [0, 3]];
  const measurements = sets.map((columns): Measurement => {
    const counts = countCells(table, columns);
    return { columns, counts, weights: new Float64Array(counts.length).fill(1), variance: 1 };
  });
  const effort = { most: 2000, least: 2000, work: 0 };
  const estimated = estimate(SIZES, { measurements, total: 2000, effort });
  for (const { columns, counts } of measurements) {
    const clique = cliqueWith(estimated.tree, columns);
    const own = marginalOf(estimated.tree, { clique, cells: estimated.marginals[clique], columns });
    own.forEach((value, i) => {
      expect(Math.abs(value - counts[i])).toBeLessThan(1);
    });
  }
});

test('rows drawn follow the model: clique by clique but for rounding, and as a whole but for chance', () => {
  const { tree, truth, marginals } = bruteForce([
    [0, 1],
    [1, 2],
    [0, 2],
    [2, 3],
  ]);
  const model = networkModel(tree, marginals, TOTAL);
  const rows = 60_000;
  const codes = sampleNetwork(model, { rows, stream: streamFor(9n, 0, 0) });
  const table = { codes, sizes: SIZES, weights: null, scale: 1 };
  const expected = (cells: Float64Array) => cells.map((value) => (value * rows) / TOTAL);
  // Rounding moves a cell by less than one for each column on its path, at most four.
  for (const columns of [
    [0, 1, 2],
    [2, 3],
  ]) {
    const counts = countCells(table, columns);
    expected(over(truth, columns)).forEach((value, i) => {
      expect(Math.abs(counts[i] - value)).toBeLessThan(4);
    });
  }
  const whole = countCells(table, ALL);
  expected(truth).forEach((value, i) => {
    expect(Math.abs(whole[i] - value)).toBeLessThan(4 + 4 * Math.sqrt(value));
  });
});

test('rounding favours no cell: over many small draws each comes as often as it should', () => {
  const conditional = [Float64Array.of(0.05, 0.15, 0.35, 0.45)];
  const onlyField = Int32Array.of(0);
  const model = {
    sizes: Int32Array.of(4),
    total: 3,
    order: onlyField,
    parents: [new Int32Array(0)],
    conditional,
  };
  const counts = new Float64Array(4);
  const stream = streamFor(2n, 0, 0);
  const draws = 20_000;
  for (let i = 0; i < draws; i++)
    for (const code of sampleNetwork(model, { rows: 3, stream })[0]) counts[code]++;
  // Four standard deviations of the mean of a count that is off by less than one.
  conditional[0].forEach((share, code) => {
    expect(Math.abs(counts[code] / draws - 3 * share)).toBeLessThan((4 * 0.5) / Math.sqrt(draws));
  });
});
