import { CountTables, type NodeRows } from './count-tables.ts';
import { keepTotals } from './keep-totals.ts';
import { shrinkNodes } from './shrink-nodes.ts';
import { type Split, searchFeature } from './split-search.ts';
import { type SplitSpace, splitSpace } from './split-space.ts';
import type { Target, Tree, TreeInput } from './tree.ts';

const MAX_DEPTH = 24;

let logTable = new Float64Array(0);

function logProducts(n: number): Float64Array {
  if (logTable.length <= n) {
    logTable = new Float64Array(n + 1);
    for (let i = 2; i <= n; i++) logTable[i] = i * Math.log(i);
  }
  return logTable;
}

type Open = { node: number; depth: number; tables: Int32Array | null };

type Growing = {
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  parent: number[];
  leftOf: number[];
  from: number[];
  to: number[];
};

/**
 * Grows one tree for `target` on `features` by entropy gain. A split is retained if the gain in
 * nats exceeds its description length: `descriptionWeight` * (min(classes, classCap) - 1) / 2 *
 * ln(rows) + ln(8 * features).
 */
export function fitTree(
  target: Target,
  { features, rows, options, pause = () => {} }: TreeInput,
): Tree {
  const xlogx = logProducts(rows.length);
  const widest = features.reduce((most, { size }) => Math.max(most, size), 1);
  const space = splitSpace(rows.length, widest * target.size, xlogx);
  const grown: Growing = {
    feature: [-1],
    threshold: [0],
    left: [-1],
    right: [-1],
    parent: [-1],
    leftOf: [],
    from: [0],
    to: [rows.length],
  };
  const { scratch } = space;
  const counted = new CountTables(features, target, space.classOf);
  const stack: Open[] = [{ node: 0, depth: 0, tables: null }];
  const price = Math.log(8 * Math.max(1, features.length));
  const weight = target.ordered ? options.orderedWeight : options.descriptionWeight;
  const shrink = target.ordered ? options.orderedShrink : options.shrink;
  const { leastLeaf } = options;
  /** Splits a node, if a split pays. A function of its own, so that it is compiled once. */
  const split = ({ node, depth, tables: given }: Open): void => {
    const from = grown.from[node];
    const to = grown.to[node];
    const n = to - from;
    if (n < 2 * leastLeaf || depth >= MAX_DEPTH) {
      counted.release(given);
      return;
    }
    const tables = given ?? (counted.pays(n) ? counted.count({ rows, from, to }) : null);
    const own = countClasses(space, target, { rows, from, to });
    const cost =
      weight * 0.5 * (Math.min(space.classCount, options.classCap) - 1) * Math.log(n) + price;
    const best: Split = { gain: weight > 0 ? cost : 1e-9, feature: -1, cut: 0, order: null };
    if (space.classCount > 1) {
      const node = { rows, from, to, target, own, leastLeaf, best, counted, tables };
      for (let f = 0; f < features.length; f++) searchFeature(space, node, features[f], f);
    }
    if (best.feature < 0) {
      counted.release(tables);
      return;
    }
    const feature = features[best.feature];
    const threshold = best.order === null ? best.cut : writeLeft(grown.leftOf, feature.size, best);
    const middle = partition(rows, { from, to, scratch, feature, threshold, leftOf: grown.leftOf });
    const child = addChildren(grown, node, { best, threshold, from, middle, to });
    const [ofLeft, ofRight] = counted.split(tables, [
      { rows, from, to: middle },
      { rows, from: middle, to },
    ]);
    stack.push(
      { node: child + 1, depth: depth + 1, tables: ofRight },
      { node: child, depth: depth + 1, tables: ofLeft },
    );
  };
  while (stack.length > 0) {
    pause();
    split(stack.pop()!);
  }
  const { inner } = options;
  const tree = finish(grown, { rows, target, inner });
  const above = shrinkNodes(tree, target.size, { shrink, inner });
  return keepTotals({ ...tree, above }, target.size);
}

/** Counts the classes of a node's rows; returns the sum of x ln x over them. */
function countClasses(
  space: SplitSpace,
  { codes, size }: Target,
  { rows, from, to }: NodeRows,
): number {
  const { total, classOf, classes, xlogx } = space;
  total.fill(0, 0, size);
  for (let i = from; i < to; i++) {
    const code = codes[rows[i]];
    classOf[i - from] = code;
    total[code]++;
  }
  space.classCount = 0;
  let own = 0;
  for (let c = 0; c < size; c++) {
    if (total[c] === 0) continue;
    classes[space.classCount++] = c;
    own += xlogx[total[c]];
  }
  return own;
}

