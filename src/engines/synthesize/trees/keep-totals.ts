import { type Tree, WHOLE } from './tree.ts';

/** Fractions of a row in which nodes above leaves count. */
const PARTS = 64;

/**
 * Returns a tree whose nodes above leaves draw what their leaves pass on, so that shrinkage keeps
 * the number of each code. With the node's own counts, codes of small leaves, which shrink much,
 * would be lost to those of large ones, which shrink little.
 *
 * @param size number of the target's codes
 */
export function keepTotals(tree: Tree, size: number): Tree {
  const nodes = tree.feature.length;
  const passed = new Float64Array(nodes * size);
  for (let node = nodes - 1; node >= 0; node--) {
    const at = node * size;
    if (tree.feature[node] < 0)
      for (let i = tree.start[node]; i < tree.start[node + 1]; i++)
        passed[at + tree.codes[i]] = tree.rows[i] - (i > tree.start[node] ? tree.rows[i - 1] : 0);
    const above = tree.parent[node];
    if (above < 0 || tree.above[node] === 0) continue;
    const share = tree.above[node] / WHOLE;
    for (let c = 0; c < size; c++) passed[above * size + c] += share * passed[at + c];
  }
  const above = tree.above.slice();
  const start = new Int32Array(nodes + 1);
  const codes: number[] = [];
  const rows: number[] = [];
  for (let node = 0; node < nodes; node++) {
    start[node] = codes.length;
    const isLeaf = tree.feature[node] < 0;
    let sum = 0;
    for (let c = 0; c < size; c++) {
      const count = passed[node * size + c];
      const own = isLeaf ? count : Math.ceil(PARTS * count);
      if (own === 0) continue;
      sum += own;
      codes.push(c);
      rows.push(sum);
    }
    // No draw comes here.
    if (sum === 0) above[node] = 0;
  }
  start[nodes] = codes.length;
  return { ...tree, above, start, codes: Uint8Array.from(codes), rows: Uint32Array.from(rows) };
}
