import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { keyOrder, withKeysInOrder } from './key-order.ts';

const columnOf = (values: readonly string[]) => parseColumns(['key'], [values]).columns[0]!;

test.each([
  ['numbers that rise', ['7', '8', '12', '13'], 1],
  ['numbers that fall', ['104', '103', '99', '98'], -1],
  ['words of one prefix', ['INV-8', 'INV-9', 'INV-10', 'INV-11'], 1],
  ['numbers in no order', ['4', '9', '2', '7'], null],
])('%s', (_, values, order) => {
  expect(keyOrder(columnOf(values), values.length)).toBe(order);
});

test('drawn keys take the order of the file; others stay where they are', () => {
  const table = parseColumns(
    ['invoice', 'ticket'],
    [
      ['R-12', 'R-9', 'R-10'],
      ['3', '1', '2'],
    ],
  );
  const pattern = { prefix: '', places: [] };
  const key = { kind: 'key', pattern, first: 1 };
  const plans = [
    { ...columnPlan('invoice'), made: { ...key, order: 1 } },
    { ...columnPlan('ticket'), made: key },
  ] as unknown as Parameters<typeof withKeysInOrder>[1];
  const [invoice, ticket] = withKeysInOrder(table, plans).columns;
  const words =
    invoice?.kind === 'category' ? [...invoice.codes].map((code) => invoice.dictionary[code]) : [];
  expect(words).toEqual(['R-9', 'R-10', 'R-12']);
  expect(ticket).toEqual(table.columns[1]);
});

const columnPlan = (name: string) => ({
  layout: { kind: 'number', name, decimals: 0 },
  role: 'key',
});
