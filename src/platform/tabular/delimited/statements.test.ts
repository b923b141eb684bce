import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSharedDuckDb } from '../duckdb.ts';
import { preview } from '../parquet/preview.ts';
import { scanDelimited } from './scan-delimited.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scan(text: string) {
  const path = join(folder, 'in.csv');
  await writeFile(path, text);
  const { result, rows } = await withSharedDuckDb({ path, folder }, async () => {
    const scanned = await scanDelimited(path, { parquetPath: join(folder, 'out.parquet') });
    return { result: scanned, rows: (await preview(scanned.parquetPath, 1000)).rows };
  });
  const skipped = result.skipped.ranges.map(({ fromLine, toLine, reason }) => [
    fromLine,
    toLine,
    reason,
  ]);
  return { ...result, names: result.columns.map(({ name }) => name), rows, skipped };
}

test('columns that are always quoted are known, also where their values hold delimiters and quotes', async () => {
  const { style } = await scan(
    [
      'Date,Text,Amount,Note',
      '1/2/25,"Bill Pay, Verizon","$1,100.00",plain',
      '1/3/25,"say ""so"", they did","$1,200.00","a, b"',
      '1/4/25,"","$1,300.50",plain',
    ].join('\n'),
  );
  expect(style.quotedColumns).toEqual([1, 2]);
});

const ABOVE = 'Above the table';
const BELOW = 'Below the last row';

test('the account and the period above a statement, and the totals below it, are skipped and listed', async () => {
  const result = await scan(
    [
      'Kontoauszug;',
      'Konto:;DE02 1203 0000 0000 2020 51',
      'Zeitraum:;01.01.2024 - 31.01.2024',
      '',
      'Buchungstag;Valuta;Text;Betrag;Währung',
      '02.01.2024;02.01.2024;Miete;-850,00;EUR',
      '03.01.2024;03.01.2024;"Gehalt; Januar";2.400,00;EUR',
      '04.01.2024;05.01.2024;Strom;-61,40;EUR',
      '',
      'Saldo;1.488,60',
    ].join('\r\n'),
  );
  expect(result.names).toEqual(['Buchungstag', 'Valuta', 'Text', 'Betrag', 'Währung']);
  expect(result.rows[1]).toEqual(['03.01.2024', '03.01.2024', 'Gehalt; Januar', '2.400,00', 'EUR']);
  expect(result.rowCount).toBe(3);
  expect(result.leftOut.lines).toBe(0);
  expect(result.skipped).toEqual([
    [1, 4, ABOVE],
    [9, 9, 'Empty line'],
    [10, 10, BELOW],
  ]);
});

test('lines that a spreadsheet filled up with delimiters are kept apart from the table', async () => {
  const days = Array.from(
    { length: 30 },
    (_, i) => `2024-01-${String(i + 1).padStart(2, '0')},fee,-1.50,EUR`,
  );
  const result = await scan(
    ['Account 4711,,,', ',,,', 'date,text,amount,currency', ...days, 'Total,,-45.00,'].join('\n'),
  );
  expect(result.names).toEqual(['date', 'text', 'amount', 'currency']);
  expect(result.rowCount).toBe(30);
  expect(result.skipped).toEqual([
    [1, 2, ABOVE],
    [34, 34, BELOW],
  ]);
});

test('a total in the midst of the table is a row, a short line in the midst of it is left out', async () => {
  const day = (i: number) => `2024-01-${String(i + 1).padStart(2, '0')},fee,,EUR`;
  const days = Array.from({ length: 30 }, (_, i) => day(i % 28));
  const result = await scan(
    ['date,text,amount,currency', ...days, 'Total,,-45.00,', 'Total', day(28), day(29)].join('\n'),
  );
  expect(result.rows[30]).toEqual(['Total', null, '-45.00', null]);
  expect(result.rowCount).toBe(33);
  expect(result.leftOut.ranges).toMatchObject([{ fromLine: 33, toLine: 33 }]);
  expect(result.skipped).toEqual([]);
});

test('a last row that was cut off is no footer', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${1000 + i},2024-01-15,12.50,EUR`);
  const result = await scan(`id,day,amount,currency\n${rows.join('\n')}\n1030,2024-0`);
  expect(result.skipped).toEqual([]);
  expect(result.leftOut.ranges).toMatchObject([{ fromLine: 32, toLine: 32, text: '1030,2024-0' }]);
});

test.each([
  ['1030,2024-01-15,12.50', 'Expected 4 values, found 3'],
  ['x', 'Expected 4 values, found 1'],
])('a line %j among the rows is left out, not skipped', async (line, reason) => {
  const result = await scan(
    `id,day,amount,currency\n1,2024-01-15,1,EUR\n${line}\n2,2024-01-15,1,EUR\n`,
  );
  expect(result.leftOut.ranges).toMatchObject([{ fromLine: 3, reason }]);
  expect(result.rowCount).toBe(2);
});

test('a statement without a header line has numbered columns, also below a preamble', async () => {
  const rows = ['AT61;Miete;02.01.2024;-850,00', 'AT61;Strom;03.01.2024;-61,40'];
  const bare = await scan(rows.join('\n'));
  expect(bare).toMatchObject({ header: false, rowCount: 2 });
  expect(bare.names).toEqual(['column_1', 'column_2', 'column_3', 'column_4']);
  const below = await scan(['Konto AT61', '', ...rows].join('\n'));
  expect(below).toMatchObject({ header: false, rowCount: 2, skipped: [[1, 2, ABOVE]] });
});

test("Excel's first line names the delimiter", async () => {
  const result = await scan('sep=;\na;b\n1,5;2\n');
  expect(result.names).toEqual(['a', 'b']);
  expect(result.rows).toEqual([['1,5', '2']]);
  expect(result.skipped).toEqual([[1, 1, ABOVE]]);
});

test('years name columns where text stands over numbers, and are data where it does not', async () => {
  const wide = await scan('rate,2023,2024\n0.5,10,11\n0.7,12,13\n');
  expect(wide.names).toEqual(['rate', '2023', '2024']);
  const bare = await scan('DE,2023,2024\nFR,2021,2022\n');
  expect(bare.header).toBe(false);
});

test('a header that fits no row is not skipped for it: every row is left out, and listed', async () => {
  const result = await scan('a,b,c\n1,2,3,4\n5,6,7,8\n');
  expect(result.names).toEqual(['a', 'b', 'c']);
  expect(result).toMatchObject({ rowCount: 0, leftOut: { lines: 2 } });
});
