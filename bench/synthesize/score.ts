import { alignColumns } from '../../src/engines/measure/quality/align-columns.ts';
import { columnPairTrends } from '../../src/engines/measure/quality/column-pair-trends.ts';
import { columnShapes } from '../../src/engines/measure/quality/column-shapes.ts';
import { discriminate } from '../../src/engines/measure/quality/discriminator.ts';
import { qualityScore } from '../../src/engines/measure/quality/quality-score.ts';
import { transfer } from '../../src/engines/measure/quality/train-on-synthetic.ts';
import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { formatCell } from '../../src/engines/table/format-table.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';

export type Scores = {
  shapes: number;
  pairs: number;
  quality: number;
  c2st: number;
  tstr: number;
  real: number;
  dcr: number;
  hitsTrain: number;
  hitsHoldout: number;
  p: number;
};

const known = (value: number | null | undefined) => value ?? Number.NaN;

/** SDMetrics' QualityReport of one table with its present thresholds, and the discriminator's AUC. */
export function fidelity(real: Table, synthetic: Table) {
  const names = real.columns.map((column) => column.name);
  const sides = alignColumns([real, synthetic], names);
  const quality = qualityScore(columnShapes(sides), columnPairTrends(sides));
  return {
    shapes: known(quality.columnShapes),
    pairs: known(quality.columnPairTrends),
    quality: known(quality.score),
    c2st: known(discriminate(sides, 1n)?.auc),
  };
}

/** Each score's mean, of hits and their probability too. */
export function meanScores(all: readonly Scores[]): Scores {
  const mean = (of: (scores: Scores) => number) =>
    all.reduce((sum, scores) => sum + of(scores), 0) / all.length;
  const first = all[0]!;
  const means = Object.keys(first).map((name) => [name, mean((s) => s[name as keyof Scores])]);
  return Object.fromEntries(means) as Scores;
}

/**
 * All scores of one synthetic table; the last column is what the classifiers predict.
 *
 * @param most synthetic rows whose nearest neighbours are looked for
 */
export function score(train: Table, holdout: Table, synthetic: Table, most = 5000): Scores {
  const names = train.columns.map((column) => column.name);
  const hits = exactHits(train, holdout, synthetic);
  const sides = alignColumns([train, synthetic, holdout], names);
  const learned = transfer(sides, names[names.length - 1]!, 1n);
  return {
    ...fidelity(train, synthetic),
    tstr: known(learned?.synthetic),
    real: known(learned?.real),
    dcr: closerShare(train, holdout, synthetic, most),
    hitsTrain: hits.train,
    hitsHoldout: hits.holdout,
    p: hits.p,
  };
}

const valuesOf = (column: Column) =>
  column.kind === 'category' ? new Float64Array(0) : column.values;

const words = (column: Column): string[] =>
  column.kind === 'category'
    ? Array.from(column.codes, (code) => (code < 0 ? '' : column.dictionary[code]!))
    : [];

/** Share of synthetic rows nearer to training than to the holdout (Gower on ranks); ties count half. */
export function closerShare(train: Table, holdout: Table, synthetic: Table, most: number): number {
  const some = takeRows(
    synthetic,
    shuffled(synthetic.rows, streamFor(5n, 0, 0), Math.min(most, synthetic.rows)),
  );
  const n = Math.min(train.rows, holdout.rows);
  const tables = [
    takeRows(
      train,
      Uint32Array.from({ length: n }, (_, i) => i),
    ),
    takeRows(
      holdout,
      Uint32Array.from({ length: n }, (_, i) => i),
    ),
    some,
  ];
  const ranks = tables.map(() => [] as Float32Array[]);
  train.columns.forEach((column, c) => {
    if (column.kind === 'category') {
      const known = new Map<string, number>();
      tables.forEach((table, t) => {
        ranks[t]!.push(
          Float32Array.from(words(table.columns[c]!), (word) => {
            if (!known.has(word)) known.set(word, known.size);
            return known.get(word)! * 2;
          }),
        );
      });
      return;
    }
    const sorted = Float64Array.from([
      ...valuesOf(tables[0]!.columns[c]!),
      ...valuesOf(tables[1]!.columns[c]!),
    ])
      .filter((v) => !Number.isNaN(v))
      .sort();
    const rank = (v: number) => {
      if (Number.isNaN(v)) return 3;
      let from = 0,
        to = sorted.length;
      while (from < to) {
        const m = (from + to) >> 1;
        if (sorted[m]! < v) from = m + 1;
        else to = m;
      }
      let from2 = from,
        to2 = sorted.length;
      while (from2 < to2) {
        const m = (from2 + to2) >> 1;
        if (sorted[m]! <= v) from2 = m + 1;
        else to2 = m;
      }
      return (from + from2) / 2 / sorted.length;
    };
    tables.forEach((table, t) => {
      ranks[t]!.push(Float32Array.from(valuesOf(table.columns[c]!), rank));
    });
  });
  const d = train.columns.length;
  const flat = ranks.map((columns, t) => {
    const rows = tables[t]!.rows;
    const out = new Float32Array(rows * d);
    columns.forEach((column, c) => {
      for (let r = 0; r < rows; r++) out[r * d + c] = column[r]!;
    });
    return out;
  });
  const nearest = (ref: Float32Array, row: number) => {
    const own = flat[2]!;
    let best = Infinity;
    for (let r = 0; r < n; r++) {
      let sum = 0;
      const base = r * d;
      for (let c = 0; c < d && sum < best; c++) {
        const diff = Math.abs(own[row * d + c]! - ref[base + c]!);
        sum += Math.min(diff, 1);
      }
      if (sum < best) best = sum;
    }
    return best;
  };
  let share = 0;
  for (let row = 0; row < some.rows; row++) {
    const a = nearest(flat[0]!, row),
      b = nearest(flat[1]!, row);
    share += a < b ? 1 : a === b ? 0.5 : 0;
  }
  return share / some.rows;
}

/** Training and holdout rows that occur word for word among the synthetic, and Fisher's one-sided p. */
export function exactHits(
  train: Table,
  holdout: Table,
  synthetic: Table,
): { train: number; holdout: number; p: number } {
  const keys = (table: Table) =>
    Array.from({ length: table.rows }, (_, row) =>
      table.columns.map((column) => formatCell(column, row)).join('\u0001'),
    );
  const made = new Set(keys(synthetic));
  const n = Math.min(train.rows, holdout.rows);
  const count = (table: Table) =>
    keys(table)
      .slice(0, n)
      .reduce((sum, key) => sum + (made.has(key) ? 1 : 0), 0);
  const a = count(train),
    b = count(holdout);
  return { train: a, holdout: b, p: fisher(a, b, n) };
}

function fisher(a: number, b: number, n: number): number {
  const k = a + b;
  const lf = new Float64Array(2 * n + 1);
  for (let i = 1; i <= 2 * n; i++) lf[i] = lf[i - 1]! + Math.log(i);
  const choose = (m: number, r: number) => lf[m]! - lf[r]! - lf[m - r]!;
  let p = 0;
  for (let x = a; x <= Math.min(k, n); x++)
    p += Math.exp(choose(n, x) + choose(n, k - x) - choose(2 * n, k));
  return Math.min(1, p);
}
