import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, numberForm, numbers, words } from './columns.fixture.ts';
import { concatTables } from './concat-tables.ts';
import { formatTable } from './format-table.ts';
import type { Table } from './table.ts';
import { takeColumn, takeRows } from './take-rows.ts';

const upper = {
  rows: 3,
  columns: [
    words('w', ['a', null, 'b']),
    numbers('n', [1, Number.NaN, 3], { form: numberForm() }),
    days('d', [1, 2, 3]),
  ],
};
const lower = {
  rows: 2,
  columns: [words('w', ['c', 'b']), numbers('n', [4, 5]), days('d', [4, 5])],
};

test('rows stand below one another; words that both know have one code', () => {
  const { rows, columns } = concatTables([upper, lower]);
  expect(rows).toBe(5);
  expect(columns).toEqual([
    {
      kind: 'category',
      name: 'w',
      codes: Int32Array.of(0, -1, 1, 2, 1),
      dictionary: ['a', 'b', 'c'],
    },
    numbers('n', [1, Number.NaN, 3, 4, 5], { form: numberForm() }),
    days('d', [1, 2, 3, 4, 5]),
  ]);
  expect(upper.columns[0]).toEqual(words('w', ['a', null, 'b']));
});

test('a word that is new in the second table has the same code in the third', () => {
  const { columns } = concatTables([upper, lower, lower]);
  expect(columns[0]).toMatchObject({
    codes: Int32Array.of(0, -1, 1, 2, 1, 2, 1),
    dictionary: ['a', 'b', 'c'],
  });
});

test('none are an empty table, one is itself', () => {
  expect(concatTables([])).toEqual({ rows: 0, columns: [] });
  expect(concatTables([upper])).toBe(upper);
});

test('numbers above words are refused', () => {
  const [word, number, day] = lower.columns;
  expect(() => concatTables([upper, { rows: 2, columns: [word, word, day] }])).toThrow(
    new TypeError('Column w changes its type.'),
  );
  expect(() => concatTables([upper, { rows: 2, columns: [word, number, word] }])).toThrow(
    'Column w changes its type.',
  );
});

test('rows are taken in the order named, as often as named', () => {
  expect(takeRows(upper, [2, 0, 2])).toEqual({
    rows: 3,
    columns: [
      { ...upper.columns[0], codes: Int32Array.of(1, 0, 1) },
      numbers('n', [3, 1, 3], { form: numberForm() }),
      days('d', [3, 1, 3]),
    ],
  });
  expect(takeColumn(upper.columns[0], Uint8Array.of(1))).toEqual({
    ...upper.columns[0],
    codes: Int32Array.of(-1),
  });
  expect(takeRows(upper, [])).toMatchObject({ rows: 0 });
});

test('the parts of any table, below one another, are the table', () => {
  const row = fc.record({
    word: fc.option(fc.constantFrom('a', 'b', 'c', '')),
    cents: fc.integer({ min: -1000, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.nat(), (rows, at) => {
      const table: Table = {
        rows: rows.length,
        columns: [
          words(
            'word',
            rows.map(({ word }) => word),
          ),
          numbers(
            'n',
            rows.map(({ cents }) => cents / 100),
          ),
        ],
      };
      const all = rows.map((_, i) => i);
      const cut = at % (rows.length + 1);
      const parts = [all.slice(0, cut), all.slice(cut)].map((part) => takeRows(table, part));
      expect(formatTable(concatTables(parts))).toEqual(formatTable(table));
    }),
  );
});
