import { expect, test } from 'vitest';
import {
  countsForExistingBank,
  countsForNewBank,
  lastBookingDay,
  requestedRows,
  totalRows,
} from './simulation-subject.ts';

test.each([
  ['customers', 25, { customers: 25, accounts: 0, transactions: 0 }, 25],
  ['accounts', 25, { customers: 25, accounts: 25, transactions: 0 }, 25],
  ['transactions', 25, { customers: 3, accounts: 3, transactions: 25 }, 25],
  ['full', 25, { customers: 25, accounts: 25, transactions: 250 }, 300],
] as const)(
  '%s for a new bank: what they refer to is made, and not counted as requested',
  (entity, count, counts, requested) => {
    expect(countsForNewBank({ entity, count })).toEqual(counts);
    expect(requestedRows({ entity, count })).toBe(requested);
  },
);

test.each([
  ['accounts', { customers: 0, accounts: 25, transactions: 0 }],
  ['transactions', { customers: 0, accounts: 0, transactions: 25 }],
] as const)('%s for an existing bank: nothing else is made', (entity, counts) => {
  expect(countsForExistingBank({ entity, count: 25 })).toEqual(counts);
  expect(totalRows(counts)).toBe(25);
});

test('the last day is that of the window; a setting that is refused later leaves the requested one, or none', () => {
  const subject = { entity: 'transactions', count: 10, batches: [] } as const;
  const of = (settings: object) =>
    lastBookingDay({ ...subject, batches: [], settings: { seed: '1', ...settings } });
  expect(of({ start_date: '2025-01-01', end_date: '2025-03-31' })).toBe('2025-03-31');
  expect(of({ country: 'ZZ', end_date: '2025-03-31' })).toBe('2025-03-31');
  expect(of({ country: 'ZZ' })).toBe('infinity');
});
