import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scanDelimited } from './delimited/scan-delimited.ts';
import { preview } from './parquet/preview.ts';
import { scanParquet } from './parquet/scan-parquet.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile '));
});
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const out = () => ({ parquetPath: at('out.parquet') });

async function parquet(select: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (${select}) to '${at('in.parquet')}' (format parquet, compression zstd)`,
  );
  connection.closeSync();
  instance.closeSync();
  return at('in.parquet');
}

async function csv(text: string): Promise<string> {
  await writeFile(at('in.csv'), text);
  return at('in.csv');
}

const numbered = (count: number, value: (i: number) => unknown = (i) => `c${i}`) =>
  Array.from({ length: count }, (_, i) => value(i)).join(',');

describe('a Parquet file that unpacks to more than it seems', () => {
  test.each([
    [
      "select 'ok' as a union all select repeat('x', 40000000)",
      "Column 'a' contains a value of 40000000 bytes, more than 1900000.",
    ],
    [
      "select 'a' || chr(0) || 'b' as \"it's\"",
      "Column 'it's' contains a zero byte and is not text.",
    ],
    [
      `select ${numbered(1001, (i) => `${i} as c${i}`)}`,
      'The file has 1001 columns; the limit is 1000.',
    ],
    [
      `select 1 as "${'n'.repeat(256)}"`,
      'The name of column 1 has 256 characters; the limit is 255.',
    ],
  ])('%.60s', async (select, message) => {
    await expect(scanParquet(await parquet(select), out())).rejects.toMatchObject({
      code: 'validation_failed',
      message,
    });
    expect(await readdir(folder)).toEqual(['in.parquet']);
  });

  test('more rows than are read', async () => {
    const path = await parquet('select 7 as a from range(100000)');
    await expect(scanParquet(path, { ...out(), mostRows: 99_999 })).rejects.toThrow(
      'The Parquet file has 100000 rows; the limit is 99999.',
    );
    expect((await scanParquet(path, { ...out(), mostRows: 100_000 })).rowCount).toBe(100_000);
  });

  test('more cells than are read, before any is', async () => {
    const path = await parquet(`select ${numbered(100, (i) => `0 as c${i}`)} from range(1000)`);
    await expect(scanParquet(path, { ...out(), mostCells: 99_999 })).rejects.toMatchObject({
      code: 'too_large',
      message:
        'The file has 1000 rows of 100 columns; the limit is 99999 cells. Upload fewer columns, or split the rows into several files.',
    });
    expect(await readdir(folder)).toEqual(['in.parquet']);
  });

  test('too little memory is said in words of ours', async () => {
    const path = await parquet(
      `select ${numbered(900, (i) => `i + ${i} as c${i}`)} from range(9) t(i)`,
    );
    await expect(scanParquet(path, { ...out(), memoryLimitMb: 40 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'Reading the file exceeds the memory limit for one file.',
    });
  });
});

describe('a wide or a long CSV file', () => {
  test.runIf(process.env.TEST_LONG)(
    'many columns need no more memory for many rows than for few',
    async () => {
      const columns = Array.from({ length: 300 }, (_, i) => `c${i}`);
      const row = (r: number) => numbered(300, (i) => (r * 7919 + i * 104_729) % 1_000_003);
      const lines = Array.from({ length: 15_000 }, (_, r) => row(r));
      const path = await csv([columns.join(','), ...lines].join('\n'));
      const { rowCount } = await scanDelimited(path, { ...out(), memoryLimitMb: 130 });
      expect(rowCount).toBe(15_000);
    },
  );

  test('a quote that is never closed hides no row before it, however much follows', async () => {
    const long = `"${'x'.repeat(6_000_000)}`;
    const result = await scanDelimited(await csv(`a,b\r\n1,2\n3,4\r\n5,${long}`), out());
    expect(result.rowCount).toBe(2);
    expect(result.leftOut.ranges).toMatchObject([
      { fromLine: 4, toLine: 4, reason: expect.stringContaining('more than 1900000 bytes') },
    ]);
  });

  test('rows behind one that is too long to be read are read, also with mixed line ends', async () => {
    const rows = ['1,2\r\n', `3,${'y'.repeat(5_000_000)}\n`, '4,5\r', '6,7\n'];
    const result = await scanDelimited(await csv(`a,b\n${rows.join('')}`), out());
    expect(result).toMatchObject({ rowCount: 3, leftOut: { lines: 1 } });
    const { rows: read } = await preview(at('out.parquet'), 9);
    expect(read).toEqual([
      ['1', '2'],
      ['4', '5'],
      ['6', '7'],
    ]);
  });

  test('long values are cut in what is shown, and typed by the whole', async () => {
    const digits = '9'.repeat(1500);
    const lines = [`1,${'z'.repeat(301)},${digits}`, `2,${'z'.repeat(300)},7`];
    const { columns } = await scanDelimited(await csv(`a,b,c\n${lines.join('\n')}\n`), out());
    expect(columns.map(({ type }) => type)).toEqual(['integer', 'text', 'text']);
    const { rows } = await preview(at('out.parquet'), 9);
    expect(rows.map((row) => row[1])).toEqual([`${'z'.repeat(300)}…`, 'z'.repeat(300)]);
  });
});
