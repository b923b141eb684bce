import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { sentencesIn } from '../sentences-in.fixture.ts';

function sentencesOf(commissionOf: (premium: number, row: number) => number): string[] {
  const stream = streamFor(3n, 0, 0);
  const rows = Array.from({ length: 400 }, (_, row) => {
    const premium = (stream.below(2) === 0 ? 1 : -1) * (20 + stream.below(900));
    return [premium.toFixed(2), commissionOf(premium, row).toFixed(2)];
  });
  return sentencesIn(['premium', 'commission'], rows, 10);
}

test('a share of another amount is found where rows without it have 0', () => {
  expect(sentencesOf((premium, row) => (row % 3 === 0 ? 0 : premium * 0.125))).toEqual([
    'commission = premium × 0.125 where commission > 0',
    'commission = premium × 0.125 where commission ≤ -0.01',
  ]);
});

test('no share is found of amounts that vary', () => {
  expect(
    sentencesOf((premium, row) => (row % 3 === 0 ? 0 : premium * (row % 2 === 0 ? 0.12 : 0.13))),
  ).toEqual([]);
});
