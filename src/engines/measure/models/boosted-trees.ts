import type { Task } from '../../spread.ts';
import { MODEL_BINS } from './model-bins.ts';
import { type Boosted, predict, type TreeNode } from './predict-boosted.ts';

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
  /** Places of each row's bins in a histogram, row by row. */
  cells: Uint16Array | Uint32Array;
  /** Gradient and packed hessian by row, in whole units. */
  pairs: Float64Array;
  units: Units;
  score: Float64Array;
  /** Rows in ascending order, as each tree begins with them. */
  ascending: Uint32Array;
  rows: Uint32Array;
  spare: Uint32Array;
  /** Histograms of the smaller child, by depth. */
  spares: readonly Float64Array[];
  settings: BoostSettings;
  nodes: TreeNode[];
};

/**
 * Whole units of gradients and hessians (quantized training: Shi and others 2022). Their sums are
 * exact in any order, so a child's histogram is the parent's minus the sibling's (Ke and others
 * 2017). A hessian is packed with a count of 1.
 */
type Units = { gradient: number; hessian: number; count: number };

function unitsFor(rows: number): Units {
  const bits = Math.ceil(Math.log2(rows + 1));
  // A hessian is at most a quarter: 53 bits hold the sums of both parts.
  const hessian = 2 ** (54 - 2 * bits);
  return { gradient: 2 ** (52 - bits), hessian, count: hessian * 2 ** (bits - 1) };
}

/** Sums a node's gradients, and its hessians and rows, by column and bin. */
function fill(growth: Growth, { histogram, from, to }: Part & { histogram: Float64Array }): void {
  const { cells, rows, pairs } = growth;
  const width = growth.features.length;
  histogram.fill(0);
  for (let i = from; i < to; i++) {
    const row = rows[i];
    const g = pairs[2 * row];
    const h = pairs[2 * row + 1];
    const end = (row + 1) * width;
    for (let cell = row * width; cell < end; cell++) {
      const at = cells[cell];
      histogram[at] += g;
      histogram[at + 1] += h;
    }
  }
}

function cellsOf(features: readonly Uint8Array[], rows: Uint32Array): Growth['cells'] {
  const width = features.length;
  const size = (features[0]?.length ?? 0) * width;
  const places = 2 * MODEL_BINS * width;
  const cells = places <= 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size);
  features.forEach((bins, feature) => {
    const first = feature * MODEL_BINS;
    for (const row of rows) cells[row * width + feature] = (first + bins[row]) * 2;
  });
  return cells;
}

type Part = { from: number; to: number };
/** Sums of a node's gradients and hessians. */
type Sums = { g: number; h: number };
type Split = { feature: number; cut: number; gain: number; left: Sums };

