import { type Tree, WHOLE } from './tree.ts';

const FACTORS = [1 / 16, 1 / 4, 1, 4];
/** Rows, in multiples of `shrink`, from which a node may shrink less than `shrink` specifies. */
const MANY = 4;
const NEVER_SEEN = 1e-9;

function countsAt(tree: Tree, node: number, out: Float64Array): number {
  out.fill(0);
  const from = tree.start[node];
  const to = tree.start[node + 1];
  for (let i = from; i < to; i++) {
    out[tree.codes[i]] = tree.rows[i] - (i > from ? tree.rows[i - 1] : 0);
  }
  return to > from ? tree.rows[to - 1] : 0;
}

/** Rows of a node by code, and each code's prior above it without one row of that code. */
type Shrunk = { own: Float64Array; rows: number; prior: Float64Array };

/** Returns a code's probability given the node's other rows and `weight` rows of the prior. */
const chanceWithout = ({ own, rows, prior }: Shrunk, code: number, weight: number): number =>
  (own[code] - 1 + weight * prior[code]) / (rows - 1 + weight);

/** Returns the leave-one-out log-likelihood of a node's rows. */
function leaveOneOutLikelihood(node: Shrunk, weight: number): number {
  let sum = 0;
  for (let c = 0; c < node.own.length; c++) {
    if (node.own[c] === 0) continue;
    sum += node.own[c] * Math.log(Math.max(NEVER_SEEN, chanceWithout(node, c, weight)));
  }
  return sum;
}

/** Returns the weight, of a few around `shrink`, that best predicts a node's rows. */
function bestWeight(node: Shrunk, shrink: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const factor of FACTORS) {
    if (factor < 1 && node.rows < MANY * shrink) continue;
    const likely = leaveOneOutLikelihood(node, factor * shrink);
    if (likely <= most) continue;
    most = likely;
    best = factor * shrink;
  }
  return best;
}

/**
 * Computes the share of each leaf's draws that come from the node above: weight / (weight + rows).
 * The weight, of a few around `shrink`, is the best leave-one-out predictor of the leaf's rows:
 * leaves whose rows agree shrink little, random ones a lot. If inner nodes shrink too, a draw
 * ascends until a node retains it, as in hierarchical shrinkage (Agarwal, Tan, Ronen, Singh and Yu
 * 2022).
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
  // Probability of each code at a node without one row of that code.
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
