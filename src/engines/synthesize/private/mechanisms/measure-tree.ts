import { exponentialMechanism, varianceAtLeast } from '../discrete-gaussian.ts';
import { addNoise, countCells, type Measurement, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import type { MeasuredColumns } from './measure-columns.ts';

export type Edge = { a: number; b: number };

/** Share of the budget for the choice of pairs; the rest measures them. */
const CHOICE_SHARE = 0.15 / 0.7;

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
 * Measures a tree of pairs that connects all columns, as MST does: the pairs by the exponential
 * mechanism, then their counts with discrete Gaussian noise.
 *
 * @param rho zCDP to spend on persons of at most the table's `scale` units
 * @returns the pairs' counts; `rho` is what was spent
 */
export function measureTree(
  columns: MeasuredColumns,
  { rho, random, pause }: { rho: number; random: RandomIntegers; pause: () => void },
): { measurements: Measurement[]; rho: number } {
  const { table } = columns;
  const { scale, sizes } = table;
  const edges = sizes.length - 1;
  const microEpsilon = BigInt(Math.floor(Math.sqrt((8 * CHOICE_SHARE * rho) / edges) * 1e6));
  const variance = varianceAtLeast((edges * scale * scale) / (2 * (1 - CHOICE_SHARE) * rho));
  const measurements = selectTree(columns, microEpsilon, random, pause).map(
    ({ a, b }): Measurement => {
      const counts = addNoise(countCells(table, [a, b]), variance, random);
      const weights = new Float64Array(counts.length).fill(1);
      return { columns: [a, b], counts, weights, variance: varianceOf(variance) };
    },
  );
  return {
    measurements,
    rho: edges * ((Number(microEpsilon) / 1e6) ** 2 / 8 + rhoOf(variance, scale)),
  };
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