function bestSplit(growth: Growth, histogram: Float64Array, { from, to, g, h }: Part & Sums) {
  const { settings, units } = growth;
  const { leastRows, monotone = false } = settings;
  const best: Split = { feature: -1, cut: 0, gain: MIN_GAIN, left: { g: 0, h: 0 } };
  const whole = (g * g) / (h + RIDGE);
  for (let feature = 0; feature < growth.features.length; feature++) {
    const first = feature * MODEL_BINS * 2;
    let sumG = 0;
    let sumH = 0;
    let leftN = 0;
    for (let bin = 0; bin < MODEL_BINS - 1; bin++) {
      const packed = histogram[first + 2 * bin + 1];
      if (packed === 0) continue;
      const n = Math.floor(packed / units.count);
      sumG += histogram[first + 2 * bin];
      sumH += packed - n * units.count;
      leftN += n;
      if (leftN < leastRows) continue;
      if (to - from - leftN < leastRows) break;
      const leftG = sumG / units.gradient;
      const leftH = sumH / units.hessian;
      const rightG = g - leftG;
      const gain =
        (leftG * leftG) / (leftH + RIDGE) + (rightG * rightG) / (h - leftH + RIDGE) - whole;
      if (monotone && leftG / (leftH + RIDGE) > rightG / (h - leftH + RIDGE)) continue;
      if (gain > best.gain) {
        best.feature = feature;
        best.cut = bin;
        best.gain = gain;
        best.left = { g: leftG, h: leftH };
      }
    }
  }
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

/** Histograms of both children: the smaller is counted, the larger is what remains of the parent's. */
function childHistograms(
  growth: Growth,
  histogram: Float64Array,
  { from, middle, to, depth }: Part & { middle: number; depth: number },
): [Float64Array, Float64Array] {
  const smaller = growth.spares[depth];
  const isLeftSmaller = middle - from <= to - middle;
  const part = isLeftSmaller ? { from, to: middle } : { from: middle, to };
  fill(growth, { histogram: smaller, ...part });
  for (let i = 0; i < histogram.length; i++) histogram[i] -= smaller[i];
  return isLeftSmaller ? [smaller, histogram] : [histogram, smaller];
}

/** @param histogram of the node, reused for a child; null if the node can't be split */
function grow(
  growth: Growth,
  histogram: Float64Array | null,
  { from, to, depth, g, h }: Part & Sums & { depth: number },
): number {
  const { rows, nodes, settings, score } = growth;
  const value = (settings.rate * g) / (h + RIDGE);
  const node: TreeNode = { feature: -1, cut: 0, left: 0, right: 0, value };
  const at = nodes.push(node) - 1;
  const split = histogram && bestSplit(growth, histogram, { from, to, g, h });
  if (histogram === null || split === null || split.feature < 0) {
    for (let i = from; i < to; i++) score[rows[i]] += value;
    return at;
  }
  const { feature, cut, left } = split;
  const middle = partition(growth, { bins: growth.features[feature], cut, from, to });
  const parts = [
    { from, to: middle, depth: depth - 1, ...left },
    { from: middle, to, depth: depth - 1, g: g - left.g, h: h - left.h },
  ] as const;
  const splits = parts.map((part) => isSplit(part, settings));
  const histograms = splits.some(Boolean)
    ? childHistograms(growth, histogram, { from, middle, to, depth: depth - 1 })
    : [null, null];
  node.feature = feature;
  node.cut = cut;
  node.left = grow(growth, splits[0] ? histograms[0] : null, parts[0]);
  node.right = grow(growth, splits[1] ? histograms[1] : null, parts[1]);
  return at;
}

const isSplit = (
  { from, to, depth }: Part & { depth: number },
  { leastRows }: Pick<BoostSettings, 'leastRows'>,
) => depth > 0 && to - from >= 2 * leastRows;

/** Grows a tree against the labels, and adds its values to the scores. */
function addTree(growth: Growth, labels: ArrayLike<number>): void {
  const { units, pairs, score, rows, ascending, settings, spares } = growth;
  // Sums are exact in any order; this one reads the memory in turn.
  rows.set(ascending);
  let g = 0;
  let h = 0;
  for (const row of rows) {
    const p = 1 / (1 + Math.exp(-score[row]));
    const gradient = Math.round((labels[row] - p) * units.gradient);
    const hessian = Math.round(p * (1 - p) * units.hessian);
    pairs[2 * row] = gradient;
    pairs[2 * row + 1] = hessian + units.count;
    g += gradient;
    h += hessian;
  }
  growth.nodes = [];
  const whole = { from: 0, to: rows.length, depth: settings.depth };
  const histogram = isSplit(whole, settings) ? spares[settings.depth] : null;
  if (histogram !== null) fill(growth, { histogram, ...whole });
  grow(growth, histogram, { ...whole, g: g / units.gradient, h: h / units.hessian });
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
  const size = 2 * MODEL_BINS * features.length;
  const growth: Growth = {
    features,
    cells: cellsOf(features, rows),
    pairs: new Float64Array(2 * n),
    units: unitsFor(rows.length),
    score: new Float64Array(n).fill(start),
    ascending: rows.toSorted(),
    rows: rows.slice(),
    spare: new Uint32Array(rows.length),
    spares: Array.from({ length: settings.depth + 1 }, () => new Float64Array(size)),
    settings,
    nodes: [],
  };
  const trees: TreeNode[][] = [];
  for (let round = 0; round < settings.rounds; round++) {
    step();
    addTree(growth, labels);
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
