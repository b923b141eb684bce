import { expect, test } from 'vitest';
import type { RowBatch } from '../../../engines/simulate/index.ts';
import { identifierChecks } from './measure-identifiers.ts';

type Table = Parameters<typeof identifierChecks>[0];

/** Returns the numbers of checked values and of possibly real ones. */
function counted(table: Table, column: string, values: string[]): [checked: number, found: number] {
  const names =
    table === 'customers' ? ['email', 'phone'] : ['card_number', 'account_number', 'bank_code'];
  const batch: RowBatch = {
    rows: values.length,
    fields: names.map((name) => ({ name, type: 'text' })),
    columns: names.map((name) => ({
      kind: 'text',
      values: name === column ? values : values.map(() => ''),
    })),
  };
  const check = identifierChecks(table)[names.indexOf(column)]!;
  check.add(batch);
  const { checked, found } = check.result();
  return [checked, found];
}

test.each([
  ['customers', 'email', ['a@b.example', 'a@example.com', 'a@example.net', 'a@x.example.org']],
  ['customers', 'phone', ['+1 212 555 0100', '+1 212 555 0199', '+49 000 1234567']],
  ['accounts', 'card_number', ['9999000000000000']],
  ['accounts', 'account_number', ['123456789', 'DE899999000000000000', 'GB12TEST12345678']],
  ['accounts', 'account_number', ['IT60X9999000000000000000000']],
  ['accounts', 'bank_code', ['991234567', 'SBSXDE20']],
] as const)('reserved: %s, %s %j', (table, column, values) => {
  expect(counted(table, column, [...values])).toEqual([values.length, 0]);
});

test.each([
  ['customers', 'email', ['a@example.de', 'a@notexample.com', 'a@example.com.fr', 'a@bexample']],
  [
    'customers',
    'phone',
    ['+1 212 555 0200', '+1 212 556 0100', '+49 001 1234567', '1 212 555 0100'],
  ],
  ['accounts', 'card_number', ['4111111111111111', '999900000000000', '99990000000000001']],
  ['accounts', 'account_number', ['DE89370400440532013000', 'GB29NWBK60161331926819']],
  ['accounts', 'bank_code', ['981234567', '99123456', 'DEUTDEFF', 'SBSXDE21', 'XSBSXDE20']],
] as const)('somebody may have it: %s, %s %j', (table, column, values) => {
  expect(counted(table, column, [...values])).toEqual([values.length, values.length]);
});

test('missing values are not counted, and batches add up', () => {
  expect(counted('customers', 'email', ['', 'a@b.example', ''])).toEqual([1, 0]);
  const [email] = identifierChecks('customers');
  const batch = (value: string): RowBatch => ({
    rows: 1,
    fields: [{ name: 'email', type: 'text' }],
    columns: [{ kind: 'text', values: [value] }],
  });
  email!.add(batch('a@b.example'));
  email!.add(batch('a@b.de'));
  expect(email!.result()).toEqual({
    name: 'mail addresses outside the domains kept for examples',
    checked: 2,
    found: 1,
  });
});
