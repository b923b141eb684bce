import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { sentencesIn } from '../sentences-in.fixture.ts';

/** Cases of which few are open, and fewer still are paused: neither has a result or hours. */
function sentencesOf({ paused = 12, hasGaps = false } = {}): string[] {
  const stream = streamFor(5n, 0, 0);
  const rows = Array.from({ length: 4000 }, (_, row) => {
    const state = row % 100 === 0 ? 'open' : row < paused ? 'paused' : 'closed';
    const isClosed = state === 'closed' || (hasGaps && row % 400 === 0);
    const hours = String(1 + stream.below(400));
    const result = String(stream.below(5000));
    return [state, isClosed ? hours : '', isClosed ? result : '', String(stream.below(900))];
  });
  return sentencesIn(['state', 'hours', 'result', 'amount'], rows);
}

test('columns are empty where a word of few rows has no value in any', () => {
  expect(sentencesOf()).toEqual([
    'hours is empty where state is open',
    'result is empty where state is open',
  ]);
});

test('a word with one value, and one of fewer than 20 rows, is no evidence', () => {
  expect(sentencesOf({ hasGaps: true })).toEqual([]);
  expect(sentencesOf({ paused: 30 })).toContain('hours is empty where state is open or paused');
});
