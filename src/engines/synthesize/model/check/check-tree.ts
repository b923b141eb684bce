import type { Chain } from '../../trees/chain.ts';
import type { Nested } from '../../trees/nested.ts';
import type { Tree } from '../../trees/tree.ts';
import type { TreesCore } from '../../trees/trees.ts';
import { ensure } from '../model-unreadable.ts';
import { ensureStarts } from './check-codec.ts';

/** What a tree's features are: the number of codes of each, and which have an order. */
export type FeatureShape = { sizes: ArrayLike<number>; ordered: ArrayLike<number> };

/**
 * Refuses a tree that a walk would not leave, or that would give a class that there is not.
 *
 * @param codes number of classes that the tree may give
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
    ensure(node === 0 ? above === -1 : above >= 0 && above < node, 'the way up a tree');
    checkCounts(tree, node);
    const f = tree.feature[node];
    if (tree.above[node] > 0)
      ensure(above >= 0 && tree.start[above] < tree.start[above + 1], 'what stands above a node');
    if (f < 0) {
      ensure(tree.start[node] < tree.start[node + 1], 'an empty leaf');
      continue;
    }
    ensure(f < features.sizes.length, 'a feature of a tree');
    for (const child of [tree.left[node], tree.right[node]]) {
      ensure(child > node && child < nodes && tree.parent[child] === node, 'the way down a tree');
    }
    const threshold = tree.threshold[node];
    ensure(
      features.ordered[f] === 1 ||
        (threshold >= 0 && threshold + features.sizes[f] <= tree.leftOf.length),
      'a split by words',
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
 * Refuses trees of one target that would ask one another in circles, or give a code that it has not.
 *
 * @param codes number of codes that the trees may give
 */
export function checkNested(nested: Nested, features: FeatureShape, codes: number): void {
  const { trees, start, next } = nested;
  ensureStarts(start, { parts: trees.length, end: next.length, what: 'classes of trees' });
  const visited = new Set([0]);
  trees.forEach((tree, t) => {
    const classes = next.subarray(start[t], start[t + 1]);
    ensure(visited.has(t) && classes.length > 0, 'trees that lead to one another');
    checkTree(tree, features, classes.length);
    for (const to of classes) {
      ensure(to < codes && to >= -trees.length, 'codes of a tree');
      if (to >= 0) continue;
      ensure(-1 - to > t && !visited.has(-1 - to), 'trees that lead to one another');
      visited.add(-1 - to);
    }
  });
}

/** Refuses a sum over fields that are not known yet or have no scores; answers into how many ranges it is cut. */
function checkSum(
  sums: Chain['sums'],
  {
    position,
    known,
    sizes,
  }: { position: number; known: ReadonlySet<number>; sizes: readonly number[] },
): number[] {
  if (sums === undefined) return [];
  const { scores, of } = sums;
  ensure(scores.length === sizes.length && of.length === sizes.length, 'sums over fields');
  const sum = of[position];
  if (sum === null) return [];
  const { fields, weights, cuts } = sum;
  ensure(
    weights.length === fields.length &&
      fields.every((f) => known.has(f) && scores[f]?.length === sizes[f]) &&
      cuts.length < 256 &&
      cuts.every((cut, i) => i === 0 || cut > cuts[i - 1]),
    'sums over fields',
  );
  return [cuts.length + 1];
}

/** What fields a core draws: the number of codes of each, and which are numbers. */
type Fields = { sizes: readonly number[]; isNumber: readonly boolean[] };

/** Refuses trees that do not draw each of the fields once, from those before it. */
export function checkTrees(
  core: TreesCore,
  sizes: readonly number[],
  isNumber: readonly boolean[],
): void {
  const n = sizes.length;
  ensure(core.ordered.length === n && core.sizes.length === n, 'one tree for each field');
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
    'one tree for each field',
  );
  const copies = new Map(chain.copies.map((entry) => [entry.field, entry.parents]));
  const known = new Set<number>();
  chain.order.forEach((field, position) => {
    ensure(field >= 0 && field < n && !known.has(field), 'the order of fields');
    const own = chain.features[position];
    ensure(
      own.every((f) => known.has(f)),
      'fields drawn too early',
    );
    const parents = copies.get(field) ?? new Int32Array(0);
    ensure(
      parents.every((f) => known.has(f) && isNumber[f] && isNumber[field]),
      'fields that repeat others',
    );
    const sum = checkSum(chain.sums, { position, known, sizes });
    const shape = {
      sizes: [...Array.from(own, (f) => sizes[f]), ...sum],
      ordered: [...Array.from(own, (f) => (isNumber[f] ? 1 : 0)), ...sum.map(() => 1)],
    };
    checkNested(chain.trees[position], shape, sizes[field] + parents.length);
    known.add(field);
  });
  ensure(
    chain.copies.every(({ field }) => known.has(field)),
    'fields that repeat others',
  );
}
