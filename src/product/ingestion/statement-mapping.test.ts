import { expect, test } from 'vitest';
import { STATEMENT_COLUMNS } from '../../shared/bank-formats.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { statementMapping, statementRoles } from './statement-mapping.ts';

const mappingOf = (accounts: number) => statementMapping({ accounts } as never);
const roleOf = (accounts: number, column: string) =>
  mappingOf(accounts).columns.find(({ name }) => name === column)?.role;

test('every column of a statement has a role, in the order of the file; amounts are signed', () => {
  const { columns, sign, order } = mappingOf(2);
  expect(columns.map(({ name }) => name)).toEqual([...STATEMENT_COLUMNS]);
  expect(sign).toEqual({ kind: 'signed' });
  expect(order).toBeNull();
  for (const role of ['booking_date', 'value_date', 'amount', 'currency', 'balance', 'reference'])
    expect(roleOf(2, role)).toBe(role);
  expect(roleOf(2, 'bank_reference')).toBe('reference');
  expect(roleOf(2, 'code')).toBe('category');
});

test('rows are of the accounts where there are several; the only one is left out', () => {
  expect([roleOf(2, 'account'), mappingOf(2).entity]).toEqual(['account', 'account']);
  expect([roleOf(1, 'account'), mappingOf(1).entity]).toEqual(['ignore', null]);
});

test('what is copied from the file whole is learned from in no file', () => {
  expect([roleOf(2, 'details'), roleOf(2, 'statement_details')]).toEqual(['ignore', 'ignore']);
});

test('identifying numbers are generated, the account recurs, and empty columns are not generated', () => {
  const columns = STATEMENT_COLUMNS.map((name) => ({ name, values: 3 }) as ColumnLayout);
  expect(statementRoles(columns)).toEqual({
    account: 'reference',
    statement: 'key',
    counterparty_account: 'key',
    reference: 'key',
    bank_reference: 'key',
  });
  const partly = columns.map((column) =>
    column.name === 'reference' || column.name === 'statement' ? { ...column, values: 0 } : column,
  );
  expect(Object.keys(statementRoles(partly))).toEqual([
    'account',
    'counterparty_account',
    'bank_reference',
  ]);
});
