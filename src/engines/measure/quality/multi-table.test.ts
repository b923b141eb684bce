import { expect, it } from 'vitest';
import { DATA, hasData, readCsv, WORDS } from '../read-csv.fixture.ts';
import { multiTableScore } from './multi-table.ts';

const names = ['users', 'sessions', 'transactions'];

// Expected values: SDMetrics 0.29's tests/integration/reports, multi table demo, both thresholds 0
it.skipIf(!hasData)('gives SDMetrics’ numbers on its multi table demo', () => {
  const [real, synthetic] = ['real', 'synthetic'].map((side) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        readCsv(`${DATA}sdmetrics-demos/multi/${name}_${side}.csv`, { approved: WORDS }),
      ]),
    ),
  );
  const score = multiTableScore(real!, {
    synthetic: synthetic!,
    features: {
      users: ['country', 'gender', 'age'],
      sessions: ['device', 'os'],
      transactions: ['timestamp', 'amount', 'approved'],
    },
    relationships: [
      { parent: 'users', parentKey: 'user_id', child: 'sessions', childKey: 'user_id' },
      {
        parent: 'sessions',
        parentKey: 'session_id',
        child: 'transactions',
        childKey: 'session_id',
      },
    ],
  });
  expect(score.columnShapes).toBeCloseTo(0.7978174603174604, 9);
  expect(score.columnPairTrends).toBeCloseTo(0.45654629583521095, 9);
  expect(score.cardinality).toBeCloseTo(0.95, 9);
  expect(score.intertableTrends).toBeCloseTo(0.4416666666666666, 9);
  expect(score.score).toBeCloseTo(0.6615076057048344, 9);
});
