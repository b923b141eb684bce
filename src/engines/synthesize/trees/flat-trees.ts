import type { RandomStream } from '../../random/stream.ts';
import type { Nested } from './nested.ts';
import { type Tree, WHOLE } from './tree.ts';

/**
 * All trees of a target in a few arrays, so that a node's numbers share a line of the cache. Nodes
 * are named by their place in `walk` and `draw`, four numbers each.
 */
type FlatTrees = {
  /**
   * Per inner node: twice its feature, and 1 if that is ordered; threshold or place in `leftOf`;
   * left; right. Per leaf: -1 less the first number in `draw`, then the others.
   */
  walk: Int32Array;
  /** Per node: share of draws from the node above, that node, first and last entry in `codes`. */
  draw: Int32Array;
  leftOf: Uint8Array;
  codes: Uint8Array;
  rows: Uint32Array;
  /** First node of each tree. */
  roots: Int32Array;
};

function flatten({ trees }: Nested, ordered: Uint8Array): FlatTrees {
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
  };
  let [node, left, entry] = [0, 0, 0];
  trees.forEach((tree, t) => {
    flat.roots[t] = 4 * node;
    flat.leftOf.set(tree.leftOf, left);
    flat.codes.set(tree.codes, entry);
    flat.rows.set(tree.rows, entry);
    for (let n = 0; n < tree.feature.length; n++) {
      const at = 4 * (node + n);
      flat.draw[at] = tree.above[n];
      flat.draw[at + 1] = 4 * (node + tree.parent[n]);
      flat.draw[at + 2] = entry + tree.start[n];
      flat.draw[at + 3] = entry + tree.start[n + 1] - 1;
      const feature = tree.feature[n];
      if (feature < 0) {
        flat.walk.set(flat.draw.subarray(at, at + 4), at);
        flat.walk[at] = -1 - tree.above[n];
        continue;
      }
      const isOrdered = ordered[feature] === 1;
      flat.walk[at] = 2 * feature + (isOrdered ? 1 : 0);
      flat.walk[at + 1] = tree.threshold[n] + (isOrdered ? 0 : left);
      flat.walk[at + 2] = 4 * (node + tree.left[n]);
      flat.walk[at + 3] = 4 * (node + tree.right[n]);
    }
    node += tree.feature.length;
    left += tree.leftOf.length;
    entry += tree.codes.length;
  });
  return flat;
}

const flattened = new WeakMap<Nested, FlatTrees>();

/** @param ordered 1 for ordered features, the same at each call for the same trees */
function flatOf(nested: Nested, ordered: Uint8Array): FlatTrees {
  const known = flattened.get(nested);
  if (known !== undefined) return known;
  const flat = flatten(nested, ordered);
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
  const { walk, draw, leftOf, codes, rows, roots } = flatOf(nested, ordered);
  for (let t = 0; ; ) {
    let node = roots[t];
    let f = walk[node];
    while (f >= 0) {
      const limit = walk[node + 1];
      const code = features[f >> 1];
      // The side is a number: a branch on it would be mispredicted at every second node.
      const right = (f & 1) === 1 ? (limit - code) >>> 31 : 1 - leftOf[limit + code];
      node = walk[node + 2 + right];
      f = walk[node];
    }
    let places = walk;
    let above = -1 - f;
    while (above > 0 && stream.float() * WHOLE < above) {
      node = places[node + 1];
      places = draw;
      above = draw[node];
    }
    let from = places[node + 2];
    let to = places[node + 3];
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
