import type { RandomStream } from '../../random/stream.ts';
import type { Nested } from './nested.ts';
import { type Tree, WHOLE } from './tree.ts';

/** All trees of a target in a few arrays, so that a node's numbers share a line of the cache. */
type FlatTrees = {
  /** Per node: feature, threshold or place in `leftOf`, left, right. */
  walk: Int32Array;
  /** Per node: share of draws from the node above, that node, first and last entry in `codes`. */
  draw: Int32Array;
  leftOf: Uint8Array;
  codes: Uint8Array;
  rows: Uint32Array;
  /** First node of each tree, and its first entry in `leftOf`. */
  roots: Int32Array;
  lefts: Int32Array;
};

function flatten({ trees }: Nested): FlatTrees {
  const sum = (of: (tree: Tree) => number) => trees.reduce((all, tree) => all + of(tree), 0);
  const nodes = sum(({ feature }) => feature.length);
  const entries = sum(({ codes }) => codes.length);
  const flat: FlatTrees = {
    walk: new Int32Array(4 * nodes),
    draw: new Int32Array(4 * nodes),
    leftOf: new Uint8Array(sum(({ leftOf }) => leftOf.length)),
    codes: new Uint8Array(entries),
    rows: new Uint32Array(entries),
    roots: new Int32Array(trees.length),
    lefts: new Int32Array(trees.length),
  };
  let node = 0;
  let left = 0;
  let entry = 0;
  trees.forEach((tree, t) => {
    flat.roots[t] = node;
    flat.lefts[t] = left;
    flat.leftOf.set(tree.leftOf, left);
    flat.codes.set(tree.codes, entry);
    flat.rows.set(tree.rows, entry);
    for (let n = 0; n < tree.feature.length; n++) {
      const at = 4 * (node + n);
      const isInner = tree.feature[n] >= 0;
      flat.walk[at] = tree.feature[n];
      flat.walk[at + 1] = tree.threshold[n];
      flat.walk[at + 2] = isInner ? node + tree.left[n] : 0;
      flat.walk[at + 3] = isInner ? node + tree.right[n] : 0;
      flat.draw[at] = tree.above[n];
      flat.draw[at + 1] = node + tree.parent[n];
      flat.draw[at + 2] = entry + tree.start[n];
      flat.draw[at + 3] = entry + tree.start[n + 1] - 1;
    }
    node += tree.feature.length;
    left += tree.leftOf.length;
    entry += tree.codes.length;
  });
  return flat;
}

const flattened = new WeakMap<Nested, FlatTrees>();

function flatOf(nested: Nested): FlatTrees {
  const known = flattened.get(nested);
  if (known !== undefined) return known;
  const flat = flatten(nested);
  flattened.set(nested, flat);
  return flat;
}

/**
 * Draws a code for one row, given its features in one array. A draw comes from the row's leaf or,
 * by shrinkage, from a node above it: small leaves reveal less.
 */
export function drawNested(
  nested: Nested,
  {
    features,
    ordered,
    stream,
  }: { features: Uint8Array; ordered: Uint8Array; stream: RandomStream },
): number {
  const { walk, draw, leftOf, codes, rows, roots, lefts } = flatOf(nested);
  for (let t = 0; ; ) {
    let node = roots[t];
    let f = walk[4 * node];
    while (f >= 0) {
      const limit = walk[4 * node + 1];
      const goesLeft =
        ordered[f] === 1 ? features[f] <= limit : leftOf[lefts[t] + limit + features[f]] === 1;
      node = walk[4 * node + (goesLeft ? 2 : 3)];
      f = walk[4 * node];
    }
    while (draw[4 * node] > 0 && stream.float() * WHOLE < draw[4 * node]) node = draw[4 * node + 1];
    let from = draw[4 * node + 2];
    let to = draw[4 * node + 3];
    const drawn = stream.below(rows[to]);
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rows[middle] > drawn) to = middle;
      else from = middle + 1;
    }
    const next = nested.next[nested.start[t] + codes[from]];
    if (next >= 0) return next;
    t = -1 - next;
  }
}
