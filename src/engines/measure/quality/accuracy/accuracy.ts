import { streamFor } from '../../../random/stream.ts';
import { meanOf } from '../../statistics/mean.ts';
import type { BinnedColumn } from './accuracy-bins.ts';
import { coverTriples } from './cover-triples.ts';
import { marginal, quadrupleCounts } from './quadruple-counts.ts';

const MAX_TRIPLES = 10_000;
const TRIPLES = 31;

export type Accuracy = {
  univariate: number | null;
  bivariate: number | null;
  trivariate: number | null;
  overall: number | null;
  /** Expected accuracy of another real sample of the same size. */
  expectedMaximum: number | null;
};

export type AccuracyDetail = Accuracy & {
  columns: { column: string; accuracy: number; expectedMaximum: number }[];
};

type Score = { accuracy: number; expected: number };

/** Returns 1 - TV of two histograms, and its expectation under sampling noise, E|p1 - p2|. */
function compare(a: Uint32Array, { n, b, m }: { n: number; b: Uint32Array; m: number }): Score {
  let sum = 0;
  let noise = 0;
  const spread = (1 / n + 1 / m) * (2 / Math.PI);
  for (let cell = 0; cell < a.length; cell++) {
    const p = a[cell] / n;
    sum += Math.abs(p - b[cell] / m);
    if (p > 0) noise += Math.sqrt(p * (1 - p) * spread);
  }
  return { accuracy: 1 - sum / 2, expected: 1 - noise / 2 };
}

function pairCounts(a: BinnedColumn, b: BinnedColumn, side: number): Uint32Array {
  const counts = new Uint32Array(a.size * b.size);
  const [first, second] = [a.codes[side], b.codes[side]];
  for (let row = 0; row < first.length; row++) counts[first[row] * b.size + second[row]]++;
  return counts;
}

const PLACES = [0, 1, 2, 3];
const PAIRS = PLACES.flatMap((i) => PLACES.slice(i + 1).map((j) => [i, j] as const));

function chooser(columns: number, seed: bigint): () => boolean {
  const total = (columns * (columns - 1) * (columns - 2)) / 6;
  if (total <= MAX_TRIPLES) return () => true;
  const stream = streamFor(seed, 0, TRIPLES);
  let left = total;
  let remaining = MAX_TRIPLES;
  return () => {
    const take = stream.float() * left < remaining;
    left--;
    if (take) remaining--;
    return take;
  };
}

/**
 * Computes mostlyai-qa's accuracies: 1 minus the total variation distance of histograms of single
 * columns, pairs and triples, averaged each, and the expectation for a second real sample of the
 * same size.
 *
 * @param bins at most 15 bins per column
 * @param side compared with side 0
 * @param step called between groups of triples to report progress; may throw to stop
 */
export function accuracy(
  bins: readonly BinnedColumn[],
  {
    seed,
    side = 1,
    step = () => {},
  }: {
    seed: bigint;
    side?: number | undefined;
    step?: ((done: number, total: number) => void) | undefined;
  },
): AccuracyDetail {
  const n = bins[0]?.codes[0]?.length ?? 0;
  const m = bins[0]?.codes[side]?.length ?? 0;
  const single = bins.map(({ counts }) => compare(counts[0], { n, b: counts[side], m }));
  const paired = new Map<number, Score>();
  const keyOf = (a: number, b: number) => a * bins.length + b;
  const triples: Score[] = [];
  const cover = coverTriples(bins.length, chooser(bins.length, seed));
  for (const { columns, triples: columnTriples, first, second } of quadrupleCounts(bins, {
    cover,
    side,
    step,
  })) {
    const sizes = columns.map((column) => bins[column].size) as typeof columns;
    const score = (axes: readonly number[]) =>
      compare(marginal(first, sizes, axes), { n, b: marginal(second, sizes, axes), m });
    for (const triple of columnTriples) {
      const left = columns.findIndex(
        (column, i) => !triple.includes(column) || (i === 3 && column === columns[0]),
      );
      triples.push(score(PLACES.filter((place) => place !== left)));
    }
    for (const [i, j] of PAIRS) {
      const key = keyOf(columns[i], columns[j]);
      if (columns[i] < columns[j] && !paired.has(key)) paired.set(key, score([i, j]));
    }
  }
  const pairs = bins.flatMap((a, i) =>
    bins.slice(i + 1).map((b, k) => {
      const pairScore = paired.get(keyOf(i, i + 1 + k));
      return pairScore ?? compare(pairCounts(a, b, 0), { n, b: pairCounts(a, b, side), m });
    }),
  );
  const accuracies = [single, pairs, triples].map((list) => meanOf(list.map((s) => s.accuracy)));
  const expected = [single, pairs, triples].map((list) => meanOf(list.map((s) => s.expected)));
  return {
    univariate: accuracies[0],
    bivariate: accuracies[1],
    trivariate: accuracies[2],
    overall: meanOf(accuracies),
    expectedMaximum: meanOf(expected),
    columns: single.map((score, i) => ({
      column: bins[i].name,
      accuracy: score.accuracy,
      expectedMaximum: score.expected,
    })),
  };
}
