import { type Tree, WHOLE } from './tree.ts';

const FACTORS = [1 / 16, 1 / 4, 1, 4];
/** Rows from which a node may keep to itself more than `shrink` says, in times `shrink`. */
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

/** A node's rows by code, and how likely each code is above it without one row that has it. */
type Shrunk = { own: Float64Array; rows: number; prior: Float64Array };

/** How likely a row's code is by the other rows and by `weight` rows like those above. */
const chanceWithout = ({ own, rows, prior }: Shrunk, code: number, weight: number): number =>
  (own[code] - 1 + weight * prior[code]) / (rows - 1 + weight);

/** How likely a node's rows are, each predicted by the others and by those above. */
function leftOut(node: Shrunk, weight: number): number {
  let sum = 0;
  for (let c = 0; c < node.own.length; c++) {
    if (node.own[c] === 0) continue;
    sum += node.own[c] * Math.log(Math.max(NEVER_SEEN, chanceWithout(node, c, weight)));
  }
  return sum;
}

/** The weight, of a few around `shrink`, that foretells a node's rows best. */
function bestWeight(node: Shrunk, shrink: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const factor of FACTORS) {
    if (factor < 1 && node.rows < MANY * shrink) continue;
    const likely = leftOut(node, factor * shrink);
    if (likely <= most) continue;
    most = likely;
    best = factor * shrink;
  }
  return best;
}

/**
 * How much of each leaf's draws comes from the node above: weight / (weight + rows), with the weight, of a few
 * around `shrink`, that foretells the leaf's rows best when each is left out in turn. A leaf whose rows agree
 * keeps to itself; one that only chance set apart does not. Where nodes inside shrink as well, a draw goes up until a
 * node keeps it, as in hierarchical shrinkage (Agarwal, Tan, Ronen, Singh and Yu 2022).
 *
 * @param codes number of the target's codes
 */
export function shrinkNodes(
  tree: Tree,
  codes: number,
  { shrink, inner }: { shrink: number; inner: boolean },
): Uint8Array {
  const nodes = tree.feature.length;
  const out = new Uint8Array(nodes);
  if (shrink <= 0) return out;
  const own = new Float64Array(codes);
  // How likely each code is at a node without one row that has it.
  const chances: (Float64Array | undefined)[] = [];
  for (let node = 0; node < nodes; node++) {
    const isLeaf = tree.feature[node] < 0;
    const rows = countsAt(tree, node, own);
    const prior = chances[tree.parent[node]];
    let weight = 0;
    if (prior !== undefined && (isLeaf || inner)) {
      weight = bestWeight({ own, rows, prior }, shrink);
      out[node] = Math.min(WHOLE - 1, Math.round((WHOLE * weight) / (weight + rows)));
    }
    if (isLeaf) continue;
    const above = prior ?? new Float64Array(codes);
    chances[node] = own.map((count, code) =>
      weight > 0
        ? Math.max(0, chanceWithout({ own, rows, prior: above }, code, weight))
        : (count - 1) / (rows - 1),
    );
  }
  return out;
}
