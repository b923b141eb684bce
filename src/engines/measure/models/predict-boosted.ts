export type TreeNode = {
  feature: number;
  cut: number;
  left: number;
  right: number;
  value: number;
};
/** Trees of two classes, and the log odds before the first. */
export type Boosted = { trees: TreeNode[][]; start: number };

/** Returns the log odds of class 1 for the given rows. */
export function predict(
  { trees, start }: Boosted,
  features: readonly Uint8Array[],
  rows: Uint32Array,
): Float64Array {
  const { walk, values, roots } = flatten(trees);
  const odds = new Float64Array(rows.length);
  const bins = new Uint8Array(features.length);
  for (let i = 0; i < rows.length; i++) {
    for (let f = 0; f < bins.length; f++) bins[f] = features[f][rows[i]];
    let sum = start;
    for (let t = 0; t < roots.length; t++) {
      let at = roots[t];
      // The side is a number, since a branch on it would often be mispredicted.
      while (walk[at] >= 0) at = walk[at + 2 + ((walk[at + 1] - bins[walk[at]]) >>> 31)];
      sum += values[at >> 2];
    }
    odds[i] = sum;
  }
  return odds;
}

/** Stores all trees in one list: per node its feature, cut, and the places of both children. */
function flatten(trees: readonly (readonly TreeNode[])[]) {
  const nodes = trees.flat();
  const walk = new Int32Array(4 * nodes.length);
  const roots = new Int32Array(trees.length);
  let first = 0;
  trees.forEach((own, t) => {
    roots[t] = 4 * first;
    own.forEach(({ feature, cut, left, right }, n) => {
      walk.set([feature, cut, 4 * (first + left), 4 * (first + right)], 4 * (first + n));
    });
    first += own.length;
  });
  return { walk, values: Float64Array.from(nodes, ({ value }) => value), roots };
}
