import { type Tree, WHOLE } from './tree.ts';

const FACTORS = [1 / 16, 1 / 4, 1, 4];
/** Rows from which a leaf may keep to itself more than `shrink` says, in times `shrink`. */
const MANY = 4;
const NEVER_SEEN = 1e-9;

/** Rows of each code at a node. */
function countsAt(tree: Tree, node: number, out: Float64Array): number {
  out.fill(0);
  const from = tree.start[node];
  const to = tree.start[node + 1];
  for (let i = from; i < to; i++) {
    out[tree.codes[i]] = tree.rows[i] - (i > from ? tree.rows[i - 1] : 0);
  }
  return to > from ? tree.rows[to - 1] : 0;
}

/** How likely a leaf's rows are, each predicted by the others and by `weight` rows like those above. */
function leftOut(
  own: Float64Array,
  {
    rows,
    above,
    rowsAbove,
    weight,
  }: { rows: number; above: Float64Array; rowsAbove: number; weight: number },
): number {
  let sum = 0;
  for (let c = 0; c < own.length; c++) {
    if (own[c] === 0) continue;
    const prior = (above[c] - 1) / (rowsAbove - 1);
    const chance = (own[c] - 1 + weight * prior) / (rows - 1 + weight);
    sum += own[c] * Math.log(Math.max(NEVER_SEEN, chance));
  }
  return sum;
}

/**
 * How much of each leaf's draws comes from the node above: weight / (weight + rows), with the weight, of a few
 * around `shrink`, that foretells the leaf's rows best when each is left out in turn. A leaf whose rows agree
 * keeps to itself; one that only chance set apart does not.
 */
export function shrinkLeaves(tree: Tree, codes: number, shrink: number): Uint8Array {
  const out = new Uint8Array(tree.feature.length);
  if (shrink <= 0) return out;
  const own = new Float64Array(codes);
  const above = new Float64Array(codes);
  for (let leaf = 1; leaf < out.length; leaf++) {
    if (tree.feature[leaf] >= 0) continue;
    const rows = countsAt(tree, leaf, own);
    const rowsAbove = countsAt(tree, tree.parent[leaf], above);
    let best = Number.NEGATIVE_INFINITY;
    for (const factor of FACTORS) {
      if (factor < 1 && rows < MANY * shrink) continue;
      const weight = factor * shrink;
      const likely = leftOut(own, { rows, above, rowsAbove, weight });
      if (likely <= best) continue;
      best = likely;
      out[leaf] = Math.round((WHOLE * weight) / (weight + rows));
    }
  }
  return out;
}
