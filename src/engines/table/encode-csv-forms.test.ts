import { describe, expect, test } from 'vitest';
import { days, numberForm, numbers, upTo, words } from './columns.fixture.ts';
import { encodeCsv } from './encode-csv.ts';
import type { Column, NumberColumn } from './table.ts';

/** Encodes columns of equal length and returns the lines. */
const linesOf = (rows: number, ...columns: Column[]) =>
  Buffer.from(encodeCsv({ rows, columns })).toString().split('\r\n').slice(0, -1);

const cellOf = (value: number, more: Parameters<typeof numbers>[2]) =>
  linesOf(1, words('a', ['a']), numbers('n', [value], more), words('b', ['b']))[0].slice(2, -2);

describe('numbers that a form describes', () => {
  test.each([
    [0, 2, 1.5, '1.5'],
    [0, 2, 2, '2'],
    [0, 2, 0.25, '0.25'],
    [0, 2, 100, '100'],
    [0, 2, 1000.1, '1000.1'],
    [0, 2, -0.5, '-0.5'],
    [0, 2, 0, '0'],
    [0, 0, 100, '100'],
    [1, 2, 2, '2.0'],
    [1, 2, 2.25, '2.25'],
    [1, 3, 100, '100.0'],
    [2, 0, 5, '5.00'],
    [2, 2, 5, '5.00'],
  ])('at least %i and at most %i decimals: %f is %s', (minDecimals, decimals, value, text) => {
    const form = numberForm({ minDecimals, decimals });
    expect(cellOf(value, { decimals, form })).toBe(text);
  });

  test.each([
    [{ decimalMark: ',' as const }, '"-1234,50"'],
    [{ groupMark: ' ' as const }, '-1 234.50'],
    [{ groupMark: ',' as const }, '"-1,234.50"'],
    [{ unit: { text: '€', side: 'after' as const, gap: ' ' } }, '-1234.50 €'],
    [{ sign: 'trailing' as const }, '1234.50-'],
    [{ sign: 'brackets' as const }, '(1234.50)'],
    [{ apostrophe: true }, "'-1234.50"],
    [{}, '-1234.50'],
  ])('marks %j', (marks, text) => {
    expect(cellOf(-1234.5, { form: numberForm(marks) })).toBe(text);
  });

  test('a value that recurs among others is written alike each time', () => {
    const form = numberForm({ decimalMark: ',' });
    expect(linesOf(4, numbers('n', [1, 2, 1, 2], { form }))).toEqual([
      '"1,00"',
      '"2,00"',
      '"1,00"',
      '"2,00"',
    ]);
  });
});

describe('missing values', () => {
  const missing = (column: Column) => linesOf(1, words('a', ['a']), column, words('b', ['b']))[0];
  const nan = [Number.NaN];
  const form = numberForm({ decimalMark: ',' });

  test('are nothing between two commas', () => {
    for (const column of [numbers('n', nan), numbers('n', nan, { form }), days('d', nan)])
      expect(missing(column)).toBe('a,,b');
    expect(missing(words('w', [null]))).toBe('a,,b');
  });

  test('are the word of the file where it has one, between quotes where it needs them', () => {
    for (const [nullWord, written] of [
      ['NA', 'NA'],
      ['n,a', '"n,a"'],
    ]) {
      const columns: Column[] = [
        numbers('n', nan, { nullWord }),
        numbers('n', nan, { nullWord, form }),
        { ...days('d', nan), nullWord },
        words('w', [null], nullWord),
      ];
      for (const column of columns) expect(missing(column)).toBe(`a,${written},b`);
    }
  });

  test('a long word for them leaves room for what follows', () => {
    const nullWord = 'not given '.repeat(20);
    const column: NumberColumn = numbers('n', [Number.NaN, 1.5, Number.NaN], { nullWord });
    expect(linesOf(3, column, column)).toEqual([
      `${nullWord},${nullWord}`,
      '1.50,1.50',
      `${nullWord},${nullWord}`,
    ]);
  });
});

describe('room for rows that are wider than was thought', () => {
  const rows = 1000;

  test('of long words after short ones', () => {
    const long = 'x'.repeat(300);
    const texts = upTo(rows).map((row) => (row < 500 ? 'a' : long));
    expect(linesOf(rows, words('w', texts), words('v', texts))).toEqual(
      texts.map((text) => `${text},${text}`),
    );
  });

  test('of numbers with as many digits as are written', () => {
    const column = numbers(
      'n',
      Array.from({ length: rows }, () => -1e20),
      { decimals: 9 },
    );
    const text = '-100000000000000000000.000000000';
    expect(linesOf(rows, column, column, column)).toEqual(
      Array.from({ length: rows }, () => `${text},${text},${text}`),
    );
  });

  test('a table without rows has no bytes', () => {
    expect(encodeCsv({ rows: 0, columns: [numbers('n', [])] })).toEqual(new Uint8Array(0));
  });
});
