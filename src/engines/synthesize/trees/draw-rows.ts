import type { RandomStream } from '../../random/stream.ts';
import { drawEvenly } from './draw-evenly.ts';
import { type Tree, WHOLE } from './tree.ts';

export type DrawnRows = {
  features: readonly Uint8Array[];
  ordered: Uint8Array;
  stream: RandomStream;
  /** True if rows of one leaf take their shares of it evenly; each alone is drawn as without. */
  isEven?: boolean | undefined;
  /** Receives each row's code. */
  out: Uint8Array;
};

type Rows = {
  rows: Uint32Array;
  features: readonly Uint8Array[];
  ordered: Uint8Array;
};

/** Lists each reached leaf with its rows, as first and last place in `rows`, which is reordered. */
function leavesOf(
  tree: Tree,
  { rows, aside, count, features, ordered }: Rows & { aside: Uint32Array; count: number },
): number[] {
  const { feature, threshold, left, right, leftOf } = tree;
  const leaves: number[] = [];
  const waiting = [0, 0, count];
  while (waiting.length > 0) {
    const to = waiting.pop()!;
    const from = waiting.pop()!;
    const node = waiting.pop()!;
    const f = feature[node];
    if (f < 0) {
      leaves.push(node, from, to);
      continue;
    }
    const codes = features[f];
    const limit = threshold[node];
    let at = from;
    let put = 0;
    // Each row is written to both sides, as a mispredicted branch costs more than a write.
    if (ordered[f] === 1) {
      for (let i = from; i < to; i++) {
        const row = rows[i];
        const goesLeft = (codes[row] - limit - 1) >>> 31;
        rows[at] = row;
        aside[put] = row;
        at += goesLeft;
        put += 1 - goesLeft;
      }
    } else {
      for (let i = from; i < to; i++) {
        const row = rows[i];
        const goesLeft = Number(leftOf[limit + codes[row]] === 1);
        rows[at] = row;
        aside[put] = row;
        at += goesLeft;
        put += 1 - goesLeft;
      }
    }
    for (let i = 0; i < put; i++) rows[at + i] = aside[i];
    if (at < to) waiting.push(right[node], at, to);
    if (at > from) waiting.push(left[node], from, at);
  }
  return leaves;
}

/** Arrays for `drawRows` on up to so many rows, reused because they cost more than the draws. */
export type DrawSpace = {
  rows: Uint32Array;
  aside: Uint32Array;
  draws: Float64Array;
  drawOf: Float64Array;
};

export const drawSpace = (rows: number): DrawSpace => ({
  rows: new Uint32Array(rows),
  aside: new Uint32Array(rows),
  draws: new Float64Array(rows),
  drawOf: new Float64Array(rows),
});

/**
 * Draws codes like `drawFrom` for many rows, each in its own leaf, with one number in [0, 1) per
 * row. The rows of a node are divided at once, since walks of single rows dominated sampling time.
 */
export function drawRows(
  tree: Tree,
  {
    stream,
    isEven = false,
    out,
    space: { rows, aside, draws, drawOf },
    ...of
  }: DrawnRows & { rows: Uint32Array; space: DrawSpace },
): void {
  const { parent, above, start, codes, rows: counts } = tree;
  const count = of.rows.length;
  stream.floats(draws, count);
  rows.set(of.rows);
  for (let i = 0; i < count; i++) drawOf[rows[i]] = draws[i];
  const leaves = leavesOf(tree, { ...of, rows, aside, count });
  if (isEven)
    for (let k = 0; k < leaves.length; k += 3)
      drawEvenly(rows.subarray(leaves[k + 1], leaves[k + 2]), drawOf, stream);
  for (let k = 0; k < leaves.length; k += 3) {
    const leaf = leaves[k];
    const to = leaves[k + 2];
    const leafShare = above[leaf];
    const leafFirst = start[leaf];
    const leafLast = start[leaf + 1] - 1;
    for (let i = leaves[k + 1]; i < to; i++) {
      const row = rows[i];
      let draw = drawOf[row] * WHOLE;
      let share = leafShare;
      let at = leafFirst;
      let last = leafLast;
      if (draw < share) {
        let node = leaf;
        while (draw < share) {
          draw *= WHOLE / share;
          node = parent[node];
          share = above[node];
        }
        at = start[node];
        last = start[node + 1] - 1;
      }
      const counted = ((draw - share) / (WHOLE - share)) * counts[last];
      const first = at;
      for (let other = first; other < last; other++) at += Number(counts[other] <= counted);
      out[row] = codes[at];
    }
  }
}
