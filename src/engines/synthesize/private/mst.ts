import {
  discreteGaussian,
  exponentialMechanism,
  type Variance,
  varianceAtLeast,
} from './discrete-gaussian.ts';
import type { RandomIntegers } from './random-integers.ts';
import { type Edge, estimateTree, type Measurement, type TreeModel } from './tree-model.ts';

/** A table as the mechanism sees it. Domains are public: they must not come from the rows. */
export type PrivateTable = {
  codes: readonly Uint8Array[];
  /** Number of codes of each column, whether met or not. */
  sizes: readonly number[];
  /** What each row counts, in whole units. */
  weights: Int32Array | null;
  /** The most one person counts over all rows: the sensitivity, in the same units. */
  scale: number;
};

/** The noisy counts, all that leaves the data, and what they cost. */
export type Released = {
  /** Noisy counts of every column, before rare codes are merged. */
  noisy: Float64Array[];
  total: number;
  merged: Uint8Array[];
  sizes: number[];
  edges: Edge[];
  ofColumns: Measurement[];
  ofEdges: Measurement[];
  rho: number;
};

/** What was learned, and what it cost. */
export type MstResult = {
  model: TreeModel;
  /** For each column the merged code of each of its codes. */
  merged: Uint8Array[];
  edges: Edge[];
  /** zCDP spent, as the noise drawn implies; never above what was granted. */
  rho: number;
};

const ITERATIONS = 2500;
/** How the budget divides among columns, the choice of pairs, and the pairs. */
const SHARES = { columns: 0.3, tree: 0.15, pairs: 0.55 };
const KEEP_ABOVE = 3;

function countColumn(table: PrivateTable, column: number): Float64Array {
  const counts = new Float64Array(table.sizes[column]!);
  const codes = table.codes[column]!;
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]! += table.weights?.[row] ?? 1;
  return counts;
}

function countPair(
  a: Uint8Array,
  b: Uint8Array,
  sizeA: number,
  sizeB: number,
  weights: Int32Array | null,
): Float64Array {
  const counts = new Float64Array(sizeA * sizeB);
  for (let row = 0; row < a.length; row++)
    counts[a[row]! * sizeB + b[row]!]! += weights?.[row] ?? 1;
  return counts;
}

function addNoise(counts: Float64Array, variance: Variance, random: RandomIntegers): Float64Array {
  return counts.map((count) => count + discreteGaussian(variance, random));
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** Non-negative counts that sum to `total`, nearest to the noisy ones under their weights. */
function project(measured: Measurement, total: number): Float64Array {
  const { counts, weights } = measured;
  const at = (lambda: number) =>
    counts.map((count, i) => Math.max(0, (weights[i]! * count - lambda) / weights[i]! ** 2));
  let low = -1;
  let high = 1;
  while (sum(at(low)) < total) low *= 2;
  while (sum(at(high)) > total) high *= 2;
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (sum(at(middle)) > total) low = middle;
    else high = middle;
  }
  return at((low + high) / 2);
}

/** Cells that stand out of the noise keep a code of their own; the others become one. */
function compress(
  noisy: Float64Array,
  deviation: number,
): { map: Uint8Array; measured: Measurement } {
  const kept: number[] = [];
  const map = new Uint8Array(noisy.length);
  noisy.forEach((count, code) => {
    if (count >= KEEP_ABOVE * deviation) {
      map[code] = kept.length;
      kept.push(code);
    }
  });
  const others = noisy.length - kept.length;
  const counts = Float64Array.from(kept, (code) => noisy[code]!);
  const weights = new Float64Array(kept.length).fill(1);
  if (others === 0)
    return { map, measured: { target: 0, counts, weights, variance: deviation ** 2 } };
  let rest = 0;
  noisy.forEach((count, code) => {
    if (count >= KEEP_ABOVE * deviation) return;
    map[code] = kept.length;
    rest += count;
  });
  const root = Math.sqrt(others);
  return {
    map,
    measured: {
      target: 0,
      counts: Float64Array.from([...counts, rest / root]),
      weights: Float64Array.from([...weights, 1 / root]),
      variance: deviation ** 2,
    },
  };
}

/**
 * MST (McKenna, Miklau and Sheldon, "Winning the NIST contest", 2021): all columns with a part of the
 * budget, the tree of pairs by the exponential mechanism with another, those pairs with the rest; noise is
 * discrete Gaussian on whole counts. Everything after the noise is post-processing.
 *
 * @param rho zero-concentrated privacy to spend on persons who count at most `scale` units
 * @param random integers from a cryptographic source
 */
