import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, sqlPath, withDuckDb } from '../duckdb.ts';
import { preview } from '../parquet/preview.ts';
import { scanDelimited } from './scan-delimited.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spectrum '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scan(content: string | Uint8Array) {
  const path = join(folder, 'in.csv');
  await writeFile(path, content);
  const result = await scanDelimited(path, { parquetPath: join(folder, 'out.parquet') });
  const { columns, rows } = await preview(result.parquetPath, 100);
  return { ...result, table: [columns, ...rows] };
}

/** The difficulties of max-mapper/csv-spectrum, in files written for this test. */
test.each([
  [
    'a comma in quotes',
    'bank,town\nHarbor,"Newark, NJ"\n',
    [
      ['bank', 'town'],
      ['Harbor', 'Newark, NJ'],
    ],
  ],
  [
    'empty values',
    'a,b,c\n1,"",""\n2,3,4\n',
    [
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['2', '3', '4'],
    ],
  ],
  [
    'empty values, CRLF',
    'a,b,c\r\n1,"",""\r\n2,3,4\r\n',
    [
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['2', '3', '4'],
    ],
  ],
  [
    'doubled quotes',
    'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    [
      ['a', 'b'],
      ['1', 'ha "ha" ha'],
      ['3', '4'],
    ],
  ],
  [
    'JSON',
    'key,value\n1,"{""type"": ""Point"", ""at"": [1.5, 7]}"\n',
    [
      ['key', 'value'],
      ['1', '{"type": "Point", "at": [1.5, 7]}'],
    ],
  ],
  [
    'line ends',
    'a,b,c\n1,2,3\n"one\nline ends",5,6\n',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['one\nline ends', '5', '6'],
    ],
  ],
  [
    'line ends, CRLF',
    'a,b,c\r\n1,2,3\r\n"one\r\nline ends",5,6\r\n',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['one\r\nline ends', '5', '6'],
    ],
  ],
  [
    'quotes and line ends',
    'a,b\n1,"ha\n""ha""\nha"\n3,4\n',
    [
      ['a', 'b'],
      ['1', 'ha\n"ha"\nha'],
      ['3', '4'],
    ],
  ],
  [
    'other scripts',
    'a,b,c\n1,2,3\n4,5,ʤ漢😀\n',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['4', '5', 'ʤ漢😀'],
    ],
  ],
  [
    'one row without a line end',
    'a,b,c\n1,2,3',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
])('%s', async (_name, text, table) => {
  expect((await scan(text)).table).toEqual(table);
});

describe('hostile inputs', () => {
  test('a lone CR in quotes, beside other line ends', async () => {
    const { table, leftOut } = await scan('p,q\na\r,"\r"');
    expect(table).toEqual([
      ['p', 'q'],
      [null, '\r'],
    ]);
    expect(leftOut.ranges).toMatchObject([{ fromLine: 2, toLine: 2, text: 'a' }]);
  });

  test('the control characters of the plain form, quoted and not', async () => {
    const values = ['\u001f', '\u001b0', '\u001bn', '\u001b\u001bz\u001f', 'n'];
    const { table } = await scan(
      `a,b\n${values.map((value) => `x${value},"${value}\n"`).join('\n')}\n`,
    );
    expect(table.slice(1)).toEqual(values.map((value) => [`x${value}`, `${value}\n`]));
  });

  test('only quotes', async () => {
    for (const quotes of ['"', '"""', '"'.repeat(1001)]) {
      await expect(scan(quotes)).rejects.toThrow(/^Line 1, the expected start of the table/);
    }
    expect((await scan('"'.repeat(500))).table).toEqual([['"'.repeat(249)]]);
  });

  test('a record of 2 MB is left out and named, its neighbors are read', async () => {
    const { rowCount, leftOut } = await scan(`a,b\n1,2\n3,${'x'.repeat(2_000_000)}\n5,6\n`);
    expect(rowCount).toBe(2);
    expect(leftOut.ranges).toMatchObject([{ fromLine: 3, toLine: 3 }]);
  });

  test('a byte order mark before the first value is a character, and stops nothing', async () => {
    const { parquetPath, columns } = await scan('\ufeffa,b\n\ufeff1,2\n\ufeff3,4\n');
    expect(columns.map(({ name }) => name)).toEqual(['a', 'b']);
    // Read as bytes: DuckDB's binding drops a mark from each text.
    const stored = await withDuckDb({ paths: [parquetPath] }, (connection) =>
      rowsOf(connection, `select hex(a) from read_parquet(${sqlPath(parquetPath)})`),
    );
    expect(stored).toEqual([['EFBBBF31'], ['EFBBBF33']]);
  });
});
