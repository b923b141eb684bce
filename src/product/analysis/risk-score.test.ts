import { expect, test } from 'vitest';
import { riskScore } from './risk-score.ts';

const anomaly = (tags: string[], agreeing: string[]) => ({ tags, agreeing }) as never;
const pattern = { kind: 'cycle' } as never;
const three = ['a', 'b', 'c'];

test.each([
  ['nothing', [], [], 0],
  ['a pattern and no row', [], [pattern], 1],
  ['a row of which nothing more is known', [anomaly([], [])], [], 1],
  ['a row on which two detectors agree', [anomaly([], ['a', 'b'])], [], 1],
  ['a row on which three detectors agree', [anomaly([], three)], [], 2],
  ['a row that breaks a rule', [anomaly(['rule'], [])], [], 2],
  ['all four parts whole', [anomaly(['rule'], three)], [pattern], 4],
  [
    'shares of four rows',
    [anomaly(['rule'], []), anomaly([], three), anomaly([], three), anomaly([], [])],
    [],
    1.75,
  ],
])('%s', (_what, cases, patterns, score) => {
  expect(riskScore({ cases, patterns })).toBe(score);
});
