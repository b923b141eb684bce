import type { Measurement } from '../private-table.ts';
import { type CliqueTree, calibrate, cellMap, cliqueTree, cliqueWith } from './clique-tree.ts';

/** All measurements of a set of columns, as one weighted sum of squares. */
type Target = {
  columns: readonly number[];
  /** Loss of a cell: half of `precision` times its squared count, minus `pull` times its count. */
  precision: Float64Array;
  pull: Float64Array;
  /** Logarithm of the estimate's factor for each cell. */
  potential: Float64Array;
};

/** Distribution fitted to noisy counts; can be continued with more measurements. */
export type Estimate = {
  tree: CliqueTree;
  marginals: Float64Array[];
  total: number;
  potentials: ReadonlyMap<string, Float64Array>;
};

/** Log-difference from its best neighbor at which a cell has no rows. */
const DEEPEST = 60;

/** Limits of an estimate: iterations, or the total number of cells processed if that is less. */
export type Effort = { most: number; least: number; work: number };

function targetsOf(
  measurements: readonly Measurement[],
  potentials: ReadonlyMap<string, Float64Array>,
): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const { columns, counts, weights, variance } of measurements) {
    const key = columns.join();
    const target = targets.get(key) ?? {
      columns,
      precision: new Float64Array(counts.length),
      pull: new Float64Array(counts.length),
      potential: potentials.get(key) ?? new Float64Array(counts.length),
    };
    for (let i = 0; i < counts.length; i++) {
      target.precision[i] += weights[i] ** 2 / variance;
      target.pull[i] += (weights[i] * counts[i]) / variance;
    }
    targets.set(key, target);
  }
  return targets;
}

type Placed = Target & { clique: number; map: Uint32Array };

function place(tree: CliqueTree, targets: readonly Target[], pause: () => void): Placed[] {
  return targets.map((target) => {
    pause();
    const clique = cliqueWith(tree, target.columns);
    return {
      ...target,
      clique,
      map: cellMap(tree.sizes, tree.cliques[clique].columns, target.columns),
    };
  });
}

const newTables = (tree: CliqueTree) => tree.cliques.map(({ cells }) => new Float64Array(cells));

function lossOf(placed: readonly Placed[], marginals: readonly Float64Array[]) {
  let loss = 0;
  const counts: Float64Array[] = [];
  const slopes: Float64Array[] = [];
  for (const { clique, map, precision, pull } of placed) {
    const cells = marginals[clique];
    const own = new Float64Array(precision.length);
    for (let i = 0; i < cells.length; i++) own[map[i]] += cells[i];
    const slope = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) {
      loss += own[i] * (0.5 * precision[i] * own[i] - pull[i]);
      slope[i] = precision[i] * own[i] - pull[i];
    }
    counts.push(own);
    slopes.push(slope);
  }
  return { loss, counts, slopes };
}

function potentialsOf(
  placed: readonly Placed[],
  values: readonly Float64Array[],
  out: readonly Float64Array[],
): readonly Float64Array[] {
  for (const table of out) table.fill(0);
  placed.forEach(({ clique, map }, t) => {
    const table = out[clique];
    const own = values[t];
    for (let i = 0; i < table.length; i++) table[i] += own[map[i]];
  });
  return out;
}

/** Takes a gradient step; clamping keeps negative counts from pulling a cell down indefinitely. */
function stepped(value: Float64Array, slope: Float64Array, alpha: number): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  const out = value.map((v, j) => {
    const next = v - alpha * slope[j];
    if (next > most) most = next;
    return next;
  });
  for (let j = 0; j < out.length; j++) out[j] = Math.max(out[j] - most, -DEEPEST);
  return out;
}

/**
 * Estimates the maximum-entropy distribution nearest to noisy counts in weighted squares, by mirror
 * descent on the potentials (McKenna, Sheldon and Miklau, "Graphical-model based estimation",
 * 2019). Uses only noisy counts, no data.
 *
 * @param measurements at least one of every column
 * @param total sum of each table's counts
 * @param effort independent of the machine's speed
 * @param before an estimate to continue from
 */
export function estimate(
  sizes: readonly number[],
  {
    measurements,
    total,
    effort,
    pause = () => {},
    before,
  }: {
    measurements: readonly Measurement[];
    total: number;
    effort: Effort;
    pause?: (() => void) | undefined;
    before?: Estimate | undefined;
  },
): Estimate {
  const targets = targetsOf(measurements, before?.potentials ?? new Map());
  const all = [...targets.values()];
  const tree = cliqueTree(
    sizes,
    all.map((target) => target.columns),
  );
  const placed = place(tree, all, pause);
  let values = placed.map((target) => target.potential);
  let marginals = newTables(tree);
  let next = newTables(tree);
  const scratch = newTables(tree);
  if (
    !calibrate(tree, { potentials: potentialsOf(placed, values, scratch), total, out: marginals })
  ) {
    values = values.map((value) => new Float64Array(value.length));
    calibrate(tree, { potentials: potentialsOf(placed, values, scratch), total, out: marginals });
  }
  let now = lossOf(placed, marginals);
  const passes = placed.reduce((sum, { map }) => sum + map.length, 0);
  const iterations = Math.min(
    effort.most,
    Math.max(effort.least, Math.floor(effort.work / passes)),
  );
  let alpha = 2 / (total * Math.max(...measurements.map(({ variance }) => 1 / variance)));
  for (let i = 0; i < iterations && alpha > 1e-14; i++) {
    pause();
    const moved = values.map((value, t) => stepped(value, now.slopes[t], alpha));
    const whole = calibrate(tree, {
      potentials: potentialsOf(placed, moved, scratch),
      total,
      out: next,
    });
    const then = whole ? lossOf(placed, next) : null;
    let drop = 0;
    if (then !== null) {
      now.slopes.forEach((slope, t) => {
        const [a, b] = [now.counts[t], then.counts[t]];
        for (let j = 0; j < slope.length; j++) drop += slope[j] * (a[j] - b[j]);
      });
    }
    if (then === null || !(now.loss - then.loss >= 0.5 * drop)) {
      alpha *= 0.5;
      continue;
    }
    values = moved;
    now = then;
    [marginals, next] = [next, marginals];
    alpha *= 1.02;
  }
  const potentials = new Map(placed.map(({ columns }, t) => [columns.join(), values[t]]));
  return { tree, marginals, total, potentials };
}
