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
  /** Pearson's r or Cramer's V of the real table. */
  real: number | null;
  /** Pearson's r or Cramer's V of the other table. */
  synthetic: number | null;
  /** True if the pair passes SDMetrics' current thresholds. */
  counts: boolean;
};

/** Encodes a column in the narrowest codes, since every other column is counted with it. */
function coded(column: SidedColumn, side: number): Coded {
  if (column.kind === 'number') {
    return { codes: tenths(column.values[side], column.sorted[side]), size: TENTHS };
  }
  const size = column.words.length + 1;
  const codes = column.codes[side];
  return { codes: size <= 256 ? new Uint8Array(codes) : codes, size };
}

type Numbers = Extract<SidedColumn, { kind: 'number' }>;

function correlate(
  a: Numbers,
  { b, real, synthetic }: { b: Numbers; real: number | null; synthetic: number | null },
): ColumnPairTrend {
  return {
    columns: [a.name, b.name],
    metric: 'CorrelationSimilarity',
    score: correlationSimilarity(real, synthetic),
    real,
    synthetic,
    counts: real !== null && Math.abs(real) > CORRELATION_THRESHOLD,
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
  const codes = mixed
    ? columns.map((column) => [coded(column, 0), coded(column, side)] as const)
    : [];
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
      const counts = jointCounts([codes[i][0], codes[j][0]], [codes[i][1], codes[j][1]]);
      const association = cramersV(counts, codes[j][0].size);
      trends.push({
        columns: [a.name, b.name],
        metric: 'ContingencySimilarity',
        score: contingencySimilarity(counts),
        real: association,
        synthetic: cramersV(counts, codes[j][0].size, 1),
        counts: association !== null && association > ASSOCIATION_THRESHOLD,
      });
    }
  }
  return trends;
}
