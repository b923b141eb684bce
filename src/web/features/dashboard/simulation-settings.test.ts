import { expect, test } from 'vitest';
import { NOTHING_TYPED, readSettings } from './simulation-settings.ts';

test('nothing typed leaves everything to the host', () => {
  expect(readSettings(NOTHING_TYPED)).toEqual({ kind: 'settings', settings: {} });
});

test('typed values become the body of the call; a seed keeps all its digits', () => {
  expect(
    readSettings({
      preset: 'eu-retail-bank',
      count: ' 250 ',
      seed: '18446744073709551615',
      start: '2026-01-01',
      end: '2026-03-31',
      laundering: '1.5',
      executor: 'external',
    }),
  ).toEqual({
    kind: 'settings',
    settings: {
      preset: 'eu-retail-bank',
      count: 250,
      seed: '18446744073709551615',
      start_date: '2026-01-01',
      end_date: '2026-03-31',
      aml_rate: 0.015,
    },
  });
});

test.each([
  ['10000001', { count: 10_000_001, executor: 'external' }],
  ['833334', { count: 833_334, executor: 'external' }],
  ['833333', { count: 833_333 }],
])('a cluster is requested for %s rows only if they can be sharded', (count, settings) => {
  expect(readSettings({ ...NOTHING_TYPED, count, executor: 'external' })).toEqual({
    kind: 'settings',
    settings,
  });
});

test.each([
  [{ count: '0' }, 'count'],
  [{ count: '1.5' }, 'count'],
  [{ count: '1000000001' }, 'count'],
  [{ seed: '-1' }, 'seed'],
  [{ seed: '18446744073709551616' }, 'seed'],
  [{ laundering: '21' }, 'laundering'],
  [{ laundering: 'much' }, 'laundering'],
  [{ start: '2026-02-01', end: '2026-01-01' }, 'end'],
])('%o is shown at its field', (typed, field) => {
  const read = readSettings({ ...NOTHING_TYPED, ...typed });
  expect(read.kind === 'issue' && read.issue.field).toBe(field);
});
