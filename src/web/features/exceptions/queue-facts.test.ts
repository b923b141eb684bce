import { expect, test } from 'vitest';
import { queueFacts } from './queue-facts.ts';

test('a line carries amount with its currency, the day, the account and the first reason', () => {
  const values = {
    transaction_id: 'T1',
    amount: '-1234.5',
    currency: 'EUR',
    transaction_date: '2025-03-01T10:00:00Z',
    account_type: 'gold',
    account_id: 'ACC7',
  };
  expect(queueFacts({ values, reasons: ['far above usual', 'at night'] })).toMatchObject({
    amount: '-1,234.50 EUR',
    date: '2025-03-01',
    account: 'ACC7',
    reason: 'far above usual',
  });
});

test('a German row is read by its own words, and an amount that is no number stays as it is', () => {
  const values = { Buchungstag: '01.03.2025', Konto: '4000123', Betrag: '-12,50', Währung: 'EUR' };
  expect(queueFacts({ values })).toMatchObject({
    amount: '-12,50 EUR',
    date: '01.03.2025',
    account: '4000123',
    reason: null,
  });
});

test('a row without any of it has no facts', () => {
  expect(queueFacts({ values: { x: 1 } })).toMatchObject({
    amount: null,
    date: null,
    account: null,
    reason: null,
  });
});
