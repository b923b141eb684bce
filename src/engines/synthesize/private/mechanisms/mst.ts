import { exponentialMechanism, varianceAtLeast } from '../discrete-gaussian.ts';
import { estimate } from '../graphical/estimate.ts';
import { type Learned, networkModel } from '../graphical/network-model.ts';
import {
  addNoise,
  countCells,
  type Measurement,
  type PrivateTable,
  rhoOf,
  varianceOf,
} from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import { type MeasuredColumns, measureColumns, type Released } from './measure-columns.ts';

export type Edge = { a: number; b: number };

const EFFORT = { most: 2500, least: 2500, work: 0 };
const SHARES = { columns: 0.3, tree: 0.15, pairs: 0.55 };

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** Returns the non-negative counts with sum `total` nearest to the noisy ones by weight. */
function nearestCounts(measured: Measurement, total: number): Float64Array {
  const { counts, weights } = measured;
  const at = (lambda: number) =>
    counts.map((count, i) => Math.max(0, (weights[i] * count - lambda) / weights[i] ** 2));
  let low = -1;
  let high = 1;
  while (sum(at(low)) < total) low *= 2;
  while (sum(at(high)) > total) high *= 2;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) > total) low = middle;
    else high = middle;
  }
  return at((low + high) / 2);
}

/**
 * Measures a table with MST (McKenna, Miklau and Sheldon, "Winning the NIST contest", 2021): all
 * columns with one part of the budget, the tree of pairs by the exponential mechanism with another,
 * those pairs with the rest. Noise is discrete Gaussian on integer counts. Everything after the
 * noise is post-processing.
 *
 * @param rho zCDP to spend on persons of at most `scale` units
 * @param random integers from a cryptographic source
 */
export function measureMst(
  original: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): Released {
  const d = original.sizes.length;
  const columns = measureColumns(original, d > 1 ? SHARES.columns * rho : rho, random);
  const { table, ...released } = columns;
  if (d === 1) return { ...released, sizes: table.sizes };
  const { scale } = table;
  const microEpsilon = BigInt(Math.floor(Math.sqrt((8 * SHARES.tree * rho) / (d - 1)) * 1e6));
  const edges = selectTree(columns, microEpsilon, random, pause);
  const variance = varianceAtLeast(((d - 1) * scale * scale) / (2 * SHARES.pairs * rho));
  const pairs = edges.map(({ a, b }): Measurement => {
    const counts = addNoise(countCells(table, [a, b]), variance, random);
    const weights = new Float64Array(counts.length).fill(1);
    return { columns: [a, b], counts, weights, variance: varianceOf(variance) };
  });
  return {
    ...released,
    sizes: table.sizes,
    measurements: [...columns.measurements, ...pairs],
    rho: columns.rho + (d - 1) * ((Number(microEpsilon) / 1e6) ** 2 / 8 + rhoOf(variance, scale)),
  };
}

/** Measures a table and fits the tree distribution to the noisy counts. */
export function fitMst(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): Learned {
  const { sizes, measurements, total, merged, rho: spent } = measureMst(table, rho, random, pause);
  const { tree, marginals } = estimate(sizes, { measurements, total, effort: EFFORT, pause });
  const model = networkModel(tree, marginals, total);
  return { model: { ...model, total: total / table.scale }, merged, rho: spent };
}

/** Selects the tree of pairs: Kruskal's algorithm with the exponential mechanism. */
function selectTree(
  { table, measurements, total }: MeasuredColumns,
  microEpsilon: bigint,
  random: RandomIntegers,
  pause: () => void,
): Edge[] {
  const { sizes } = table;
  const d = sizes.length;
  const expected = measurements.map((measured) => nearestCounts(measured, total));
  const pairs: (Edge & { score: number })[] = [];
  for (let a = 0; a < d; a++) {
    for (let b = a + 1; b < d; b++) {
      pause();
      const counts = countCells(table, [a, b]);
      let score = 0;
      // Round the independent estimate, so that scores are integers and one person moves them by
      // `scale`.
      for (let i = 0; i < counts.length; i++) {
        const independent =
          (expected[a][Math.floor(i / sizes[b])] * expected[b][i % sizes[b]]) / total;
        score += Math.abs(counts[i] - Math.round(independent));
      }
      pairs.push({ a, b, score });
    }
  }
  return dpKruskal({ columns: d, pairs, microEpsilon, sensitivity: table.scale, random });
}

/** Runs d - 1 rounds; each picks privately among the pairs that connect two parts of the forest. */
export function dpKruskal({
  columns,
  pairs,
  microEpsilon,
  sensitivity,
  random,
}: {
  columns: number;
  pairs: readonly (Edge & { score: number })[];
  microEpsilon: bigint;
  sensitivity: number;
  random: RandomIntegers;
}): Edge[] {
  const part = Int32Array.from({ length: columns }, (_, c) => c);
  const chosen: Edge[] = [];
  while (chosen.length < columns - 1) {
    const joining = pairs.filter(({ a, b }) => part[a] !== part[b]);
    const scores = joining.map((pair) => pair.score);
    const { a, b } = joining[exponentialMechanism(scores, { microEpsilon, sensitivity, random })];
    chosen.push({ a, b });
    const from = part[b];
    const to = part[a];
    for (let c = 0; c < columns; c++) if (part[c] === from) part[c] = to;
  }
  return chosen;
}
