import type { Chain } from '../../trees/chain.ts';
import type { Nested } from '../../trees/nested.ts';
import type { Tree } from '../../trees/tree.ts';
import type { TreesCore } from '../../trees/trees.ts';
import { ensure } from '../model-unreadable.ts';
import { ensureStarts } from './check-codec.ts';

export type FeatureShape = { sizes: ArrayLike<number>; ordered: ArrayLike<number> };

/**
 * Rejects a tree with an endless walk or an invalid class.
 *
 * @param codes number of valid classes
 */
export function checkTree(tree: Tree, features: FeatureShape, codes: number): void {
  const nodes = tree.feature.length;
  const flat = [tree.threshold, tree.left, tree.right, tree.parent, tree.above];
  ensure(nodes > 0 && flat.every((list) => list.length === nodes), 'nodes of a tree');
  ensure(tree.rows.length === tree.codes.length, 'counts of a tree');
  ensureStarts(tree.start, { parts: nodes, end: tree.codes.length, what: 'counts of a tree' });
  ensure(
    tree.codes.every((code) => code < codes),
    'codes of a tree',
  );
  for (let node = 0; node < nodes; node++) {
    const above = tree.parent[node];
    ensure(node === 0 ? above === -1 : above >= 0 && above < node, 'parent links of a tree');
    checkCounts(tree, node);
    const f = tree.feature[node];
    if (tree.above[node] > 0)
      ensure(above >= 0 && tree.start[above] < tree.start[above + 1], 'parent of a node');
    if (f < 0) {
      ensure(tree.start[node] < tree.start[node + 1], 'empty leaf');
      continue;
    }
    ensure(f < features.sizes.length, 'feature of a tree');
    for (const child of [tree.left[node], tree.right[node]]) {
      ensure(child > node && child < nodes && tree.parent[child] === node, 'child links of a tree');
    }
    const threshold = tree.threshold[node];
    ensure(
      features.ordered[f] === 1 ||
        (threshold >= 0 && threshold + features.sizes[f] <= tree.leftOf.length),
      'categorical split',
    );
  }
}

function checkCounts(tree: Tree, node: number): void {
  let before = 0;
  for (let i = tree.start[node]; i < tree.start[node + 1]; i++) {
    ensure(tree.rows[i] > before, 'counts of a node');
    before = tree.rows[i];
  }
}

/**
 * Rejects nested trees with circular references or invalid codes.
 *
 * @param codes number of valid codes
 */
export function checkNested(nested: Nested, features: FeatureShape, codes: number): void {
  const { trees, start, next } = nested;
  ensureStarts(start, { parts: trees.length, end: next.length, what: 'classes of trees' });
  const visited = new Set([0]);
  trees.forEach((tree, t) => {
    const classes = next.subarray(start[t], start[t + 1]);
    ensure(visited.has(t) && classes.length > 0, 'links between trees');
    checkTree(tree, features, classes.length);
    for (const to of classes) {
      ensure(to < codes && to >= -trees.length, 'codes of a tree');
      if (to >= 0) continue;
      ensure(-1 - to > t && !visited.has(-1 - to), 'links between trees');
      visited.add(-1 - to);
    }
  });
}

/** Rejects a sum over unknown or unscored fields; returns its number of ranges. */
function checkSum(
  sums: Chain['sums'],
  {
    position,
    available,
    sizes,
  }: { position: number; available: ReadonlySet<number>; sizes: readonly number[] },
): number[] {
  if (sums === undefined) return [];
  const { scores, of } = sums;
  ensure(scores.length === sizes.length && of.length === sizes.length, 'sums over fields');
  const sum = of[position];
  if (sum === null) return [];
  const { fields, weights, cuts } = sum;
  ensure(
    weights.length === fields.length &&
      fields.every((f) => available.has(f) && scores[f]?.length === sizes[f]) &&
      cuts.length < 256 &&
      cuts.every((cut, i) => i === 0 || cut > cuts[i - 1]),
    'sums over fields',
  );
  return [cuts.length + 1];
}

/** Number of codes of each field, and whether it is numeric. */
type Fields = { sizes: readonly number[]; isNumber: readonly boolean[] };

/** Checks that trees draw each field once, from earlier ones. */
export function checkTrees(
  core: TreesCore,
  sizes: readonly number[],
  isNumber: readonly boolean[],
): void {
  const n = sizes.length;
  ensure(core.ordered.length === n && core.sizes.length === n, 'number of trees');
  sizes.forEach((size, field) => {
    ensure(core.sizes[field] === size, 'sizes of fields');
    ensure(core.ordered[field] === (isNumber[field] ? 1 : 0), 'kinds of fields');
  });
  checkChain(core, { sizes, isNumber });
  if (core.second !== undefined) checkChain(core.second, { sizes, isNumber });
}

function checkChain(chain: Chain, { sizes, isNumber }: Fields): void {
  const n = sizes.length;
  ensure(
    [chain.order, chain.trees, chain.features].every((list) => list.length === n),
    'number of trees',
  );
  const copies = new Map(chain.copies.map((entry) => [entry.field, entry.parents]));
  const available = new Set<number>();
  chain.order.forEach((field, position) => {
    ensure(field >= 0 && field < n && !available.has(field), 'field order');
    const own = chain.features[position];
    ensure(
      own.every((f) => available.has(f)),
      'fields drawn before their features',
    );
    const parents = copies.get(field) ?? new Int32Array(0);
    ensure(
      parents.every((f) => available.has(f) && isNumber[f] && isNumber[field]),
      'copied fields',
    );
    const sum = checkSum(chain.sums, { position, available, sizes });
    const shape = {
      sizes: [...Array.from(own, (f) => sizes[f]), ...sum],
      ordered: [...Array.from(own, (f) => (isNumber[f] ? 1 : 0)), ...sum.map(() => 1)],
    };
    checkNested(chain.trees[position], shape, sizes[field] + parents.length);
    available.add(field);
  });
  ensure(
    chain.copies.every(({ field }) => available.has(field)),
    'copied fields',
  );
}