export function measureMst(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): Released {
  const { scale } = table;
  const d = table.sizes.length;
  const forColumns = d > 1 ? SHARES.columns * rho : rho;
  const forTree = SHARES.tree * rho;
  const forPairs = SHARES.pairs * rho;
  const columnVariance = varianceAtLeast((d * scale * scale) / (2 * forColumns));
  const columnNoise = Number(columnVariance.numerator) / Number(columnVariance.denominator);
  let spent = (d * scale * scale) / (2 * columnNoise);
  const noisy = table.sizes.map((_, c) => addNoise(countColumn(table, c), columnVariance, random));
  const total = Math.max(scale, inverseVarianceMean(noisy));
  const compressed = noisy.map((counts) => compress(counts, Math.sqrt(columnNoise)));
  const merged = compressed.map((column) => column.map);
  const ofColumns = compressed.map((column, c) => ({ ...column.measured, target: c }));
  const sizes = ofColumns.map((measured) => measured.counts.length);
  const edges: Edge[] = [];
  const ofEdges: Measurement[] = [];
  if (d > 1) {
    const codes = table.codes.map((column, c) => column.map((code) => merged[c]![code]!));
    const public1 = ofColumns.map((measured) => project(measured, total));
    const microEpsilon = BigInt(Math.floor(Math.sqrt((8 * forTree) / (d - 1)) * 1e6));
    edges.push(
      ...selectTree({ ...table, codes, sizes }, public1, total, microEpsilon, random, pause),
    );
    spent += ((d - 1) * (Number(microEpsilon) / 1e6) ** 2) / 8;
    const pairVariance = varianceAtLeast(((d - 1) * scale * scale) / (2 * forPairs));
    const pairNoise = Number(pairVariance.numerator) / Number(pairVariance.denominator);
    spent += ((d - 1) * scale * scale) / (2 * pairNoise);
    edges.forEach(({ a, b }, target) => {
      const counts = countPair(codes[a]!, codes[b]!, sizes[a]!, sizes[b]!, table.weights);
      ofEdges.push({
        target,
        counts: addNoise(counts, pairVariance, random),
        weights: new Float64Array(counts.length).fill(1),
        variance: pairNoise,
      });
    });
  }
  return { noisy, total, merged, sizes, edges, ofColumns, ofEdges, rho: spent };
}

/** Measures a table and fits the tree distribution to the noisy counts. */
export function fitMst(
  table: PrivateTable,
  rho: number,
  random: RandomIntegers,
  pause: () => void = () => {},
): MstResult {
  const {
    total,
    merged,
    sizes,
    edges,
    ofColumns,
    ofEdges,
    rho: spent,
  } = measureMst(table, rho, random, pause);
  const model = estimateTree(sizes, edges, ofColumns, ofEdges, total, ITERATIONS, pause);
  return { model: { ...model, total: total / table.scale }, merged, edges, rho: spent };
}

/** The number of rows by all columns' noisy sums; a sum over more cells carries more noise. */
function inverseVarianceMean(noisy: readonly Float64Array[]): number {
  let top = 0;
  let bottom = 0;
  for (const counts of noisy) {
    top += sum(counts) / counts.length;
    bottom += 1 / counts.length;
  }
  return top / bottom;
}

/** Kruskal's algorithm whose choices are made by the exponential mechanism. */
function selectTree(
  table: PrivateTable,
  public1: readonly Float64Array[],
  total: number,
  microEpsilon: bigint,
  random: RandomIntegers,
  pause: () => void,
): Edge[] {
  const { codes, sizes, weights, scale } = table;
  const d = sizes.length;
  const pairs: (Edge & { score: number })[] = [];
  for (let a = 0; a < d; a++) {
    for (let b = a + 1; b < d; b++) {
      pause();
      const counts = countPair(codes[a]!, codes[b]!, sizes[a]!, sizes[b]!, weights);
      let score = 0;
      // The independent estimate is rounded, so that scores are whole and one person moves them by `scale`.
      for (let i = 0; i < counts.length; i++) {
        const expected =
          (public1[a]![Math.floor(i / sizes[b]!)]! * public1[b]![i % sizes[b]!]!) / total;
        score += Math.abs(counts[i]! - Math.round(expected));
      }
      pairs.push({ a, b, score });
    }
  }
  return dpKruskal(d, pairs, microEpsilon, scale, random);
}

/** d - 1 rounds; each picks, privately, among the pairs that join two parts of the forest. */
export function dpKruskal(
  columns: number,
  pairs: readonly (Edge & { score: number })[],
  microEpsilon: bigint,
  sensitivity: number,
  random: RandomIntegers,
): Edge[] {
  const part = Int32Array.from({ length: columns }, (_, c) => c);
  const chosen: Edge[] = [];
  while (chosen.length < columns - 1) {
    const joining = pairs.filter(({ a, b }) => part[a] !== part[b]);
    const scores = joining.map((pair) => pair.score);
    const { a, b } = joining[exponentialMechanism(scores, microEpsilon, sensitivity, random)]!;
    chosen.push({ a, b });
    const from = part[b]!;
    const to = part[a]!;
    for (let c = 0; c < columns; c++) if (part[c] === from) part[c] = to;
  }
  return chosen;
}
