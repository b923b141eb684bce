import { expect, it } from 'vitest';
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
