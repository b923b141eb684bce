import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { convert } from '../../convert.fixture.ts';
import { scanBytes } from '../../scan-bytes.fixture.ts';
import { withPackage } from '../package.ts';
import { rowXml, workbookOf } from '../workbook.fixture.ts';
import { serialOf } from './serial.ts';

async function partOf(workbook: Uint8Array, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'part-'));
  try {
    const path = join(folder, 'book.xlsx');
    await writeFile(path, workbook);
    return await withPackage(path, async (office) => text(await office.read(name)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sheetOf = (workbook: Uint8Array) => partOf(workbook, 'xl/worksheets/sheet1.xml');

test('values of a text file become numbers, dates, times, shares and booleans', async () => {
  const csv = [
    'id,day,at,amount,share,ok,note',
    '007,31.01.2024,31.01.2024 12:30:00,"1.234,50 €","12,5 %",yes,=1+1',
    '008,01.02.2024,01.02.2024 00:00:01.250,"-2,00 €","3,0 %",no,+49 1',
  ].join('\n');
  const workbook = await convert('csv', csv, 'xlsx');
  const scan = await scanBytes('xlsx', workbook);
  expect(scan.typed?.cells.map(({ kind, format }) => [kind, format])).toEqual([
    ['text', '@'],
    ['date', 'yyyy-mm-dd'],
    ['date', 'yyyy-mm-dd hh:mm:ss'],
    ['number', '0.00'],
    ['number', '0.0%'],
    ['boolean', 'General'],
    ['text', '@'],
  ]);
  expect(scan.rows).toEqual([
    ['007', '2024-01-31', '2024-01-31 12:30:00', '1234.50', '0.125', 'TRUE', '=1+1'],
    ['008', '2024-02-01', '2024-02-01 00:00:01.250', '-2.00', '0.030', 'FALSE', '+49 1'],
  ]);
  const sheet = await sheetOf(workbook);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
});

test('cells of a workbook are written with their types and formats, in the same letters', async () => {
  const styled = (value: string, style: number) => ({
    xml: `<c s="${style}"><v>${value}</v></c>`,
  });
  const formats = ['dd.mm.yyyy', '#,##0.00 "€"', '0.0%', '00000', '[h]:mm:ss', 'dd.mm.yyyy hh:mm'];
  const bytes = await workbookOf({
    sheets: [
      {
        name: 'Data',
        xml:
          rowXml('day', 'sum', 'share', 'zip', 'time', 'at', 'mixed', 'code') +
          rowXml(
            styled('45292', 1),
            styled('1234.5', 2),
            styled('0.1', 3),
            styled('1067', 4),
            styled('1.5', 5),
            styled('45292.5', 6),
            'n/a',
            '00123',
          ) +
          rowXml(
            styled('59', 1),
            styled('-3', 2),
            styled('0.125', 3),
            styled('99999', 4),
            styled('0.25', 5),
            styled('1.000011574', 6),
            7,
            '@x',
          ) +
          rowXml(
            styled('60', 1),
            styled('1e-7', 2),
            styled('2', 3),
            styled('-5', 4),
            styled('0', 5),
            styled('45292', 6),
            1e21,
            '12345678901234567',
          ),
      },
    ],
    formats,
  });
  const before = await scanBytes('xlsx', bytes);
  const after = await scanBytes('xlsx', await convert('xlsx', bytes, 'xlsx'));
  expect(after.rows).toEqual(before.rows);
  expect(after.rows[0]).toEqual([
    '2024-01-01',
    '1234.50',
    '0.100',
    '01067',
    '36:00:00',
    '2024-01-01 12:00:00',
    'n/a',
    '00123',
  ]);
  expect(after.typed?.cells.slice(0, 6)).toEqual(before.typed?.cells.slice(0, 6));
});

test('missing values, long numbers and days before 1900 are kept', async () => {
  const csv = 'n,long,day\n1,12345678901234567,1899-12-31\n,2,2024-01-01\n3,3,0001-01-01\n';
  const scan = await scanBytes('xlsx', await convert('csv', csv, 'xlsx'));
  expect(scan.rows).toEqual([
    ['1', '12345678901234567', '1899-12-31'],
    [null, '2', '2024-01-01'],
    ['3', '3', '0001-01-01'],
  ]);
});

test('a text that no cell holds is refused', async () => {
  const csv = `a,b\n1,${'x'.repeat(32_768)}\n`;
  await expect(convert('csv', csv, 'xlsx')).rejects.toThrow(
    'A value has 32768 characters; a cell of a workbook has at most 32767. Choose another format.',
  );
});

test.each([
  ['1900-01-01', 1],
  ['1900-02-28', 59],
  ['1900-02-29', 60],
  ['1900-03-01', 61],
  ['2024-01-01 18:00', 45292.75],
  ['12:00:00', 0.5],
  ['2024-13', null],
  ['', null],
])('the serial number of %s is %s', (moment, serial) => {
  expect(serialOf(moment)).toBe(serial);
});
