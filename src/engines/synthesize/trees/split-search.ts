import type { CountTables, NodeRows } from './count-tables.ts';
import { orderCodes } from './order-codes.ts';
import type { SplitSpace } from './split-space.ts';
import type { Target } from './tree.ts';

export type Split = { gain: number; feature: number; cut: number; order: Uint8Array | null };

type Node = NodeRows & {
  target: Target;
  /** Sum of x ln x over the node's classes. */
  own: number;
  leastLeaf: number;
  best: Split;
  counted: CountTables;
  /** The node's counts of all features, if there are such. */
  tables: Int32Array | null;
};

/** Searches for a cut of a node by its f-th feature that gains more than `best`, and stores it there. */
export function searchFeature(space: SplitSpace, node: Node, feature: Target, f: number): void {
  const { from, to, target, own, leastLeaf, best, counted, tables } = node;
  const size = feature.size;
  if (size < 2) return;
  const byTable = counted.isCounted(f, to - from);
  space.table = tables ?? space.own;
  space.at = tables === null ? 0 : counted.startOf(f);
  if (byTable && tables === null) countCells(space, node, feature);
  if (byTable) sumCells(space, size, target.size);
  else countCodes(space, node, feature);
  const { order, perCode, total, classes, classCount, table, left, xlogx, sorted } = space;
  const start = space.at;
  let present = 0;
  for (let code = 0; code < size; code++) if (perCode[code] > 0) order[present++] = code;
  if (present < 2) return;
  if (!feature.ordered && present > 2) orderCodes(space, { present, size, target });
  if (!byTable) sortClasses(space, node, feature, present);

  const n = to - from;
  const parentTerm = own - xlogx[n];
  left.fill(0, 0, target.size);
  let leftTerm = 0;
  let rightTerm = own;
  let leftRows = 0;
  let at = 0;
  for (let k = 0; k + 1 < present; k++) {
    const code = order[k];
    leftRows += perCode[code];
    if (n - leftRows < leastLeaf) break;
    if (byTable) {
      const base = start + code * target.size;
      for (let c = 0; c < classCount; c++) {
        const cls = classes[c];
        const moved = table[base + cls];
        if (moved === 0) continue;
        const before = left[cls];
        const after = before + moved;
        left[cls] = after;
        leftTerm += xlogx[after] - xlogx[before];
        rightTerm += xlogx[total[cls] - after] - xlogx[total[cls] - before];
      }
    } else {
      for (; at < leftRows; at++) {
        const cls = sorted[at];
        const before = left[cls];
        left[cls] = before + 1;
        leftTerm += xlogx[before + 1] - xlogx[before];
        rightTerm += xlogx[total[cls] - before - 1] - xlogx[total[cls] - before];
      }
    }
    if (leftRows < leastLeaf) continue;
    const gain = leftTerm - xlogx[leftRows] + rightTerm - xlogx[n - leftRows] - parentTerm;
    if (gain > best.gain) {
      best.gain = gain;
      best.feature = f;
      best.cut = feature.ordered ? code : k + 1;
      best.order = feature.ordered ? null : order.slice(0, present);
    }
  }
}

function countCells(space: SplitSpace, { rows, from, to, target }: Node, feature: Target): void {
  const { table, classOf } = space;
  const width = target.size;
  const { codes } = feature;
  table.fill(0, 0, feature.size * width);
  for (let i = from; i < to; i++) table[codes[rows[i]] * width + classOf[i - from]]++;
}

function sumCells({ perCode, classSum, table, at }: SplitSpace, size: number, width: number): void {
  for (let code = 0; code < size; code++) {
    let sum = 0;
    let weighted = 0;
    for (let c = 0; c < width; c++) {
      const cell = table[at + code * width + c];
      sum += cell;
      weighted += c * cell;
    }
    perCode[code] = sum;
    classSum[code] = weighted;
  }
}

function countCodes(space: SplitSpace, { rows, from, to }: Node, feature: Target): void {
  const { perCode, classSum, classOf } = space;
  const { codes } = feature;
  perCode.fill(0, 0, feature.size);
  if (feature.ordered) {
    for (let i = from; i < to; i++) perCode[codes[rows[i]]]++;
    return;
  }
  classSum.fill(0, 0, feature.size);
  for (let i = from; i < to; i++) {
    const code = codes[rows[i]];
    perCode[code]++;
    classSum[code] += classOf[i - from];
  }
}

/** Sorts the node's classes by the feature's codes (counting sort). */
function sortClasses(
  space: SplitSpace,
  { rows, from, to }: Node,
  { codes }: Target,
  present: number,
): void {
  const { next, order, perCode, sorted, classOf } = space;
  let at = 0;
  for (let k = 0; k < present; k++) {
    next[order[k]] = at;
    at += perCode[order[k]];
  }
  for (let i = from; i < to; i++) {
    sorted[next[codes[rows[i]]]++] = classOf[i - from];
  }
}
