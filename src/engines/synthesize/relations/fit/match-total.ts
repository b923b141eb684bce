import { meanOfCode } from '../../codec/mean-of-code.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { leafOf, type Target, type Tree, WHOLE } from '../../trees/tree.ts';

/** Relative deviation from the total up to which counts are not weighted. */
const TOLERANCE = 0.002;
/** Limits of the weights: largest over least is at most exp(2) for large counts, else exp(12). */
const STRONG = 2;
const STRONGEST = 12;
/** Maximum count that is not scaled. */
const LARGE = 10;
const HALVINGS = 40;
/** Denominator of a node's weighted counts. */
const PARTS = 1_000_000;

/** Counts the rows of the other table drawn from each node. */
function rowsByNode(tree: Tree, contextColumns: readonly Target[], parents: number): Float64Array {
  const features = contextColumns.map(({ codes }) => codes);
  const ordered = Uint8Array.from(contextColumns, (target) => (target.ordered ? 1 : 0));
  const rows = new Float64Array(tree.feature.length);
  for (let row = 0; row < parents; row++) {
    const leaf = leafOf(tree, { features, ordered, row });
    const above = tree.above[leaf] / WHOLE;
    rows[leaf] += 1 - above;
    if (above > 0) rows[tree.parent[leaf]] += above;
  }
  return rows;
}

function meanOfNode(
  { start, codes, rows }: Tree,
  node: number,
  { means, weights }: { means: Float64Array; weights: Float64Array },
): number {
  let sum = 0;
  let total = 0;
  let before = 0;
  for (let i = start[node]; i < start[node + 1]; i++) {
    const weight = (rows[i] - before) * weights[codes[i]];
    before = rows[i];
    total += weight;
    sum += weight * means[codes[i]];
  }
  return sum / total;
}

function weighed(tree: Tree, weights: Float64Array): Tree {
  const rows = new Uint32Array(tree.rows.length);
  for (let node = 0; node < tree.feature.length; node++) {
    const places = Array.from(
      { length: tree.start[node + 1] - tree.start[node] },
      (_, i) => tree.start[node] + i,
    );
    const own = places.map(
      (i, k) => (tree.rows[i] - (k === 0 ? 0 : tree.rows[i - 1])) * weights[tree.codes[i]],
    );
    const total = own.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    places.forEach((i, k) => {
      sum += Math.max(1, Math.round((own[k] / total) * PARTS));
      rows[i] = sum;
    });
  }
  return { ...tree, rows };
}

/** Returns a codec of counts multiplied by a factor, as integers. */
function timesAsMany(codec: NumberCodec, factor: number): NumberCodec {
  const whole = (value: number) => Math.round(value * factor);
  return {
    ...codec,
    upper: codec.upper.map((value) => value * factor),
    atomValue: codec.atomValue.map(whole),
    edges: codec.edges.map((value) => value * factor),
    low: whole(codec.low),
    high: Math.ceil(codec.high * factor),
  };
}

type Drawing = {
  tree: Tree;
  count: NumberCodec;
  /** Rows drawn from each node. */
  rowsAtNode: Float64Array;
  total: number;
};

/**
 * Computes code weights for which sampled counts match the total: exponential in the count, which
 * gives the distribution nearest to the fitted one with the required mean (I-projection: Csiszár
 * 1975).
 *
 * @param most the largest weight is at most exp(most) times the least
 */
function weightsFor({ tree, count, rowsAtNode, total }: Drawing, most: number) {
  const means = Float64Array.from({ length: count.size }, (_, code) => meanOfCode(count, code));
  const [least, greatest] = [Math.min(...means), Math.max(...means)];
  const by = (slope: number) => {
    const from = slope > 0 ? greatest : least;
    const weights = means.map((mean) =>
      Math.exp((slope * (mean - from)) / Math.max(1e-9, greatest - least)),
    );
    let sum = 0;
    rowsAtNode.forEach((rows, node) => {
      if (rows > 0) sum += rows * meanOfNode(tree, node, { means, weights });
    });
    return { weights, sum };
  };
  const unweighed = by(0);
  if (Math.abs(unweighed.sum - total) <= TOLERANCE * total)
    return { weights: null, sum: unweighed.sum, unweighed: unweighed.sum };
  let [low, high] = [-most, most];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (by(middle).sum < total) low = middle;
    else high = middle;
  }
  return { ...by((low + high) / 2), unweighed: unweighed.sum };
}

/**
 * Adjusts sampled counts to the file's total on average. Counts of too few rows are suppressed, so
 * the total would be too small if one row has a large share. Codes are weighted by their counts, so
 * that no new count occurs. If that needs strong weights, because the mean is near or above the
 * largest shown count, and counts are large, all counts are multiplied instead. Both follow from
 * the total, which is the table's number of rows and not private.
 *
 * @param total sum of the counts of all rows of the other table; few counts approximate it
 */
export function matchTotal(
  learned: { count: NumberCodec; countTree: Tree },
  {
    contextColumns,
    parents,
    total,
  }: { contextColumns: readonly Target[]; parents: number; total: number },
): { count: NumberCodec; countTree: Tree } {
  const { count, countTree } = learned;
  if (count.nullCode >= 0 || count.low === count.high) return learned;
  const rowsAtNode = rowsByNode(countTree, contextColumns, parents);
  const drawing = { tree: countTree, count, rowsAtNode, total };
  const weighting = weightsFor(drawing, count.high < LARGE ? STRONGEST : STRONG);
  if (weighting.weights === null) return learned;
  if (count.high < LARGE || weighting.sum >= (1 - TOLERANCE) * total)
    return { count, countTree: weighed(countTree, weighting.weights) };
  const larger = timesAsMany(count, total / weighting.unweighed);
  const { weights } = weightsFor({ ...drawing, count: larger }, STRONG);
  return {
    count: larger,
    countTree: weights === null ? countTree : weighed(countTree, weights),
  };
}
