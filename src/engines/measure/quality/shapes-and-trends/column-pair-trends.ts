import type { SidedColumn } from '../align-columns.ts';
import { contingencySimilarity, cramersV } from './contingency.ts';
import { correlationSimilarity, correlations } from './correlation.ts';
import { type Coded, jointCounts } from './joint-counts.ts';
import { TENTHS, tenths } from './tenths.ts';

/** Minimum association of the real columns for a pair to count, since SDMetrics 0.27. */
const CORRELATION_THRESHOLD = 0.5;
const ASSOCIATION_THRESHOLD = 0.3;

export type ColumnPairTrend = {
  columns: [string, string];
  metric: 'CorrelationSimilarity' | 'ContingencySimilarity';
  score: number | null;
  /** Score with the numbers of both tables cut over the real range. */
  realRange: number | null;
  /** Pearson's r or Cramer's V of the real table. */
  real: number | null;
  /** Pearson's r or Cramer's V of the other table. */
  synthetic: number | null;
  /** True if the pair passes SDMetrics' current thresholds. */
  counts: boolean;
};

/** Encodes a column in the narrowest codes, since every other column is counted with it. */
function coded(column: SidedColumn, side: number, range = side): Coded {
  if (column.kind === 'number') {
    const { values, sorted } = column;
    return { codes: tenths(values[side], sorted[side], sorted[range]), size: TENTHS };
  }
  const size = column.words.length + 1;
  const codes = column.codes[side];
  return { codes: size <= 256 ? new Uint8Array(codes) : codes, size };
}

/** True if both sides have the same extremes, so that their own bins are the real ones. */
function sharesRange(column: SidedColumn, side: number): boolean {
  if (column.kind === 'category') return true;
  const [real, other] = [column.sorted[0], column.sorted[side]];
  return real.at(0) === other.at(0) && real.at(-1) === other.at(-1);
}

type Encoded = { real: Coded; other: Coded; otherOverReal: Coded };

function encode(column: SidedColumn, side: number): Encoded {
  const other = coded(column, side);
  return {
    real: coded(column, 0),
    other,
    otherOverReal: sharesRange(column, side) ? other : coded(column, side, 0),
  };
}

type Numbers = Extract<SidedColumn, { kind: 'number' }>;

function correlate(
  a: Numbers,
  { b, real, synthetic }: { b: Numbers; real: number | null; synthetic: number | null },
): ColumnPairTrend {
  const score = correlationSimilarity(real, synthetic);
  return {
    columns: [a.name, b.name],
    metric: 'CorrelationSimilarity',
    score,
    realRange: score,
    real,
    synthetic,
    counts: real !== null && Math.abs(real) > CORRELATION_THRESHOLD,
  };
}

/** Compares joint frequencies: over each table's own range, as SDMetrics, and over the real one. */
function contingency(names: [string, string], a: Encoded, b: Encoded): ColumnPairTrend {
  const counts = jointCounts([a.real, b.real], [a.other, b.other]);
  const association = cramersV(counts, b.real.size);
  const score = contingencySimilarity(counts);
  const isSame = a.other === a.otherOverReal && b.other === b.otherOverReal;
  const overReal = () => jointCounts([a.real, b.real], [a.otherOverReal, b.otherOverReal]);
  return {
    columns: names,
    metric: 'ContingencySimilarity',
    score,
    realRange: isSame ? score : contingencySimilarity(overReal()),
    real: association,
    synthetic: cramersV(counts, b.real.size, 1),
    counts: association !== null && association > ASSOCIATION_THRESHOLD,
  };
}

/**
 * Computes SDMetrics' Column Pair Trends over every unordered pair: correlations of two numeric
 * columns, joint frequencies of all others, with numbers cut into ten bins over their own range.
 * Uses all rows; SDMetrics samples 50,000.
 *
 * @param step called before each pair to report progress; may throw to stop
 */
export function columnPairTrends(
  columns: readonly SidedColumn[],
  side = 1,
  step: (done: number, total: number) => void = () => {},
): ColumnPairTrend[] {
  const total = (columns.length * (columns.length - 1)) / 2;
  const mixed = columns.some((column) => column.kind === 'category');
  const codes = mixed ? columns.map((column) => encode(column, side)) : [];
  const numbers = columns.filter((column) => column.kind === 'number');
  const [real, other] = [0, side].map((s) => correlations(numbers.map(({ values }) => values[s])));
  const trends: ColumnPairTrend[] = [];
  for (let i = 0; i < columns.length; i++) {
    for (let j = i + 1; j < columns.length; j++) {
      step(trends.length, total);
      const a = columns[i];
      const b = columns[j];
      if (a.kind === 'number' && b.kind === 'number') {
        const [x, y] = [numbers.indexOf(a), numbers.indexOf(b)];
        trends.push(correlate(a, { b, real: real(x, y), synthetic: other(x, y) }));
        continue;
      }
      trends.push(contingency([a.name, b.name], codes[i], codes[j]));
    }
  }
  return trends;
}
