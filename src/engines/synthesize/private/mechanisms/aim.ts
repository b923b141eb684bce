import type { Mechanism } from '../../model/private-core.ts';
import { exponentialMechanism, varianceAtLeast } from '../discrete-gaussian.ts';
import { type Effort, type Estimate, estimate } from '../graphical/estimate.ts';
import { expectedCounts } from '../graphical/expected-counts.ts';
import { type Learned, networkModel } from '../graphical/network-model.ts';
import { addNoise, type PrivateTable, rhoOf, varianceOf } from '../private-table.ts';
import type { RandomIntegers } from '../random-integers.ts';
import {
  type Candidate,
  candidatesOf,
  countsOf,
  MAX_WEIGHT,
  openCandidates,
  promise,
} from './aim-candidates.ts';
import { measureColumns, type Released } from './measure-columns.ts';
import { measureTree } from './measure-tree.ts';

/** Maximum number of columns; with more pairs, every round would take too long. */
export const AIM_MOST_COLUMNS = 64;

/** Returns AIM up to its number of columns, which is public, and MST beyond. */
export const defaultMechanism = (columns: number): Mechanism =>
  columns <= AIM_MOST_COLUMNS ? 'AIM' : 'MST';

/**
 * Maximum memory in addition to the table and its codes. A model of 2^17 cells has no clique of
 * more than 17 columns, so at most 153 maps lead from each cell to the measurements (80 MB, twice
 * while a new estimate replaces the old), and cached exact counts take 32 MB.
 */
export const AIM_MEMORY = 256 * 2 ** 20;

export type AimSettings = {
  /** Maximum total cells of the model's cliques. */
  mostCells: number;
  /** Effort of the estimate after each round, and of the last one. */
  effort: Effort;
  lastEffort: Effort;
};

const SETTINGS: AimSettings = {
  mostCells: 2 ** 17,
  effort: { most: 1000, least: 25, work: 1e7 },
  lastEffort: { most: 4000, least: 100, work: 1e8 },
};

const COLUMNS_SHARE = 0.3;
const TREE_SHARE = 0.5;
/** Share of a round's budget for the measurement; the rest is for the choice. */
const MEASURE_SHARE = 0.9;
/** Number of initial rounds per column that would use up the budget. */
const ROUNDS_A_COLUMN = 16;
/** Margin for the rounding of sums. */
const NEARLY = 1 - 1e-9;
/** Mean absolute value of a standard normal variable. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI);

const distance = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0);

/**
 * Measures a table with AIM (McKenna, Mullins, Sheldon and Miklau, "AIM: an adaptive and iterative
 * mechanism for differentially private synthetic data", 2022) for the workload of all pairs. All
 * columns are measured first and their rare codes merged, then a tree of pairs as by MST with half
 * of the budget, so that every column is joined to another before the first round. In each round,
 * the exponential mechanism picks the column or pair with the largest model error beyond noise, it
 * is measured, and the model refitted. If a round changed less than its noise, the next ones get
 * four times the budget. Columns take 30 % of the budget, unlike the paper's share of first rounds,
 * since codes are merged by them. Noise is discrete Gaussian on integer counts; scores are integers.
 *
 * @param rho zCDP to spend on persons of at most `scale` units
 * @param random integers from a cryptographic source
 * @param pause called every few milliseconds with the share of the budget that is spent
 */
export function measureAim(
  original: PrivateTable,
  {
    rho,
    random,
    pause = () => {},
    settings = SETTINGS,
  }: {
    rho: number;
    random: RandomIntegers;
    pause?: ((share: number) => void) | undefined;
    settings?: AimSettings | undefined;
  },
): Released & { estimate: Estimate } {
  const d = original.sizes.length;
  const measured = measureColumns(original, d > 1 ? COLUMNS_SHARE * rho : NEARLY * rho, random);
  const { table, ...columns } = measured;
  const { scale, sizes } = table;
  const { total } = columns;
  const measurements = [...columns.measurements];
  let spent = columns.rho;
  const report = () => pause(spent / rho);
  if (d > 2) {
    const tree = measureTree(measured, { rho: TREE_SHARE * rho, random, pause: report });
    measurements.push(...tree.measurements);
    spent += tree.rho;
  }
  const candidates = candidatesOf(sizes, settings.mostCells);
  const openFor = openCandidates(candidates);
  const exact = countsOf(table);
  let model = estimate(sizes, { measurements, total, effort: settings.effort, pause: report });
  let round = (rho - spent) / (ROUNDS_A_COLUMN * d);
  for (let last = d === 1; !last; ) {
    const left = NEARLY * rho - spent;
    if (left < 2 * round) {
      round = left;
      last = true;
    }
    const microEpsilon = BigInt(Math.floor(Math.sqrt(8 * (1 - MEASURE_SHARE) * round) * 1e6));
    const variance = varianceAtLeast((scale * scale) / (2 * MEASURE_SHARE * round));
    const noise = MEAN_ABSOLUTE * Math.sqrt(varianceOf(variance));
    spent += (Number(microEpsilon) / 1e6) ** 2 / 8 + rhoOf(variance, scale);
    const room = Math.floor((settings.mostCells * spent) / rho);
    const open = openFor(model.tree, room, report);
    const scores = scoresOf(open, { model, exact, noise, pause: report });
    const chosen =
      open[exponentialMechanism(scores, { microEpsilon, sensitivity: MAX_WEIGHT * scale, random })];
    measurements.push({
      columns: chosen.columns,
      counts: addNoise(exact(chosen), variance, random),
      weights: new Float64Array(chosen.cells).fill(1),
      variance: varianceOf(variance),
    });
    const before = expectedOf(model, chosen);
    model = estimate(sizes, {
      measurements,
      total,
      effort: settings.effort,
      pause: report,
      before: model,
    });
    const moved = distance(before, expectedOf(model, chosen));
    if (moved <= noise * chosen.cells) round *= 4;
  }
  return { ...columns, sizes, measurements, rho: spent, estimate: model };
}

function scoresOf(
  open: readonly Candidate[],
  {
    model,
    exact,
    noise,
    pause,
  }: {
    model: Estimate;
    exact: (candidate: Candidate) => Float64Array;
    noise: number;
    pause: () => void;
  },
): number[] {
  const scores: number[] = new Array(open.length);
  expectedCounts(
    model,
    open.map(({ columns }) => columns),
    (i, expected) => {
      pause();
      scores[i] = promise(open[i], exact(open[i]), expected, noise);
    },
    pause,
  );
  return scores;
}

function expectedOf(model: Estimate, { columns }: Candidate): Float64Array {
  let counts = new Float64Array(0);
  expectedCounts(model, [columns], (_, expected) => {
    counts = expected as Float64Array<ArrayBuffer>;
  });
  return counts;
}

/** Measures a table round by round and returns the model fitted to the noisy counts. */
export function fitAim(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: (share: number) => void = () => {},
  settings: AimSettings = SETTINGS,
): Learned {
  const measured = measureAim(table, { rho, random, pause, settings });
  const { sizes, measurements, total, merged } = measured;
  const { tree, marginals } = estimate(sizes, {
    measurements,
    total,
    effort: settings.lastEffort,
    pause: () => pause(1),
    before: measured.estimate,
  });
  const model = networkModel(tree, marginals, total);
  return { model: { ...model, total: total / table.scale }, merged, rho: measured.rho };
}
