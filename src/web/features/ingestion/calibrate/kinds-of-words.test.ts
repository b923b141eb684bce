import { expect, test } from 'vitest';
import { kindsOfWords, likelyKindColumn } from './kinds-of-words.ts';

test('reads one word a line, and words that contain the sign', () => {
  expect(kindsOfWords('VYBER = cash_withdrawal\n\n A=B=fee ')).toEqual({
    VYBER: 'cash_withdrawal',
    'A=B': 'fee',
  });
  expect(kindsOfWords('')).toEqual({});
});

test('names the first line without a kind', () => {
  expect(kindsOfWords('A=fee\nVYBER=cash')).toMatch(/^“VYBER=cash”: expected WORD=type/);
  expect(kindsOfWords('=fee')).toMatch(/^“=fee”/);
});

test('prefers a column that is named for kinds', () => {
  expect(likelyKindColumn(['amount', 'Transaction_Type'])).toBe('Transaction_Type');
  expect(likelyKindColumn(['amount'])).toBe('');
});
