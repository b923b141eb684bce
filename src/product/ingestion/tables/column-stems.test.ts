import { expect, test } from 'vitest';
import { isNamedAfter, isNamedLike, stemOf } from './column-stems.ts';

test.each([
  ['customer_id', 'customer'],
  ['CustomerNo', 'customer'],
  ['customers', 'customer'],
  ['Company GUID', 'company'],
  ['companies', 'company'],
  ['Straße-Nr', 'straße'],
  ['account2_key', 'account2'],
  ['id', ''],
  ['', ''],
])('%j is called after %j', (column, stem) => {
  expect(stemOf(column)).toBe(stem);
});

test.each([
  ['customer_id', 'customers', true],
  ['owner_customer_id', 'customers', true],
  ['disp_id', 'disposition', true],
  ['CUSTOMER_ID', 'Customers', true],
  ['customer_id_old', 'customers', false],
  ['account_id', 'customers', false],
  // Short names are not matched as parts of others.
  ['ab_id', 'abs', true],
  ['ab_id', 'abbeys', false],
  ['xab_id', 'ab', false],
  ['id', 'customers', false],
  ['id', 's', false],
])('%s is named like the table %s: %s', (column, table, like) => {
  expect(isNamedLike(column, table)).toBe(like);
});

test.each([
  ['customer_id', 'customers', true],
  ['id', 'customers', true],
  ['customer_id', 'customer_profiles', false],
  ['owner_customer_id', 'customers', false],
])('%s is named after the table %s and nothing more: %s', (column, table, after) => {
  expect(isNamedAfter(column, table)).toBe(after);
});
