import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csvRecord } from '../../shared/csv.ts';
import { readCsvRows } from './read-csv-rows.ts';

const table: (string | null)[][] = [
  ['id', 'text', 'größe'],
  ['1', 'plain', '1,5'],
  ['2', 'two\r\nlines, and "quotes"', null],
  ['3', '', 'ä'],
  ['4', null, '"'],
];
const bytes = Buffer.from(table.map(csvRecord).join(''));
const read = (size: number, offset: number, limit: number) => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return readCsvRows(Readable.from(chunks), { offset, limit });
};

test.each([1, 2, 3, 7, 1000])('every field comes back, in chunks of %i bytes', async (size) => {
  expect(await read(size, 0, 10)).toEqual({ columns: table[0], rows: table.slice(1) });
});

test('a page is the rows from its offset on, and no more than its limit', async () => {
  expect((await read(5, 1, 2)).rows).toEqual(table.slice(2, 4));
  expect(await read(5, 4, 2)).toEqual({ columns: table[0], rows: [] });
});

test('the stream is ended when the page is full', async () => {
  const stream = Readable.from([bytes, bytes]);
  await readCsvRows(stream, { offset: 0, limit: 1 });
  expect(stream.destroyed).toBe(true);
});
