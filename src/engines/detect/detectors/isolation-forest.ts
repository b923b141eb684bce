import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Values } from '../arrays/values.ts';

/** Tree node: rows with `values[feature] <= threshold` go left. Leaves store training rows. */
export type IsolationTree =
  | { kind: 'leaf'; rows: number }
  | {
      kind: 'split';
      feature: number;
      threshold: number;
      left: IsolationTree;
      right: IsolationTree;
    };

/** Trees stored level by level as implicit heaps: the children of i are 2i + 1 and 2i + 2. */
export type IsolationForest = {
  trees: number;
  depth: number;
  sampleSize: number;
  features: Int32Array;
  thresholds: Float32Array;
  /** Expected path length of each of the 2^depth bottom positions of each tree. */
  paths: Float64Array;
};

const EULER = 0.5772156649;

/** Returns the mean path length of a failed search in a tree of n rows (Liu et al., 2008). */
export function averagePath(n: number): number {
  if (n <= 1) return 0;
  if (n === 2) return 1;
  return 2 * (Math.log(n - 1) + EULER) - (2 * (n - 1)) / n;
}

const depthOf = (tree: IsolationTree): number =>
  tree.kind === 'leaf' ? 0 : 1 + Math.max(depthOf(tree.left), depthOf(tree.right));

/** Packs trees; a leaf above the bottom becomes a chain of splits that always go left. */
export function packForest(trees: readonly IsolationTree[], sampleSize: number): IsolationForest {
  const depth = trees.reduce((most, tree) => Math.max(most, depthOf(tree)), 0);
  const inner = 2 ** depth - 1;
  const bottom = 2 ** depth;
  const features = new Int32Array(trees.length * inner);
  const thresholds = new Float32Array(trees.length * inner).fill(Number.POSITIVE_INFINITY);
  const paths = new Float64Array(trees.length * bottom);
  trees.forEach((root, t) => {
    const place = (tree: IsolationTree, node: number, level: number): void => {
      if (tree.kind === 'leaf') {
        const first = (node + 1) * 2 ** (depth - level) - 1 - inner;
        paths[t * bottom + first] = level + averagePath(tree.rows);
        return;
      }
      features[t * inner + node] = tree.feature;
      thresholds[t * inner + node] = tree.threshold;
      place(tree.left, 2 * node + 1, level + 1);
      place(tree.right, 2 * node + 2, level + 1);
    };
    place(root, 0, 0);
  });
  return { trees: trees.length, depth, sampleSize, features, thresholds, paths };
}

function grow(
  columns: readonly Float32Array[],
  { rows, level, random }: { rows: Uint32Array; level: number; random: RandomStream },
): IsolationTree {
  if (rows.length <= 1 || level === 0) return { kind: 'leaf', rows: rows.length };
  const untried = columns.map((_, feature) => feature);
  while (untried.length > 0) {
    const pick = random.below(untried.length);
    const feature = untried[pick];
    untried[pick] = untried[untried.length - 1];
    untried.pop();
    const values = columns[feature];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      const value = values[row];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (!(low < high)) continue;
    let threshold = Math.fround(low + random.float() * (high - low));
    if (threshold >= high) threshold = low;
    return {
      kind: 'split',
      feature,
      threshold,
      left: grow(columns, {
        rows: rows.filter((row) => values[row] <= threshold),
        level: level - 1,
        random,
      }),
      right: grow(columns, {
        rows: rows.filter((row) => values[row] > threshold),
        level: level - 1,
        random,
      }),
    };
  }
  return { kind: 'leaf', rows: rows.length };
}

/**
 * Fits an Isolation Forest (Liu et al., 2008) in scikit-learn's variant: 32-bit floats, samples
 * without replacement, depth at most ceil(log2 of the sample size), splits uniform between minimum
 * and maximum of a column that varies in the node.
 *
 * @param columns of a pool of rows whose order is independent of the file's; no missing values
 */
