import { expect, test } from 'vitest';
import { writeCsv } from '../../platform/tabular/delimited/write-csv.ts';
import { writeDialect } from '../../platform/tabular/delimited/write-dialect.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import { streamFor } from '../random/stream.ts';
import { DAY, datetimeForm } from './datetime-form.ts';
import { encodeCsv } from './encode-csv.ts';
import { formatTable } from './format-table.ts';
import type { Column, Table } from './table.ts';

async function writtenAsText(table: Table): Promise<string> {
  const { names, textColumns } = formatTable(table);
  const chunks: Buffer[] = [];
  for await (const chunk of writeCsv(names, [textColumns], { header: false })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
const encoded = (table: Table, range = {}) => Buffer.from(encodeCsv(table, range)).toString();

const stream = streamFor(1n, 0, 0);
const sizes = [
  0,
  1e-7,
  0.004,
  0.005,
  0.995,
  1,
  9.995,
  99.5,
  1e6,
  2 ** 31,
  1e12,
  2 ** 53,
  1e20,
  1e25,
];
const odd = [...sizes, ...sizes.map((value) => -value), -0, Number.NaN];
const numbers = Float64Array.from({ length: 600 }, (_, row) => {
  const special = odd[row];
  if (special !== undefined) return special;
  const cents = Math.round((stream.float() - 0.3) * 10 ** stream.below(16));
  return stream.below(9) === 0 ? cents * Math.PI : cents / 100;
});
const rows = numbers.length;

test('numbers stand as toFixed writes them, whatever their size and decimals', async () => {
  const columns = Array.from({ length: 14 }, (_, decimals): Column => {
    return { kind: 'number', name: `n${decimals}`, values: numbers, decimals };
  });
  expect(encoded({ rows, columns })).toBe(await writtenAsText({ rows, columns }));
});

const PATTERNS = [
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:mm:ss.SSS',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYMMDD',
  'DD.MM.YYYY',
  'MM/DD/YYYY, h:mm A',
];

test('words keep quotes, commas, line ends and letters of any length; dates their layout', async () => {
  const dictionary = [
    '',
    'plain',
    'a,b',
    'say "so"',
    ' led',
    'two\r\nlines',
    'Größe',
    '預金',
    '🏦',
  ];
  const words: Column = {
    kind: 'category',
    name: 'words',
    codes: Int32Array.from({ length: rows }, (_, row) => (row % (dictionary.length + 1)) - 1),
    dictionary,
  };
  const dates = PATTERNS.map((pattern): Column => {
    const moment = (_: unknown, row: number) =>
      row % 7 === 0 ? Number.NaN : (row % 50) * 397 * DAY + stream.below(DAY);
    const values = Float64Array.from(numbers, moment);
    return { kind: 'datetime', name: pattern, values, form: datetimeForm(pattern) };
  });
  const table = { rows, columns: [words, ...dates, words] };
  expect(encoded(table)).toBe(await writtenAsText(table));
});

test('in a dialect, rows are the bytes that texts are written as', async () => {
  const dictionary = ['', 'plain', 'a,b', 'a;b', "it's", 'say "so"', ' led', 'two\nlines', 'Größe'];
  const codes = Int32Array.from(numbers, (_, row) => (row % (dictionary.length + 1)) - 1);
  const columns: Column[] = [
    { kind: 'category', name: 'words', codes, dictionary },
    { kind: 'category', name: 'quoted', codes, dictionary },
    { kind: 'number', name: 'plain', values: numbers, decimals: 2 },
    { kind: 'number', name: 'quoted numbers', values: numbers, decimals: 2 },
  ];
  for (const [delimiter, quote, lineEnd] of [
    [';', '"', '\n'],
    ['\t', "'", '\r\n'],
  ] as const) {
    const dialect: CsvDialect = {
      ...{ delimiter, quote, lineEnd, quotedColumns: [1, 3], headerLine: null },
      ...{ encoding: 'UTF-8', byteOrderMark: false },
    };
    const chunks: Buffer[] = [];
    const texts = formatTable({ rows, columns }).textColumns;
    for await (const chunk of writeDialect(dialect, 4, [texts])) chunks.push(chunk);
    expect(encoded({ rows, columns }, { dialect })).toBe(Buffer.concat(chunks).toString());
  }
});

test('rows in parts are the rows of the whole', () => {
  const table: Table = {
    rows,
    columns: [{ kind: 'number', name: 'n', values: numbers, decimals: 2 }],
  };
  const parts = [0, 200, 400].map((from) => encoded(table, { from, to: from + 200 }));
  expect(parts.join('')).toBe(encoded(table));
  expect(encoded(table, { from: 5, to: 5 })).toBe('');
});
