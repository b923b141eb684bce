import type { Task } from '../../spread.ts';
import { MODEL_BINS } from './model-bins.ts';

export type Boosted = { trees: TreeNode[][]; start: number };
type TreeNode = { feature: number; cut: number; left: number; right: number; value: number };

export type BoostSettings = {
  rounds: number;
  depth: number;
  rate: number;
  leastRows: number;
  /** True if class 1 must not become less likely in a split's higher part. */
  monotone?: boolean;
};

const DEFAULT_BOOST: BoostSettings = { rounds: 60, depth: 5, rate: 0.1, leastRows: 20 };
const RIDGE = 1;
const MIN_GAIN = 1e-6;

type Growth = {
  features: readonly Uint8Array[];
  cells: Uint32Array;
  gradient: Float64Array;
  hessian: Float64Array;
  score: Float64Array;
  rows: Uint32Array;
  spare: Uint32Array;
  histogram: Float64Array;
  settings: BoostSettings;
  nodes: TreeNode[];
};

/** Sums a node's gradients, hessians and rows by column and bin in one row-major pass. */
function fill(growth: Growth, from: number, to: number): void {
  const { histogram, cells, rows, gradient, hessian } = growth;
  const width = growth.features.length;
  histogram.fill(0);
  for (let i = from; i < to; i++) {
    const row = rows[i];
    const g = gradient[row];
    const h = hessian[row];
    const end = (row + 1) * width;
    for (let cell = row * width; cell < end; cell++) {
      const at = cells[cell];
      histogram[at] += g;
      histogram[at + 1] += h;
      histogram[at + 2]++;
    }
  }
}

function cellsOf(features: readonly Uint8Array[], rows: Uint32Array): Uint32Array {
  const width = features.length;
  const cells = new Uint32Array((features[0]?.length ?? 0) * width);
  features.forEach((bins, feature) => {
    const first = feature * MODEL_BINS;
    for (const row of rows) cells[row * width + feature] = (first + bins[row]) * 3;
  });
  return cells;
}

type Split = { feature: number; cut: number; gain: number };

function bestSplit(
  growth: Growth,
  { from, to, g, h }: { from: number; to: number; g: number; h: number },
): Split {
  const { leastRows, monotone = false } = growth.settings;
  const best: Split = { feature: -1, cut: 0, gain: MIN_GAIN };
  const whole = (g * g) / (h + RIDGE);
  fill(growth, from, to);
  growth.features.forEach((_, feature) => {
    const histogram = growth.histogram.subarray(
      feature * MODEL_BINS * 3,
      (feature + 1) * MODEL_BINS * 3,
    );
    let leftG = 0;
    let leftH = 0;
    let leftN = 0;
    for (let bin = 0; bin < MODEL_BINS - 1; bin++) {
      const n = histogram[bin * 3 + 2];
      if (n === 0) continue;
      leftG += histogram[bin * 3];
      leftH += histogram[bin * 3 + 1];
      leftN += n;
      if (leftN < leastRows) continue;
      if (to - from - leftN < leastRows) break;
      const rightG = g - leftG;
      const gain =
        (leftG * leftG) / (leftH + RIDGE) + (rightG * rightG) / (h - leftH + RIDGE) - whole;
      if (monotone && leftG / (leftH + RIDGE) > rightG / (h - leftH + RIDGE)) continue;
      if (gain > best.gain) {
        best.feature = feature;
        best.cut = bin;
        best.gain = gain;
      }
    }
  });
  return best;
}

/** Moves the rows that go left to the front, stably; returns the start of the right part. */
function partition(
  growth: Growth,
  { bins, cut, from, to }: { bins: Uint8Array; cut: number; from: number; to: number },
) {
  const { rows, spare } = growth;
  let left = from;
  let right = 0;
  for (let i = from; i < to; i++) {
    const row = rows[i];
    if (bins[row] <= cut) rows[left++] = row;
    else spare[right++] = row;
  }
  rows.set(spare.subarray(0, right), left);
  return left;
}

