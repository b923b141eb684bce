import { expect, test } from 'vitest';
import { bankMapping } from './bank-mapping.ts';

const HEADERS =
  'transaction_id,amount,currency,merchant_category,channel,counterparty_country,transaction_date,account_type,risk_level'.split(
    ',',
  );
const ROW = ['T1', '12.50', 'EUR', '5411', 'online', 'DE', '2024-02-29', 'checking', 'low'];
const encoded = (changes: Record<string, string | null>) =>
  bankMapping(HEADERS)!.encode(
    HEADERS.map((name, i) => [name in changes ? changes[name]! : ROW[i]!]),
    1,
  );

test('rows of the template become rows of the bank', () => {
  expect(encoded({})).toBe('T1,12.50,EUR,online,5411,false,2024-02-29,DE\r\n');
  expect(encoded({ transaction_date: '2024-01-31T23:59:59.5+01:00' })).toContain('+01:00');
});

test.each([
  ['amount', '9'.repeat(16)],
  ['amount', '1e3'],
  ['amount', null],
  ['transaction_date', '2024-02-30'],
  ['transaction_date', '0000-01-01'],
  ['transaction_date', '2024-13-01'],
  ['transaction_date', '2024-01-01T24:30:00'],
  ['transaction_date', '2024-01-01T10:00:00+99:00'],
  ['transaction_id', null],
  ['transaction_id', 'T'.repeat(501)],
])('%s %j does not fit the bank: the rows stay in their own file', (name, value) => {
  expect(encoded({ [name]: value })).toBeNull();
});
