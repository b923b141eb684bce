import { expect, test } from 'vitest';
import { riskScore } from './risk-score.ts';

const found = (tags: string[], agreeing: string[]) => ({ tags, agreeing }) as never;
const pattern = { kind: 'cycle' } as never;
const three = ['a', 'b', 'c'];

test.each([
  ['nothing', [], [], 0],
  ['a pattern and no row', [], [pattern], 1],
  ['a row of which nothing more is known', [found([], [])], [], 1],
  ['a row on which two detectors agree', [found([], ['a', 'b'])], [], 1],
  ['a row on which three detectors agree', [found([], three)], [], 2],
  ['a row that breaks a rule', [found(['rule'], [])], [], 2],
  ['all four parts whole', [found(['rule'], three)], [pattern], 4],
  [
    'shares of four rows',
    [found(['rule'], []), found([], three), found([], three), found([], [])],
    [],
    1.75,
  ],
])('%s', (_what, cases, patterns, score) => {
  expect(riskScore({ cases, patterns })).toBe(score);
});