function grow(
  growth: Growth,
  { from, to, depth }: { from: number; to: number; depth: number },
): number {
  const { gradient, hessian, rows, nodes, settings, score } = growth;
  let g = 0;
  let h = 0;
  for (let i = from; i < to; i++) {
    g += gradient[rows[i]];
    h += hessian[rows[i]];
  }
  const value = (settings.rate * g) / (h + RIDGE);
  const node: TreeNode = { feature: -1, cut: 0, left: 0, right: 0, value };
  const at = nodes.push(node) - 1;
  const split =
    depth > 0 && to - from >= 2 * settings.leastRows ? bestSplit(growth, { from, to, g, h }) : null;
  if (split === null || split.feature < 0) {
    for (let i = from; i < to; i++) score[rows[i]] += value;
    return at;
  }
  const middle = partition(growth, {
    bins: growth.features[split.feature],
    cut: split.cut,
    from,
    to,
  });
  node.feature = split.feature;
  node.cut = split.cut;
  node.left = grow(growth, { from, to: middle, depth: depth - 1 });
  node.right = grow(growth, { from: middle, to, depth: depth - 1 });
  return at;
}

/**
 * Fits gradient-boosted trees for two classes (logistic loss, Newton steps in the leaves) on
 * columns of at most 64 bins. Deterministic: the same rows give the same trees.
 *
 * @param features one array of bins per column, all of one length
 * @param labels 0 or 1 per row
 * @param rows training rows
 * @param step called before each round; may throw to stop
 */
export function boost(
  features: readonly Uint8Array[],
  {
    labels,
    rows,
    settings = DEFAULT_BOOST,
    step = () => {},
  }: {
    labels: ArrayLike<number>;
    rows: Uint32Array;
    settings?: BoostSettings | undefined;
    step?: (() => void) | undefined;
  },
): Boosted {
  const n = features[0]?.length ?? 0;
  let positives = 0;
  for (const row of rows) positives += labels[row];
  const start = Math.log((positives + 0.5) / (rows.length - positives + 0.5));
  const growth: Growth = {
    features,
    cells: cellsOf(features, rows),
    gradient: new Float64Array(n),
    hessian: new Float64Array(n),
    score: new Float64Array(n).fill(start),
    rows: rows.slice(),
    spare: new Uint32Array(rows.length),
    histogram: new Float64Array(3 * MODEL_BINS * features.length),
    settings,
    nodes: [],
  };
  const trees: TreeNode[][] = [];
  for (let round = 0; round < settings.rounds; round++) {
    step();
    for (const row of rows) {
      const p = 1 / (1 + Math.exp(-growth.score[row]));
      growth.gradient[row] = labels[row] - p;
      growth.hessian[row] = p * (1 - p);
    }
    growth.nodes = [];
    grow(growth, { from: 0, to: rows.length, depth: settings.depth });
    trees.push(growth.nodes);
  }
  return { trees, start };
}

type Lesson = {
  features: readonly Uint8Array[];
  labels: Uint8Array;
  rows: Uint32Array;
  /** Features and rows to predict; by default those of the lesson. */
  tested: { features: readonly Uint8Array[] | null; rows: Uint32Array };
};

/** Fits boosted trees and returns the log odds of other rows. */
export const learnAndPredict: Task<null, Lesson, Float64Array> = {
  name: 'learn and predict',
  run: (_, { features, labels, rows, tested }, pause) => {
    const model = boost(features, { labels, rows, settings: DEFAULT_BOOST, step: pause });
    return predict(model, tested.features ?? features, tested.rows);
  },
};

/** Returns the log odds of class 1 for the given rows. */
export function predict(
  { trees, start }: Boosted,
  features: readonly Uint8Array[],
  rows: Uint32Array,
): Float64Array {
  return Float64Array.from(rows, (row) => {
    let sum = start;
    for (const nodes of trees) {
      let node = nodes[0];
      while (node.feature >= 0) {
        node = nodes[features[node.feature][row] <= node.cut ? node.left : node.right];
      }
      sum += node.value;
    }
    return sum;
  });
}
