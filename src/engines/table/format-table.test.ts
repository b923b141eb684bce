import { expect, test } from 'vitest';
import { days, numberForm, numbers, words } from './columns.fixture.ts';
import { DAY, datetimeForm } from './datetime-form.ts';
import { formatCell, formatTable, isNull, plainTable } from './format-table.ts';
import type { Column } from './table.ts';

const MOMENT = Date.UTC(2026, 2, 14, 15, 9, 26, 535);
const moment = (pattern: string, more = {}): Column => ({
  kind: 'datetime',
  name: pattern,
  values: Float64Array.of(MOMENT, Number.NaN),
  form: { ...datetimeForm(pattern), ...more },
});

const german = numberForm({ decimalMark: ',', groupMark: '.' });

test.each<[string, Column, string, string]>([
  ['a plain number', numbers('n', [1234.5, NaN]), '1234.50', '1234.50'],
  ['a number with marks', numbers('n', [1234.5, NaN], { form: german }), '1.234,50', '1234.50'],
  ['a whole number', numbers('n', [7, NaN], { decimals: 0 }), '7', '7'],
  ['a word', words('w', ['x,y', null]), 'x,y', 'x,y'],
  ['an empty word', words('w', ['', null]), '', ''],
  ['a day', days('d', [1, NaN], 'DD.MM.YYYY'), '02.01.1970', '1970-01-02'],
  ['a local time', moment('DD.MM.YYYY HH:mm'), '14.03.2026 15:09', '2026-03-14 15:09:26.535'],
  ['a time in UTC', moment('YYYYMMDDHHmmssZ'), '20260314150926Z', '2026-03-14T15:09:26.535Z'],
  [
    'a time in another zone',
    moment('YYYY-MM-DD HH:mm+hh:mm', { offset: 60 }),
    '2026-03-14 16:09+01:00',
    '2026-03-14T15:09:26.535Z',
  ],
])('%s, as the file wrote it and as programs read it', (_, column, written, plain) => {
  const table = { rows: 2, columns: [column] };
  const { name } = column;
  expect(formatTable(table)).toEqual({ names: [name], textColumns: [[written, null]] });
  expect(plainTable(table)).toEqual({ names: [name], textColumns: [[plain, null]] });
  expect([isNull(column, 0), isNull(column, 1)]).toEqual([false, true]);
});

test.each([
  [-0.004, 2, '0.00'],
  [-0.4, 0, '0'],
  [-0, 1, '0.0'],
  [-0.005, 3, '-0.005'],
  [-10, 0, '-10'],
  [-0.5, 1, '-0.5'],
])('zero has no sign: %f with %i decimals is %s', (value, decimals, text) => {
  expect(formatCell(numbers('n', [value], { decimals }), 0)).toBe(text);
});

test('a form has at least the decimals of its column, and of itself', () => {
  const cell = (minDecimals: number, decimals: number) =>
    formatCell(numbers('n', [1.25], { decimals, form: numberForm({ minDecimals }) }), 0);
  expect(cell(0, 2)).toBe('1.25');
  expect(cell(3, 2)).toBe('1.250');
  expect(cell(0, 1)).toBe('1.3');
});

test('a missing value is the word of the file, or nothing', () => {
  const columns: Column[] = [numbers('n', [NaN]), days('d', [NaN]), words('w', [null])];
  for (const column of columns) {
    expect(formatCell(column, 0)).toBe('');
    expect(formatCell({ ...column, nullWord: 'NA' }, 0)).toBe('NA');
    const table = { rows: 1, columns: [{ ...column, nullWord: 'NA' }] };
    expect(plainTable(table).textColumns).toEqual([[null]]);
  }
});

test('shows the current value of a cell', () => {
  const column = days('d', [0]);
  expect(formatCell(column, 0)).toBe('1970-01-01');
  column.values[0] = DAY;
  expect(formatCell(column, 0)).toBe('1970-01-02');
});
