import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { personalKind } from '../meaning/persons/personal-kind.ts';
import { profileTable } from '../meaning/profile.ts';
import { passesIban, passesLuhn } from './check-digits.ts';
import { formatTable } from './format-table.ts';
import { parseColumns } from './parse-columns.ts';

describe('parseColumns', () => {
  test('types numbers, dates and words, and writes them back as they stood', () => {
    const names = ['amount', 'date', 'when', 'zip', 'word', 'long', 'empty'];
    const columns = [
      ['1.50', null, '-3.25'],
      ['930101', '941231', null],
      ['2024-02-29 23:59:59', '2024-03-01 00:00:00', null],
      ['01234', '99999', '00001'],
      ['a', '', null],
      ['12345678901234567', '1', '2'],
      [null, null, null],
    ];
    const table = parseColumns(names, columns);
    expect(table.columns.map((column) => column.kind)).toEqual([
      'number',
      'datetime',
      'datetime',
      'category',
      'category',
      'category',
      'category',
    ]);
    expect(formatTable(table).textColumns).toEqual(columns);
  });

  test('reads numbers as several countries write them, and leaves what is none', () => {
    const numbers = (texts: (string | null)[]) => {
      const [column] = parseColumns(['amount'], [texts]).columns;
      return column?.kind === 'number' ? [[...column.values], column.decimals] : column?.kind;
    };
    expect(numbers(['12,50', '-3', null])).toEqual([[12.5, -3, Number.NaN], 2]);
    expect(numbers(['1.234,50', '7,25'])).toEqual([[1234.5, 7.25], 2]);
    expect(numbers(['1 234,5', '10\u00a0000,0'])).toEqual([[1234.5, 10_000], 1]);
    expect(numbers(["1'234.50", '12.75'])).toEqual([[1234.5, 12.75], 2]);
    expect(numbers(['1,234.50', '12.75'])).toEqual([[1234.5, 12.75], 2]);
    expect(numbers(['1,2,3'])).toBe('category');
    expect(numbers(['1.2.3'])).toBe('category');
    expect(numbers(['12,50', '12.50'])).toBe('category');
    expect(numbers(['192.168.1.1'])).toBe('category');
  });

  test('keeps two layouts of dates in one column as text, and refuses days that are not', () => {
    const table = parseColumns(
      ['mixed', 'impossible'],
      [
        ['2024-01-31', '31.01.2024'],
        ['2023-02-29', '2023-02-28'],
      ],
    );
    expect(table.columns.map((column) => column.kind)).toEqual(['category', 'category']);
  });

  test('distinguishes day-first from month-first by the values', () => {
    const format = (texts: string[]) => {
      const column = parseColumns(['d'], [texts]).columns[0];
      return column.kind === 'datetime' ? column.form.pattern : column.kind;
    };
    expect(format(['13/01/2024', '02/01/2024'])).toBe('DD/MM/YYYY');
    expect(format(['01/13/2024', '01/02/2024'])).toBe('MM/DD/YYYY');
    expect(format(['01/03/2024', '01/04/2024', '01/05/2024'])).toBe('MM/DD/YYYY');
  });
});

describe('personal data', () => {
  test('checksums', () => {
    // ISO 13616 example for Germany, and a Luhn example (ISO/IEC 7812).
    expect(passesIban('DE89 3704 0044 0532 0130 00')).toBe(true);
    expect(passesIban('DE88 3704 0044 0532 0130 00')).toBe(false);
    expect(passesLuhn('4111111111111111')).toBe(true);
    expect(passesLuhn('4111111111111112')).toBe(false);
  });

  test('by contents first, then by name', () => {
    expect(personalKind('x', ['a@b.cz', 'c.d@example.org'])).toBe('email');
    expect(personalKind('customer_name', ['Ann Lee'])).toBe('person_name');
    expect(personalKind('merchant_name', ['Shop'])).toBe(null);
    expect(personalKind('amount', ['12345678', '2223334'])).toBe(null);
  });
});

describe('profileTable', () => {
  test('describes types, nulls, keys and roles', () => {
    const rows = Array.from({ length: 60 }, (_, i) => i);
    const table = parseColumns(
      ['transaction_id', 'amount', 'flag', 'account_id', 'note'],
      [
        rows.map((i) => `TX-${1000 + i}`),
        rows.map((i) => (i % 10 === 0 ? null : (i * 1.5).toFixed(2))),
        rows.map((i) => (i % 2 ? 'true' : 'false')),
        rows.map((i) => String(500 + (i % 40))),
        rows.map((i) => `paid for thing ${i} today`),
      ],
    );
    const profile = profileTable(table);
    expect(profile.columns.map((column) => [column.type, column.role])).toEqual([
      ['text', 'key'],
      ['decimal', 'feature'],
      ['boolean', 'feature'],
      ['integer', 'reference'],
      ['text', 'text'],
    ]);
    expect(profile.columns[1]).toMatchObject({ nulls: 6, distinct: 54, minimum: '1.50' });
    expect(profile.columns[1].histogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(54);
  });

  const file = (() => {
    try {
      return gunzipSync(
        readFileSync(
          new URL('../../../../shared/data/berka/berka-basic-template.csv.gz', import.meta.url),
        ),
      ).toString();
    } catch {
      return null;
    }
  })();
  test.skipIf(file === null)('finds accounts, days and the running balance in Berka', () => {
    const lines = file!
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const names = lines[0];
    const profile = profileTable(
      parseColumns(
        names,
        names.map((_, i) => lines.slice(1).map((line) => line[i] || null)),
      ),
    );
    expect(profile.sequence).toMatchObject({
      entity: 'account_id',
      time: 'transaction_date',
      balance: { column: 'balance', amount: 'amount' },
    });
  });
});
