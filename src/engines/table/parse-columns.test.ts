import { describe, expect, test } from 'vitest';
import type { ColumnForm } from '../../shared/column-layout.ts';
import { days, numberForm, numbers, words } from './columns.fixture.ts';
import { datetimeForm } from './datetime-form.ts';
import { formatTable } from './format-table.ts';
import { layoutsOfTable, parseColumn, parseColumns } from './parse-columns.ts';

const parse = (form: ColumnForm, nullWords: string[], ...texts: (string | null | undefined)[]) => {
  const column = parseColumn('c', texts, { form, nullWords });
  const values =
    column.kind === 'category'
      ? Array.from(column.codes, (code) => (code < 0 ? null : column.dictionary[code]))
      : Array.from(column.values);
  return { kind: column.kind, values, nullWord: column.nullWord };
};
const { NaN: none } = Number;

describe('a column by its layout', () => {
  test('numbers; null, undefined and words for a missing value are NaN', () => {
    expect(parse(numberForm(), [], '1.50', null, undefined, 'NA', '-2.25')).toEqual({
      kind: 'number',
      values: [1.5, none, none, none, -2.25],
      nullWord: undefined,
    });
  });

  test('its own word for a missing value is kept, an empty one is not', () => {
    expect(parse(numberForm(), ['-', 'none'], '1.50', '-', 'none')).toEqual({
      kind: 'number',
      values: [1.5, none, none],
      nullWord: '-',
    });
    expect(parseColumn('c', ['1.50'], { form: numberForm(), nullWords: [] })).not.toHaveProperty(
      'nullWord',
    );
    expect(
      parseColumn('c', ['1.50', ''], { form: numberForm(), nullWords: ['', 'NA'] }),
    ).not.toHaveProperty('nullWord');
  });

  test('times', () => {
    expect(parse(datetimeForm('DD.MM.YYYY'), ['?'], '02.01.1970', '?', null)).toEqual({
      kind: 'datetime',
      values: [86_400_000, none, none],
      nullWord: '?',
    });
  });

  test('one value that has another form makes it a column of words; nothing is lost', () => {
    for (const form of [numberForm(), datetimeForm('DD.MM.YYYY')])
      expect(parse(form, [], '1.50', '02.01.1970', null, 'NA')).toEqual({
        kind: 'category',
        values: ['1.50', '02.01.1970', null, 'NA'],
        nullWord: undefined,
      });
  });

  test('a column without a value has no type', () => {
    for (const form of [numberForm(), datetimeForm('DD.MM.YYYY')])
      expect(parse(form, [], null, 'NA').kind).toBe('category');
  });

  test('in text a word for a missing value is a word, unless the layout says otherwise', () => {
    expect(parse({ kind: 'text' }, [], 'NA', '', undefined, 'x').values).toEqual([
      'NA',
      '',
      null,
      'x',
    ]);
    expect(parse({ kind: 'text' }, ['-'], 'NA', '-', 'x')).toEqual({
      kind: 'category',
      values: [null, null, 'x'],
      nullWord: '-',
    });
  });

  test('in codes and truth values it is a missing value', () => {
    const code: ColumnForm = {
      kind: 'code',
      prefix: 'A',
      width: 2,
      leadingZeros: false,
      letters: 'none',
    };
    expect(parse(code, [], 'A1', 'NA', '').values).toEqual(['A1', null, null]);
    const truth: ColumnForm = { kind: 'boolean', trueText: 'yes', falseText: 'no' };
    expect(parse(truth, [], 'yes', 'null', 'no').values).toEqual(['yes', null, 'no']);
  });

  test('words are numbered in order of first sight', () => {
    const column = parseColumn('c', ['b', 'a', 'b', null], {
      form: { kind: 'text' },
      nullWords: [],
    });
    expect(column).toEqual(words('c', ['b', 'a', 'b', null]));
    expect(column).toMatchObject({ dictionary: ['b', 'a'], codes: Int32Array.of(0, 1, 0, -1) });
  });
});

describe('columns together', () => {
  test('a layout is used by the name of its column alone', () => {
    const text = { form: { kind: 'text' as const }, nullWords: [] };
    const { rows, columns } = parseColumns(
      ['a', 'toString'],
      [
        ['1', '2'],
        ['1', '2'],
      ],
      { a: text },
    );
    expect(rows).toBe(2);
    expect(columns.map(({ kind }) => kind)).toEqual(['category', 'number']);
  });

  test('columns of different lengths are refused', () => {
    expect(() => parseColumns(['a', 'b'], [['1', '2'], ['1']])).toThrow(
      new RangeError('Column b has 1 rows; expected 2.'),
    );
    expect(() => parseColumns(['a', 'b'], [['1', '2']])).toThrow(
      'Column b has 0 rows; expected 2.',
    );
  });

  test('no columns are a table without rows', () => {
    expect(parseColumns([], [])).toEqual({ rows: 0, columns: [] });
    expect(parseColumns(['a'], [])).toMatchObject({ rows: 0, columns: [{ name: 'a' }] });
  });

  test('reads a written table back by its layouts', () => {
    const table = {
      rows: 2,
      columns: [
        numbers('plain', [1.5, -2]),
        numbers('whole', [1, 2], { decimals: 0 }),
        numbers('marked', [1234.5, none], {
          form: numberForm({ decimalMark: ',', groupMark: '.' }),
          nullWord: '-',
        }),
        days('day', [1, none], 'DD.MM.YYYY'),
        words('word', ['x', 'NA']),
        words('other', ['x', null], '?'),
      ],
    };
    const layouts = layoutsOfTable(table);
    const plain = { decimalMark: '.', groupMark: '', grouping: 'thousands', unit: null };
    const rest = { kind: 'number', sign: 'minus', words: null, apostrophe: false };
    expect(layouts).toEqual({
      plain: { form: { ...rest, ...plain, minDecimals: 2, decimals: 2 }, nullWords: [] },
      whole: { form: { ...rest, ...plain, minDecimals: 0, decimals: 0 }, nullWords: [] },
      marked: { form: numberForm({ decimalMark: ',', groupMark: '.' }), nullWords: ['-'] },
      day: { form: datetimeForm('DD.MM.YYYY'), nullWords: [] },
      word: { form: { kind: 'text' }, nullWords: [] },
      other: { form: { kind: 'text' }, nullWords: ['?'] },
    });
    const { names, textColumns } = formatTable(table);
    expect(formatTable(parseColumns(names, textColumns, layouts))).toEqual({ names, textColumns });
  });
});
