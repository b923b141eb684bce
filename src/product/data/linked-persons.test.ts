import { expect, test } from 'vitest';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { linkedPersons } from './linked-persons.ts';

const relation = (child: string, childKey: string, parent: string) => ({
  child,
  childKey,
  parent,
  parentKey: 'id',
});

test('cards lead to customers through accounts; districts lead nowhere', () => {
  const tables = {
    districts: parseColumns(['id'], [['D1']]),
    customers: parseColumns(
      ['id', 'district'],
      [
        ['C1', 'C2'],
        ['D1', 'D1'],
      ],
    ),
    accounts: parseColumns(
      ['id', 'customer'],
      [
        ['A1', 'A2', 'A3'],
        ['C2', 'C1', null],
      ],
    ),
    cards: parseColumns(
      ['id', 'account'],
      [
        ['K1', 'K2', 'K3', 'K4'],
        ['A1', 'A1', 'A2', 'A3'],
      ],
    ),
  };
  const relations = [
    relation('accounts', 'customer', 'customers'),
    relation('cards', 'account', 'accounts'),
  ];
  expect(linkedPersons(tables, relations, 'cards')).toEqual(Int32Array.of(1, 1, 0, -1));
  expect(linkedPersons(tables, relations, 'customers')).toEqual(Int32Array.of(0, 1));
  expect(linkedPersons(tables, relations, 'districts')).toBeNull();
});
