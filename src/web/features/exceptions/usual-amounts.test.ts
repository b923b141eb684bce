import { expect, it } from 'vitest';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { amountsOf } from './usual-amounts.tsx';

const analysis = {
  roles: { amount: 'Betrag', currency: 'Währung' },
  historyColumns: ['Betrag', 'Währung'],
};
const rows = (...values: [string, string][]) =>
  values.map((cells, i) => ({ row: i + 1, values: cells }));
const layout = [
  { name: 'Betrag', form: { kind: 'number', decimalMark: ',', groupMark: '.' } },
] as unknown as ColumnLayout[];

it('reads amounts in the form of the file, in the currency of the row', () => {
  const values = { Betrag: '98.213,33', Währung: 'EUR' };
  const before = rows(['-9,83', 'EUR'], ['94,14', 'EUR'], ['70,00', 'USD'], ['275,00', 'EUR']);
  const found = amountsOf({ values, before }, analysis, layout);
  expect(found?.own).toEqual({ text: '98.213,33', value: 98_213.33 });
  expect(found?.earlier.map(({ value }) => value)).toEqual([-9.83, 94.14, 275]);
});

it('shows nothing for fewer than three earlier amounts, or without the role', () => {
  const values = { Betrag: '1', Währung: 'EUR' };
  const before = rows(['2', 'EUR'], ['3', 'EUR']);
  expect(amountsOf({ values, before }, analysis, [])).toBeNull();
  expect(amountsOf({ values, before }, { historyColumns: ['Betrag'] }, [])).toBeNull();
});
