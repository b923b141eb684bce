import { expect, test } from 'vitest';
import { parseColumns } from '../table/parse-columns.ts';
import { meaningsOf } from './meanings.ts';

const GIVEN = ['Anna', 'James', 'Laura', 'Thomas', 'Maria', 'Peter'];
const FAMILY = ['Weber', 'Smith', 'Rossi', 'Martin', 'Lopez'];
const each = (text: (row: number) => string) => Array.from({ length: 60 }, (_, row) => text(row));

const table = parseColumns(
  ['Policyholder', 'c7', 'VIN', 'opened', 'paid', 'branch'],
  [
    each((row) => `${GIVEN[row % 6]} ${FAMILY[row % 5]}`),
    each((row) => `${GIVEN[row % 6]} ${FAMILY[Math.floor(row / 6) % 5]}`),
    each(() => '1HGCM82633A004352'),
    each((row) => `2026-03-${String(1 + (row % 28)).padStart(2, '0')}`),
    each((row) => `${row * 7}.50`),
    each((row) => `North ${row % 3}`),
  ],
);

test('each column has a kind, the reason for it and the next best kind', () => {
  expect(
    meaningsOf(table).map(({ kind, confidence, otherwise }) => [kind, confidence, otherwise]),
  ).toEqual([
    ['person', 'high', 'category'],
    ['person', 'medium', 'category'],
    ['id-number', 'high', 'category'],
    ['date', 'high', null],
    ['amount', 'medium', 'code'],
    ['category', 'medium', 'code'],
  ]);
  expect(meaningsOf(table).map(({ evidence }) => evidence)).toEqual([
    'The header Policyholder names a person, and the values are names.',
    '100 % of the different values contain a known given name.',
    'Nine in ten values have the form of VINs.',
    'Values are dates or times.',
    'Values are numbers.',
    'Values recur.',
  ]);
});

test('a declared kind replaces the one that was read', () => {
  const [, declared] = meaningsOf(table, { c7: 'category' });
  expect(declared).toMatchObject({ kind: 'category', role: 'feature', evidence: 'Declared.' });
});
