import { encodeRows } from '../../src/engines/measure/privacy/encoded-rows.ts';
import { linkage } from '../../src/engines/measure/privacy/linkage/linkage.ts';
import { nearest } from '../../src/engines/measure/privacy/nearest.ts';
import { layOut } from '../../src/engines/measure/privacy/privacy-tables.ts';
import { alignColumns } from '../../src/engines/measure/quality/align-columns.ts';
import { discriminate } from '../../src/engines/measure/quality/discriminator.ts';
import { qualityScore } from '../../src/engines/measure/quality/quality-score.ts';
import { columnPairTrends } from '../../src/engines/measure/quality/shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from '../../src/engines/measure/quality/shapes-and-trends/column-shapes.ts';
import { learnBoth, transfer } from '../../src/engines/measure/quality/train-on-synthetic.ts';
import { fisherExact } from '../../src/engines/measure/statistics/fisher-exact.ts';
import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { formatCell } from '../../src/engines/table/format-table.ts';
import type { Table } from '../../src/engines/table/table.ts';
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
  /** p of the record linkage test. */
  linked: number;
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
    c2st: known(discriminate(sides, { seed: 1n })?.auc),
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
  const both = learnBoth(sides, { targetName: names[names.length - 1]!, seed: 1n });
  const learned = both && transfer(both);
  return {
    ...fidelity(train, synthetic),
    tstr: known(learned?.synthetic),
    real: known(learned?.real),
    dcr: closerShare(train, holdout, synthetic, most),
    hitsTrain: hits.train,
    hitsHoldout: hits.holdout,
    p: hits.p,
    linked: linkageOf(train, holdout, synthetic),
  };
}

/** Share of synthetic rows nearer to training than to the holdout (Gower on ranks); ties count half. */
function closerShare(train: Table, holdout: Table, synthetic: Table, most: number): number {
  const sides = alignColumns(
    [train, synthetic, holdout],
    train.columns.map(({ name }) => name),
  );
  const first = Uint32Array.from({ length: Math.min(train.rows, holdout.rows) }, (_, row) => row);
  const some = shuffled(synthetic.rows, streamFor(5n, 0, 0), Math.min(most, synthetic.rows));
  const [learned, made, kept] = encodeRows(sides, [first, some, first]);
  const toTrain = nearest(made!, learned!).first;
  const toHoldout = nearest(made!, kept!).first;
  const closer = toTrain.reduce((sum, distance, row) => {
    const other = toHoldout[row]!;
    return sum + (distance < other ? 1 : distance === other ? 0.5 : 0);
  }, 0);
  return closer / some.length;
}

/** p of the record linkage test, training cut to the holdout's size. */
function linkageOf(train: Table, holdout: Table, synthetic: Table): number {
  const rows = Uint32Array.from({ length: Math.min(train.rows, holdout.rows) }, (_, row) => row);
  const sides = { holdout: takeRows(holdout, rows), synthetic, seed: 1n };
  const found = linkage(layOut(takeRows(train, rows), sides), { seed: 1n, step: () => {} });
  return known(found.linkage?.pValue);
}

/** Training and holdout rows that occur word for word among the synthetic, and Fisher's one-sided p. */
function exactHits(
  train: Table,
  holdout: Table,
  synthetic: Table,
): { train: number; holdout: number; p: number } {
  const keys = (table: Table) =>
    Array.from({ length: table.rows }, (_, row) =>
      table.columns.map((column) => formatCell(column, row)).join('\u0001'),
    );
  const made = new Set(keys(synthetic));
  const rows = Math.min(train.rows, holdout.rows);
  const count = (table: Table) =>
    keys(table)
      .slice(0, rows)
      .reduce((sum, key) => sum + (made.has(key) ? 1 : 0), 0);
  const hits = { train: count(train), holdout: count(holdout) };
  return { ...hits, p: fisherExact({ a: hits.train, n: rows, b: hits.holdout, m: rows }) };
}
