import { encodeRows } from '../../src/engines/measure/privacy/encoded-rows.ts';
import { linkage } from '../../src/engines/measure/privacy/linkage/linkage.ts';
import { nearest } from '../../src/engines/measure/privacy/nearest.ts';
import { layOut } from '../../src/engines/measure/privacy/privacy-tables.ts';
import { alignColumns } from '../../src/engines/measure/quality/align-columns.ts';
import { discriminate } from '../../src/engines/measure/quality/discriminator.ts';
import { qualityScore } from '../../src/engines/measure/quality/quality-score.ts';
import { columnPairTrends } from '../../src/engines/measure/quality/shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from '../../src/engines/measure/quality/shapes-and-trends/column-shapes.ts';
import { trainBoth, transfer } from '../../src/engines/measure/quality/train-on-synthetic.ts';
import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';

export type Scores = {
  shapes: number;
  pairs: number;
  quality: number;
  /** Quality with the numbers of both tables cut over the real range. */
  realRange: number;
  c2st: number;
  /** Discriminator AUC against held-out rows, which does not reward copies. */
  c2stHeldOut: number;
  tstr: number;
  real: number;
  dcr: number;
  /** p-value of the record linkage test. */
  linked: number;
};

const orNaN = (value: number | null | undefined) => value ?? Number.NaN;

/** Returns SDMetrics' QualityReport score with current thresholds, and the discriminator AUC. */
export function fidelity(real: Table, synthetic: Table) {
  const names = real.columns.map((column) => column.name);
  const sides = alignColumns([real, synthetic], names);
  const quality = qualityScore(columnShapes(sides), columnPairTrends(sides));
  return {
    shapes: orNaN(quality.columnShapes),
    pairs: orNaN(quality.columnPairTrends),
    quality: orNaN(quality.score),
    realRange: orNaN(quality.scoreOverRealRange),
    c2st: orNaN(discriminate(sides, { seed: 1n })?.auc),
  };
}

/**
 * Computes all scores of one synthetic table.
 *
 * @param target classification target, the last column by default
 * @param most maximum number of synthetic rows for the nearest-neighbor search
 */
export function score(
  train: Table,
  holdout: Table,
  synthetic: Table,
  { target, most = 5000 }: { target?: string; most?: number } = {},
): Scores {
  const names = train.columns.map((column) => column.name);
  const sides = alignColumns([train, synthetic, holdout], names);
  const both = trainBoth(sides, { targetName: target ?? names[names.length - 1]!, seed: 1n });
  const learned = both && transfer(both);
  return {
    ...fidelity(train, synthetic),
    c2stHeldOut: orNaN(discriminate(sides, { seed: 1n, sides: [2, 1] })?.auc),
    tstr: orNaN(learned?.synthetic),
    real: orNaN(learned?.real),
    dcr: closerShare(train, holdout, synthetic, most),
    linked: linkageOf(train, holdout, synthetic),
  };
}

/** Returns the share of synthetic rows nearer to training than to holdout (Gower); ties half. */
export function closerShare(train: Table, holdout: Table, synthetic: Table, most: number): number {
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

/** Returns the p-value of the record linkage test, with training cut to the holdout's size. */
export function linkageOf(train: Table, holdout: Table, synthetic: Table): number {
  const rows = Uint32Array.from({ length: Math.min(train.rows, holdout.rows) }, (_, row) => row);
  const sides = { holdout: takeRows(holdout, rows), synthetic, seed: 1n };
  const test = linkage(layOut(takeRows(train, rows), sides), { seed: 1n, step: () => {} });
  return orNaN(test.linkage?.pValue);
}
