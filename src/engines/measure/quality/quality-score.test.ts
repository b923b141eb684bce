import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { concatTables } from '../../table/concat-tables.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { DATA, hasData, readCsv, WORDS } from '../read-csv.fixture.ts';
import { alignColumns } from './align-columns.ts';
import { qualityScore } from './quality-score.ts';
import { columnPairTrends } from './shapes-and-trends/column-pair-trends.ts';
import { columnShapes } from './shapes-and-trends/column-shapes.ts';

const single = `${DATA}sdmetrics-demos/single/student_placements_`;
const layouts = { placed: WORDS, work_experience: WORDS };

// Expected values: SDMetrics 0.29's tests/integration/reports, single table demo, both thresholds 0
it.skipIf(!hasData)('gives SDMetrics’ numbers on its single table demo', () => {
  const tables = ['real', 'synthetic'].map((side) => readCsv(`${single}${side}.csv`, layouts));
  const names = ['start_date', 'second_perc', 'work_experience', 'degree_type'];
  const columns = alignColumns(tables, names);
  const shapes = columnShapes(columns);
  expect(shapes.map(({ score }) => score)).toEqual([
    expect.closeTo(0.6621621621621622, 9),
    expect.closeTo(0.8976744186046511, 9),
    expect.closeTo(0.9953488372093023, 9),
    expect.closeTo(0.9395348837209302, 9),
  ]);
  const trends = columnPairTrends(columns);
  const expected = [
    0.9187918131436303, 0.6744186046511629, 0.7162790697674419, 0.813953488372093,
    0.772093023255814, 0.9348837209302325,
  ];
  expect(trends.map(({ score }) => score).sort()).toEqual(
    expected.sort().map((value) => expect.closeTo(value, 9)),
  );
  expect(qualityScore(shapes, trends).scoreWithoutThresholds).toBeCloseTo(0.8393750143888287, 9);
});

/** Amounts with four outliers, and a category that follows them. */
function skewed(rows: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const amount = Float64Array.from({ length: rows }, (_, row) =>
    row < 4 ? 2000 + row : 1000 * stream.float(),
  );
  return {
    rows,
    columns: [
      { kind: 'number', name: 'amount', decimals: 2, values: amount },
      {
        kind: 'category',
        name: 'size',
        dictionary: ['small', 'large'],
        codes: Int32Array.from(amount, (value) => (value > 500 ? 1 : 0)),
      },
    ],
  };
}

it('over the real range, a withheld extreme changes one row, not every bin', () => {
  const real = skewed(3000, 1n);
  const [amount] = real.columns;
  const values = amount!.kind === 'number' ? amount.values : new Float64Array();
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const kept = takeRows(real, Uint32Array.from(order.slice(0, -4)));
  const scoreOf = (synthetic: Table) => {
    const columns = alignColumns([real, synthetic], ['amount', 'size']);
    return qualityScore(columnShapes(columns), columnPairTrends(columns));
  };
  const cut = scoreOf(kept);
  expect(cut.score).toBeLessThan(0.8);
  expect(cut.scoreOverRealRange).toBeGreaterThan(0.998);
  expect(cut.columnShapes).toBeGreaterThan(0.998);
  // Each table's own range is the real one once the greatest value is among its rows.
  const ends = scoreOf(concatTables([kept, takeRows(real, Uint32Array.from(order.slice(-1)))]));
  expect(ends.scoreOverRealRange).toBeCloseTo(ends.score!, 12);
});