/** Appends the two nodes below a node; returns the first. */
function addChildren(
  grown: Growing,
  node: number,
  {
    best,
    threshold,
    from,
    middle,
    to,
  }: { best: Split; threshold: number; from: number; middle: number; to: number },
): number {
  const child = grown.feature.length;
  grown.feature[node] = best.feature;
  grown.threshold[node] = threshold;
  grown.left[node] = child;
  grown.right[node] = child + 1;
  grown.feature.push(-1, -1);
  grown.threshold.push(0, 0);
  grown.left.push(-1, -1);
  grown.right.push(-1, -1);
  grown.parent.push(node, node);
  grown.from.push(from, middle);
  grown.to.push(middle, to);
  return child;
}

/** Appends a table of the codes that go left and returns its offset. */
function writeLeft(leftOf: number[], size: number, split: Split): number {
  const offset = leftOf.length;
  const goes = new Uint8Array(size);
  for (let k = 0; k < split.cut; k++) goes[split.order![k]] = 1;
  for (const value of goes) leftOf.push(value);
  return offset;
}

/** Moves the rows that go left to the front, preserving the order on both sides. */
function partition(
  rows: Uint32Array,
  {
    from,
    to,
    scratch,
    feature: { codes, ordered },
    threshold,
    leftOf,
  }: {
    from: number;
    to: number;
    scratch: Uint32Array;
    feature: Target;
    threshold: number;
    leftOf: readonly number[];
  },
): number {
  let at = from;
  let aside = 0;
  for (let i = from; i < to; i++) {
    const row = rows[i];
    const code = codes[row];
    const goesLeft = ordered ? code <= threshold : leftOf[threshold + code] === 1;
    if (goesLeft) rows[at++] = row;
    else scratch[aside++] = row;
  }
  rows.set(scratch.subarray(0, aside), at);
  return at;
}

/** Counts the rows of each code at each node: leaves are counted, inner nodes summed. */
function countNodes(grown: Growing, rows: Uint32Array, { codes, size }: Target): Uint32Array {
  const nodes = grown.feature.length;
  const counts = new Uint32Array(nodes * size);
  for (let node = nodes - 1; node >= 0; node--) {
    const at = node * size;
    if (grown.feature[node] < 0) {
      for (let i = grown.from[node]; i < grown.to[node]; i++) counts[at + codes[rows[i]]]++;
    }
    const above = grown.parent[node];
    if (above < 0) continue;
    for (let c = 0; c < size; c++) counts[above * size + c] += counts[at + c];
  }
  return counts;
}

/** Packs the tree, with the counts of leaves and of the nodes they shrink towards. */
function finish(
  grown: Growing,
  { rows, target, inner }: { rows: Uint32Array; target: Target; inner: boolean },
): Tree {
  const nodes = grown.feature.length;
  const { size } = target;
  const counts = countNodes(grown, rows, target);
  const needed = new Uint8Array(nodes).fill(inner ? 1 : 0);
  for (let node = 0; node < nodes; node++) {
    if (grown.feature[node] >= 0) continue;
    needed[node] = 1;
    if (grown.parent[node] >= 0) needed[grown.parent[node]] = 1;
  }
  const start = new Int32Array(nodes + 1);
  const codes: number[] = [];
  const cumulated: number[] = [];
  for (let node = 0; node < nodes; node++) {
    start[node] = codes.length;
    if (needed[node] === 0) continue;
    let sum = 0;
    for (let c = 0; c < size; c++) {
      const count = counts[node * size + c];
      if (count === 0) continue;
      sum += count;
      codes.push(c);
      cumulated.push(sum);
    }
  }
  start[nodes] = codes.length;
  return {
    feature: Int32Array.from(grown.feature),
    threshold: Int32Array.from(grown.threshold),
    left: Int32Array.from(grown.left),
    right: Int32Array.from(grown.right),
    parent: Int32Array.from(grown.parent),
    above: new Uint8Array(nodes),
    leftOf: Uint8Array.from(grown.leftOf),
    start,
    codes: Uint8Array.from(codes),
    rows: Uint32Array.from(cumulated),
  };
}
