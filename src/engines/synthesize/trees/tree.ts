import type { RandomStream } from '../../random/stream.ts';

/** What a tree is grown by. */
export type TreeOptions = {
  /** Rows a leaf has at least. */
  leastLeaf: number;
  /** Weight of the description length a split must pay for; 0 splits on any gain. */
  descriptionWeight: number;
  /** The same for targets with an order: values are drawn inside bins, which hides rows once more. */
  orderedWeight: number;
  /** Classes beyond which the price of a split no longer grows. */
  classCap: number;
  /** Rows that the node above counts for in a leaf; a quarter of it to four times, as the rows themselves say. */
  shrink: number;
  /** The same for targets with an order. */
  orderedShrink: number;
  /** Whether nodes inside a tree shrink as well, each towards the one above it. */
  inner: boolean;
  /** Whether fields may be drawn in two orders, half of the rows in each. */
  twoOrders: boolean;
};

/** What a tree is grown from. */
export type TreeInput = {
  features: readonly Target[];
  /** The rows to learn from; reordered in place. */
  rows: Uint32Array;
  options: TreeOptions;
  /** Called before each node; may throw to stop. */
  pause?: (() => void) | undefined;
};

export type Target = {
  codes: Uint8Array;
  size: number;
  /** Whether codes have an order: numbers do, words do not. */
  ordered: boolean;
  /** Of words, what each code belongs to: those of one stay together where codes are found in steps. */
  kin?: Int32Array | undefined;
};

/** What `above` is parts of. */
export const WHOLE = 255;

/** A tree in flat arrays. Node 0 is the root; a leaf has feature -1. */
export type Tree = {
  feature: Int32Array;
  /** Ordered feature: codes up to this go left. Else the place of the node's table in `leftOf`. */
  threshold: Int32Array;
  left: Int32Array;
  right: Int32Array;
  parent: Int32Array;
  /** Of leaves, and of nodes inside where they shrink: 255ths of the draws that come from the node above. */
  above: Uint8Array;
  /** For features of words: 1 for codes that go left. */
  leftOf: Uint8Array;
  /** Nodes that are drawn from: the target's codes seen there, and rows cumulated. */
  start: Int32Array;
  codes: Uint8Array;
  rows: Uint32Array;
};

/** The leaf that a row's codes lead to. */
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

/** The leaf that one row's codes, in one array, lead to. */
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

/** Draws a code of the target from a leaf, or from a node above it, so that small leaves say less than they could. */
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

/**
 * `drawFrom` for many rows, each in its own leaf, with one number in [0, 1) a row. The walk stands here once more:
 * it is what drawing spends its time on.
 *
 * @param out where each row's code is written
 */
export function drawRows(
  tree: Tree,
  {
    rows,
    features,
    ordered,
    stream,
    out,
  }: {
    rows: Uint32Array;
    features: readonly Uint8Array[];
    ordered: Uint8Array;
    stream: RandomStream;
    out: Uint8Array;
  },
): void {
  const {
    feature,
    threshold,
    left,
    right,
    parent,
    above,
    leftOf,
    start,
    codes,
    rows: counts,
  } = tree;
  const draws = new Float64Array(rows.length);
  stream.floats(draws, rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let node = 0;
    let f = feature[0];
    while (f >= 0) {
      const code = features[f][row];
      const limit = threshold[node];
      const goesLeft = ordered[f] === 1 ? code <= limit : leftOf[limit + code] === 1;
      node = goesLeft ? left[node] : right[node];
      f = feature[node];
    }
    let draw = draws[i] * WHOLE;
    let share = above[node];
    while (draw < share) {
      draw *= WHOLE / share;
      node = parent[node];
      share = above[node];
    }
    draw = (draw - share) / (WHOLE - share);
    let at = start[node];
    let last = start[node + 1] - 1;
    const counted = draw * counts[last];
    while (at < last) {
      const middle = (at + last) >> 1;
      if (counts[middle] > counted) last = middle;
      else at = middle + 1;
    }
    out[row] = codes[at];
  }
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

/** The probability with which `drawFrom` gives a code. */
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
