import { expect, test } from 'vitest';
import type { DrawnScheme } from '../../shared/contracts/batches.ts';
import { schemeLayout } from './scheme-layout.ts';

const row = (at: string, account: string, party: string, amount: number) => ({
  at,
  account,
  party,
  amount,
  role: 'link',
  hop: 0,
});

const scheme: DrawnScheme = {
  typology: 'cycle',
  kind: 'laundering',
  scheme: 'S1',
  rows: [
    row('2025-03-03T10:00:01Z', 'A200002', 'A200001', 900),
    row('2025-03-01T10:00:00Z', 'A200001', 'Y004', 1000),
    row('2025-03-03T10:00:00Z', 'A200001', 'A200002', -900),
    row('2025-03-05T10:00:00Z', 'A200002', 'K001', -225),
  ],
};

test('a transfer inside the bank is one movement, parties elsewhere share lanes below accounts', () => {
  const { lanes, marks, first, last } = schemeLayout(scheme);
  expect(lanes).toEqual(['Account …00001', 'Account …00002', 'Abroad', 'Cash machines']);
  expect(marks.map(({ from, to, x }) => [from, to, x])).toEqual([
    [2, 0, 0],
    [0, 1, 0.5],
    [1, 3, 1],
  ]);
  expect(marks.map(({ size }) => size)).toEqual([1, Math.sqrt(0.9), Math.sqrt(0.225)]);
  expect([first, last]).toEqual(['2025-03-01T10:00:00Z', '2025-03-05T10:00:00Z']);
});
