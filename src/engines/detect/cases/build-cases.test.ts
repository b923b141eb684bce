import { expect, test } from 'vitest';
import type { Anomaly } from '../analysis.ts';
import { buildCases } from './build-cases.ts';

const anomaly = (row: number, reasons: [string, number][]): Anomaly => ({
  ...{ row, at: null, score: 0.99, band: 'High', tags: [], agreeing: [], lastRows: [] },
  reasons: reasons.map(([feature, share]) => ({ feature, share, sentence: `${feature} ${share}` })),
});
const owner = { codes: Int32Array.of(0, 1, 0, -1), count: 2, text: (code: number) => 'ab'[code]! };
const time = Float64Array.of(30, 20, 10, 0);
const accounts = { names: ['a', 'b'], evidence: Float64Array.of(3, 9) };
const anomalies = [
  anomaly(0, [
    ['amount', 0.01],
    ['pace', 0.05],
  ]),
  anomaly(1, [['amount', 0.02]]),
  anomaly(2, [
    ['amount', 0.001],
    ['country', 0.2],
    ['hour', 0.03],
  ]),
  anomaly(3, [['amount', 0.001]]),
];
const pattern = { kind: 'cycle' as const, accounts: ['z', 'a'], rows: [0], surprise: 4, edges: [] };

test('one case per account: rows in order of time, one reason per feature, most evidence first', () => {
  const cases = buildCases({ owner, time }, { anomalies, accounts, patterns: [pattern as never] });
  expect(cases.map(({ subject, rows, patterns }) => [subject, rows, patterns])).toEqual([
    ['b', [1], []],
    ['a', [2, 0], [0]],
  ]);
  expect(cases[1]!.reasons.map(({ feature, row, share }) => [feature, row, share])).toEqual([
    ['amount', 2, 0.001],
    ['hour', 2, 0.03],
    ['pace', 0, 0.05],
  ]);
});

test('a table without owners has no cases', () => {
  expect(buildCases({ owner: null, time }, { anomalies, accounts, patterns: [] })).toEqual([]);
});
