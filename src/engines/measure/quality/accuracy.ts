import { streamFor } from '../../random/stream.ts';
import { meanOf } from '../statistics/mean.ts';
import type { BinnedColumn } from './accuracy-bins.ts';
import { coverTriples } from './cover-triples.ts';

const MOST_TRIPLES = 10_000;
const TRIPLES = 31;

export type Accuracy = {
  univariate: number | null;
  bivariate: number | null;
  trivariate: number | null;
  overall: number | null;
  /** What another sample of the real population would get, for the same number of rows. */
  expectedMaximum: number | null;
};

export type AccuracyDetail = Accuracy & {
  columns: { column: string; accuracy: number; expectedMaximum: number }[];
};

type Score = { accuracy: number; expected: number };

/** 1 - TV of two histograms, and what sampling noise alone would leave of it: E|p1 - p2| of two samples. */
function compare(a: Uint32Array, n: number, b: Uint32Array, m: number): Score {
  let sum = 0;
  let noise = 0;
  const spread = (1 / n + 1 / m) * (2 / Math.PI);
  for (let cell = 0; cell < a.length; cell++) {
    const p = a[cell]! / n;
    sum += Math.abs(p - b[cell]! / m);
    if (p > 0) noise += Math.sqrt(p * (1 - p) * spread);
  }
  return { accuracy: 1 - sum / 2, expected: 1 - noise / 2 };
}

function histogram(codes: ArrayLike<number>, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]!++;
  return counts;
}

function pairCounts(a: BinnedColumn, b: BinnedColumn, side: number): Uint32Array {
  const counts = new Uint32Array(a.size * b.size);
  const [first, second] = [a.codes[side]!, b.codes[side]!];
  for (let row = 0; row < first.length; row++) counts[first[row]! * b.size + second[row]!]!++;
  return counts;
}

/** Counts of four columns together, laid out with the last column fastest. */
function fourCounts(four: readonly BinnedColumn[], side: number): Uint32Array {
  const [a, b, c, d] = four.map(({ codes }) => codes[side]!) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const [, bs, cs, ds] = four.map(({ size }) => size) as [number, number, number, number];
  const counts = new Uint32Array(four[0]!.size * bs * cs * ds);
  for (let row = 0; row < a.length; row++) {
    counts[((a[row]! * bs + b[row]!) * cs + c[row]!) * ds + d[row]!]!++;
  }
  return counts;
}

/** The counts of three of the four columns: the one left out is summed over. */
function without(counts: Uint32Array, four: readonly BinnedColumn[], left: number): Uint32Array {
  let inner = 1;
  for (let i = left + 1; i < 4; i++) inner *= four[i]!.size;
  const size = four[left]!.size;
  const out = new Uint32Array(counts.length / size);
  for (let at = 0; at < counts.length; at++) {
    const outer = Math.floor(at / (inner * size));
    out[outer * inner + (at % inner)]! += counts[at]!;
  }
  return out;
}

/** Which triples to count: all of them, or 10,000 drawn from the seed where there are more. */
function chooser(columns: number, seed: bigint): () => boolean {
  const total = (columns * (columns - 1) * (columns - 2)) / 6;
  if (total <= MOST_TRIPLES) return () => true;
  const stream = streamFor(seed, 0, TRIPLES);
  let left = total;
  let wanted = MOST_TRIPLES;
  return () => {
    const take = stream.float() * left < wanted;
    left--;
    if (take) wanted--;
    return take;
  };
}

/**
 * The accuracies of mostlyai-qa: 1 minus the total variation distance of the histograms of single columns, pairs
 * and triples, averaged each, with what a second real sample of the same size would be expected to get.
 *
 * @param bins at most 15 bins a column
 * @param side compared with side 0
 * @param step called between groups of triples, to report progress or to stop by throwing
 */
export function accuracy(
  bins: readonly BinnedColumn[],
  seed: bigint,
  side = 1,
  step: (done: number, total: number) => void = () => {},
): AccuracyDetail {
  const single: Score[] = [];
  const pairs: Score[] = [];
  const triples: Score[] = [];
  const n = bins[0]?.codes[0]?.length ?? 0;
  const m = bins[0]?.codes[side]?.length ?? 0;
  bins.forEach((a, i) => {
    const counts = [0, side].map((s) => histogram(a.codes[s]!, a.size));
    single.push(compare(counts[0]!, n, counts[1]!, m));
    for (let j = i + 1; j < bins.length; j++) {
      const b = bins[j]!;
      pairs.push(compare(pairCounts(a, b, 0), n, pairCounts(a, b, side), m));
    }
  });
  const cover = coverTriples(bins.length, chooser(bins.length, seed));
  cover.forEach(({ columns, triples: wanted }, done) => {
    step(done, cover.length);
    const four = columns.map((column) => bins[column]!);
    const first = fourCounts(four, 0);
    const second = fourCounts(four, side);
    for (const triple of wanted) {
      const left = columns.findIndex(
        (column, i) => !triple.includes(column) || (i === 3 && column === columns[0]),
      );
      triples.push(compare(without(first, four, left), n, without(second, four, left), m));
    }
  });
  const accuracies = [single, pairs, triples].map((list) => meanOf(list.map((s) => s.accuracy)));
  const expected = [single, pairs, triples].map((list) => meanOf(list.map((s) => s.expected)));
  return {
    univariate: accuracies[0]!,
    bivariate: accuracies[1]!,
    trivariate: accuracies[2]!,
    overall: meanOf(accuracies),
    expectedMaximum: meanOf(expected),
    columns: single.map((score, i) => ({
      column: bins[i]!.name,
      accuracy: score.accuracy,
      expectedMaximum: score.expected,
    })),
  };
}
