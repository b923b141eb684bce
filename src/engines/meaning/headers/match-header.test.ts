import { expect, test } from 'vitest';
import { matchHeader } from './match-header.ts';

test.each([
  ['Empfaenger', 'counterparty_name'],
  ['Zahlungsempfaenger', 'counterparty_name'],
  ['Empfänger', 'counterparty_name'],
  ['Waehrung', 'currency'],
  ['Value date', 'value_date'],
])('%s is %s', (header, role) => {
  expect(matchHeader(header)[0]).toMatchObject({ role, share: 1 });
});
