import { expect, test } from 'vitest';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping } from '../../shared/column-mapping.ts';
import { learnedRoles, schemaText } from './map-dataset.ts';

const mapping = (columns: ColumnMapping['columns']): ColumnMapping => ({
  columns,
  sign: null,
  entity: null,
  order: null,
});

test('columns that were to be ignored are learned from no longer, and those that no more are, again', () => {
  const roles = { account: 'reference', text: 'ignored', note: 'ignored' };
  expect(
    learnedRoles(
      roles,
      mapping([
        { name: 'account', role: 'account' },
        { name: 'text', role: 'description' },
        { name: 'note', role: 'ignore' },
        { name: 'code', role: 'ignore' },
      ]),
    ),
  ).toEqual({ account: 'reference', note: 'ignored', code: 'ignored' });
});

test('a column that was a key and is to be ignored is ignored', () => {
  expect(learnedRoles({ id: 'key' }, mapping([{ name: 'id', role: 'ignore' }]))).toEqual({
    id: 'ignored',
  });
});

test('the schema keeps the order of the columns, of those that are called like numbers too', () => {
  const columns = [
    { name: 'total "net"', type: 'decimal' },
    { name: '2024', type: 'integer' },
    { name: '2023', type: 'integer' },
  ] as ColumnLayout[];
  expect(schemaText(columns)).toBe(
    '{"total \\"net\\"":"decimal","2024":"integer","2023":"integer"}',
  );
  expect(schemaText([])).toBe('{}');
});