export function fitIsolationForest(
  columns: readonly Float32Array[],
  options: { seed: bigint; trees?: number; sampleSize?: number },
): IsolationForest {
  const pool = columns[0]?.length ?? 0;
  const { seed, trees = 100 } = options;
  const sampleSize = Math.min(options.sampleSize ?? 256, pool);
  const deepest = Math.ceil(Math.log2(Math.max(sampleSize, 2)));
  const places = Uint32Array.from({ length: pool }, (_, i) => i);
  const grown = Array.from({ length: trees }, (_, t) => {
    const random = streamFor(seed, t, 0x1f0e57);
    for (let i = 0; i < sampleSize; i++) {
      const j = i + random.below(pool - i);
      const row = places[i];
      places[i] = places[j];
      places[j] = row;
    }
    return grow(columns, { rows: places.slice(0, sampleSize), level: deepest, random });
  });
  return packForest(grown, sampleSize);
}

const BLOCK = 2048;

/** Maps 32-bit floats (no NaN, no -0) to integers of the same order, for branch-free comparison. */
function toOrdered(floats: Float32Array): Int32Array {
  const bits = new Int32Array(floats.buffer, floats.byteOffset, floats.length);
  for (let i = 0; i < bits.length; i++) bits[i] = bits[i] ^ ((bits[i] >> 31) & 0x7fffffff);
  return bits;
}

/** Interleaves columns and thresholds per tree; root at 1, children of n at 2n and 2n + 1. */
function sideBySide({ trees, depth, features, thresholds }: IsolationForest): Int32Array[] {
  const inner = 2 ** depth - 1;
  const bounds = toOrdered(thresholds.map((value) => value + 0));
  return Array.from({ length: trees }, (_, t) => {
    const nodes = new Int32Array(2 * (inner + 1));
    for (let node = 0; node < inner; node++) {
      nodes[2 * (node + 1)] = features[t * inner + node];
      nodes[2 * (node + 1) + 1] = bounds[t * inner + node];
    }
    return nodes;
  });
}

/** Adds a tree's path lengths for a block of rows, four rows at a time to hide memory latency. */
function addPaths(
  sums: Float64Array,
  {
    block,
    width,
    nodes,
    depth,
    paths,
  }: { block: Int32Array; width: number; nodes: Int32Array; depth: number; paths: Float64Array },
): void {
  const bottom = 2 ** depth;
  for (let i = 0; i < sums.length; i += 4) {
    const a = i * width;
    const b = a + width;
    const c = b + width;
    const d = c + width;
    let p = 1;
    let q = 1;
    let r = 1;
    let s = 1;
    for (let level = 0; level < depth; level++) {
      p = (p << 1) + Number(block[a + nodes[p << 1]] > nodes[(p << 1) + 1]);
      q = (q << 1) + Number(block[b + nodes[q << 1]] > nodes[(q << 1) + 1]);
      r = (r << 1) + Number(block[c + nodes[r << 1]] > nodes[(r << 1) + 1]);
      s = (s << 1) + Number(block[d + nodes[s << 1]] > nodes[(s << 1) + 1]);
    }
    sums[i] += paths[p - bottom];
    sums[i + 1] += paths[q - bottom];
    sums[i + 2] += paths[r - bottom];
    sums[i + 3] += paths[s - bottom];
  }
}

/** Returns scores in (0, 1], 2^(-mean path / c(sample size)): higher is more isolated. */
export function scoreIsolationForest(
  forest: IsolationForest,
  {
    columns,
    rows,
    step,
  }: { columns: readonly Values[]; rows: number; step?: ((done: number) => void) | undefined },
): Float64Array {
  const { trees, depth, paths } = forest;
  const width = columns.length;
  const bottom = 2 ** depth;
  const splits = sideBySide(forest);
  const scores = new Float64Array(rows);
  const block = new Float32Array(BLOCK * width);
  const sums = new Float64Array(BLOCK);
  const scale = -1 / (trees * (averagePath(forest.sampleSize) || 1));
  for (let from = 0; from < rows; from += BLOCK) {
    const size = Math.min(BLOCK, rows - from);
    for (let c = 0; c < width; c++) {
      const values = columns[c];
      // + 0 turns -0 into 0.
      for (let i = 0; i < size; i++) block[i * width + c] = values[from + i] + 0;
    }
    const ordered = toOrdered(block);
    sums.fill(0);
    for (let t = 0; t < trees; t++) {
      addPaths(sums, {
        block: ordered,
        width,
        nodes: splits[t],
        depth,
        paths: paths.subarray(t * bottom, (t + 1) * bottom),
      });
    }
    for (let i = 0; i < size; i++) scores[from + i] = 2 ** (sums[i] * scale);
    step?.(from + size);
  }
  return scores;
}
