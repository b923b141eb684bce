import { expect, test } from 'vitest';
import { cleanFilename, formatOf } from './receive-file.ts';

const NO_BYTES = new Uint8Array();

test.each([
  ['../../etc/passwd.csv', 'passwd.csv'],
  ['C:\\temp\\data.CSV', 'data.CSV'],
  ['a\u0000b\u0007\r\n.csv', 'ab.csv'],
  ['pay\u202evsc.exe.csv', 'payvsc.exe.csv'],
  ['\u2067x\u2069\u200f.parquet', 'x.parquet'],
  ['x\ud800.csv', 'x\ufffd.csv'],
  [`${'n'.repeat(300)}.parquet`, `${'n'.repeat(247)}.parquet`],
  [`${'n'.repeat(250)}😀😀.csv`, `${'n'.repeat(250)}.csv`],
])('%j is kept as %j', (sent, kept) => {
  expect(cleanFilename(sent)).toBe(kept);
  expect(() => formatOf(kept, NO_BYTES)).not.toThrow();
});

test.each([
  ['  x.csv  ', 'x.csv'],
  ['x', 'x'],
  ['', ''],
  ['folder/', ''],
  [`${'n'.repeat(251)}.csv`, `${'n'.repeat(251)}.csv`],
  [`${'n'.repeat(252)}.csv`, `${'n'.repeat(251)}.csv`],
  ['n'.repeat(256), 'n'.repeat(255)],
  [`${'n'.repeat(254)}😀`, 'n'.repeat(254)],
  [`${'n'.repeat(300)}.abcdefghijk`, 'n'.repeat(255)],
  [`${'n'.repeat(300)}.csv.zip`, `${'n'.repeat(251)}.zip`],
])('the name %# is kept as it should be', (sent, kept) => {
  expect(cleanFilename(sent)).toBe(kept);
});

test.each([
  ['a.csv', 'csv'],
  ['A.CSV', 'csv'],
  ['a.parquet', 'parquet'],
  ['a.csv.Parquet', 'parquet'],
])('%s is %s', (name, format) => {
  expect(formatOf(name, NO_BYTES)).toBe(format);
});

test.each(['a.txt', 'csv', 'a.csv.zip', 'a.parquet.tmp', ''])('%j is refused', (name) => {
  expect(() => formatOf(name, NO_BYTES)).toThrow(
    expect.objectContaining({ code: 'unsupported_type' }),
  );
});

test.each(['a.txt', 'a.csv', 'statement'])('%s is what its beginning says', (name) => {
  const head = Buffer.from(
    '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
  );
  expect(formatOf(name, head)).toEqual({ format: 'camt.053', version: '08' });
});

test('older workbooks are refused with the way out', () => {
  expect(() => formatOf('book.XLS', NO_BYTES)).toThrow(
    'Invalid file type. Only .csv and .parquet files are supported. Save the workbook as .xlsx or CSV.',
  );
  expect(formatOf('book.xlsm', NO_BYTES)).toBe('xlsx');
});
