import type { RandomStream } from '../../random/stream.ts';

export type TreeOptions = {
  leastLeaf: number;
  /** Weight of the description length that a split must pay for; 0 splits on any gain. */
  descriptionWeight: number;
  /** `descriptionWeight` for ordered targets; draws inside bins hide rows additionally. */
  orderedWeight: number;
  /** Number of classes beyond which a split costs no more. */
  classCap: number;
  /** Weight of the node above in a leaf, in rows; varied by a factor of four by the leaf's rows. */
  shrink: number;
  orderedShrink: number;
  /** True if inner nodes also shrink towards the node above. */
  inner: boolean;
  /** True if half of the rows may be drawn in a second order of fields. */
  twoOrders: boolean;
};

export type TreeInput = {
  features: readonly Target[];
  rows: Uint32Array;
  options: TreeOptions;
  pause?: (() => void) | undefined;
};

export type Target = {
  codes: Uint8Array;
  size: number;
  /** True for numbers, whose codes are ordered; false for categories. */
  ordered: boolean;
  /** Parent category of each code; codes with the same parent stay together in nested trees. */
  kin?: Int32Array | undefined;
};

/** Denominator of `above`. */
export const WHOLE = 255;

/** Tree in flat arrays. Node 0 is the root; a leaf has feature -1. */
export type Tree = {
  feature: Int32Array;
  /** Ordered feature: codes up to this go left. Otherwise: the node's offset in `leftOf`. */
  threshold: Int32Array;
  left: Int32Array;
  right: Int32Array;
  parent: Int32Array;
  /** Share of draws from the node above, in 255ths; for leaves and inner nodes that shrink. */
  above: Uint8Array;
  /** Tables for categorical features: 1 for codes that go left. */
  leftOf: Uint8Array;
  /** First entry of each node in `codes` and cumulated `rows`, if it is drawn from. */
  start: Int32Array;
  codes: Uint8Array;
  rows: Uint32Array;
};

export function leafOf(
  tree: Tree,
  { features, ordered, row }: { features: readonly Uint8Array[]; ordered: Uint8Array; row: number },
): number {
  let node = 0;
  let f = tree.feature[0];
  while (f >= 0) {
    const code = features[f][row];
    const threshold = tree.threshold[node];
    const goesLeft = ordered[f] === 1 ? code <= threshold : tree.leftOf[threshold + code] === 1;
    node = goesLeft ? tree.left[node] : tree.right[node];
    f = tree.feature[node];
  }
  return node;
}

export function leafOfRow(tree: Tree, codes: Uint8Array, ordered: Uint8Array): number {
  let node = 0;
  let f = tree.feature[0];
  while (f >= 0) {
    const threshold = tree.threshold[node];
    const goesLeft =
      ordered[f] === 1 ? codes[f] <= threshold : tree.leftOf[threshold + codes[f]] === 1;
    node = goesLeft ? tree.left[node] : tree.right[node];
    f = tree.feature[node];
  }
  return node;
}

/** Draws a code from a leaf or, by shrinkage, a node above it: small leaves reveal less. */
export function drawFrom(tree: Tree, leaf: number, stream: RandomStream): number {
  let node = leaf;
  while (tree.above[node] > 0 && stream.float() * WHOLE < tree.above[node])
    node = tree.parent[node];
  let from = tree.start[node];
  let to = tree.start[node + 1] - 1;
  const draw = stream.below(tree.rows[to]);
  while (from < to) {
    const middle = (from + to) >> 1;
    if (tree.rows[middle] > draw) to = middle;
    else from = middle + 1;
  }
  return tree.codes[from];
}

function shareIn(tree: Tree, node: number, code: number): number {
  const from = tree.start[node];
  const to = tree.start[node + 1];
  for (let i = from; i < to; i++) {
    if (tree.codes[i] !== code) continue;
    const before = i > from ? tree.rows[i - 1] : 0;
    return (tree.rows[i] - before) / tree.rows[to - 1];
  }
  return 0;
}

/** Returns the probability that `drawFrom` gives a code. */
export function chanceOf(tree: Tree, leaf: number, code: number): number {
  let chance = 0;
  let left = 1;
  for (let node = leaf; node >= 0 && left > 0; node = tree.parent[node]) {
    const part = tree.above[node] / WHOLE;
    chance += left * (1 - part) * shareIn(tree, node, code);
    left *= part;
  }
  return chance;
}
