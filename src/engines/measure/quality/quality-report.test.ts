import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { concatTables } from '../../table/concat-tables.ts';
import { datetimeForm } from '../../table/datetime-form.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { qualityReportSchema } from '../report/quality-schema.ts';
import { qualityReport } from './quality-report.ts';

function rowsOf(rows: number, seed: bigint, related: boolean): Table {
  const stream = streamFor(seed, 0, 0);
  const score = Float64Array.from({ length: rows }, () => stream.below(1000));
  const income = score.map(
    (value) => (related ? value * 3 : stream.below(1000) * 3) + stream.below(200),
  );
  const codes = Int32Array.from(score, (value) =>
    (related ? value : stream.below(1000)) > 600 ? 1 : 0,
  );
  return {
    rows,
    columns: [
      { kind: 'number', name: 'row_id', decimals: 0, values: score.map((_, i) => 1000 + i) },
      { kind: 'number', name: 'score', decimals: 0, values: score },
      { kind: 'number', name: 'income', decimals: 0, values: income },
      { kind: 'category', name: 'accepted', dictionary: ['no', 'yes'], codes },
    ],
  };
}

const takeFirst = (table: Table, rows: number) =>
  takeRows(
    table,
    Uint32Array.from({ length: rows }, (_, i) => i),
  );

const real = rowsOf(2000, 1n, true);
const like = rowsOf(2000, 2n, true);
const holdout = rowsOf(1000, 3n, true);
const broken = rowsOf(2000, 4n, false);

it('distinguishes related from unrelated columns', () => {
  const good = qualityReport(real, like, { seed: 1n, holdout });
  const bad = qualityReport(real, broken, { seed: 1n, holdout });
  expect(qualityReportSchema.parse(good)).toEqual(good);
  expect(good.score).toBeGreaterThan(0.97);
  expect(good.discriminatorAuc).toBeLessThan(0.56);
  expect(bad.discriminatorAuc).toBeGreaterThan(0.9);
  expect(bad.columnPairTrends).toBeLessThan(0.75);
  expect(good.tstr?.target).toBe('accepted');
  expect(good.tstr?.synthetic).toBeGreaterThan(0.97);
  expect(bad.tstr?.synthetic).toBeLessThan(0.7);
  expect(good.accuracy.overall).toBeGreaterThan(0.9);
  expect(good.holdout?.score).toBeGreaterThan(0.97);
  expect(good.notMeasured).toEqual([
    {
      metric: 'column row_id',
      reason: 'made as key, not learned',
      n: good.rows.synthetic,
      needed: null,
    },
    {
      metric: 'fairness',
      reason:
        'no column of sex, age, nationality, region or the like, found or named, has two groups of 100 rows',
      n: 0,
      needed: null,
    },
  ]);
  expect(good.columns.find(({ name }) => name === 'row_id')?.role).toBe('key');
  expect(qualityReport(real, like, { seed: 1n, holdout })).toEqual(good);
});

it('compares a classifier with held-out rows too, which copies of training rows do not mislead', () => {
  const mixed = concatTables([takeFirst(real, 1000), takeFirst(broken, 1000)]);
  const { discriminatorAuc: training, discriminatorAucHeldOut: heldOut } = qualityReport(
    real,
    mixed,
    { seed: 1n, holdout: rowsOf(2000, 5n, true) },
  );
  expect(heldOut! - training!).toBeGreaterThan(0.02);
  expect(qualityReport(real, mixed, { seed: 1n }).discriminatorAucHeldOut).toBeNull();
});

it.each([50, 200])('names what %i rows cannot carry', (n) => {
  const report = qualityReport(takeFirst(real, n), takeFirst(like, n), {
    seed: 1n,
    holdout: takeFirst(holdout, n / 5),
  });
  expect(report.columnShapes).not.toBeNull();
  const unscored = {
    metric: 'quality score',
    reason: 'needs at least 100 synthetic rows',
    n: 50,
    needed: 100,
  };
  expect(report.score === null).toBe(n === 50);
  expect(report.notMeasured.filter(({ metric }) => metric === 'quality score')).toEqual(
    n === 50 ? [unscored] : [],
  );
  expect(report.accuracy.trivariate).toBeNull();
  expect(report.tstr).toBeNull();
  const rowsByMetric = new Map(report.notMeasured.map((entry) => [entry.metric, entry.n]));
  expect(rowsByMetric.get('accuracy of triples')).toBe(n);
  expect(rowsByMetric.has('discriminator')).toBe(n < 100);
  expect(rowsByMetric.get('train on synthetic, test on real')).toBe(n / 5);
});

/** Sequences of five rows, each with its own constant step, or shuffled among customers. */
function histories(seed: bigint, climbing: boolean): Table {
  const stream = streamFor(seed, 0, 0);
  const rows = 1000;
  const day = 86_400_000;
  const level = Float64Array.from({ length: rows / 5 }, () => stream.below(1000));
  const place = (row: number) => (climbing ? row : stream.below(rows));
  const values = Float64Array.from({ length: rows }, (_, row) => {
    const from = place(row);
    return level[Math.floor(from / 5)] + 10 * (from % 5);
  });
  return {
    rows,
    columns: [
      {
        kind: 'number',
        name: 'customer_id',
        decimals: 0,
        values: values.map((_, i) => 5e6 + Math.floor(i / 5)),
      },
      {
        kind: 'datetime',
        name: 'day',
        form: datetimeForm('YYYY-MM-DD'),
        values: values.map((_, i) => (20_000 + (i % 5)) * day),
      },
      { kind: 'number', name: 'balance', decimals: 0, values },
    ],
  };
}

it('measures histories where a column names whose they are', () => {
  const options = { seed: 1n, entity: 'customer_id', holdout: histories(3n, true) };
  const own = histories(1n, true);
  const balance = (report: ReturnType<typeof qualityReport>) =>
    report.sequences!.columns.find(({ column }) => column === 'balance')!;
  const good = qualityReport(own, histories(2n, true), options);
  const bad = qualityReport(own, histories(2n, false), options);
  expect(qualityReportSchema.parse(good)).toEqual(good);
  expect(good.sequences).toMatchObject({ sequences: { real: 200, synthetic: 200 }, lengths: 1 });
  // Every step is 10 in both.
  expect(balance(good).interRow).toBe(1);
  expect(balance(good).statistic).toBeGreaterThan(0.85);
  expect(good.holdout?.sequences?.lengths).toBe(1);
  expect(balance(bad).interRow).toBeLessThan(0.6);
  expect(balance(bad).statistic).toBeLessThan(0.85);
  const few = qualityReport(takeFirst(own, 40), own, options);
  expect(few.sequences).toBeNull();
  expect(few.notMeasured).toContainEqual({
    metric: 'sequences',
    reason: 'needs at least 10 customers on either side',
    n: 8,
    needed: 10,
  });
});
