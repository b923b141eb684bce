import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { scanDelimited } from '../delimited/scan-delimited.ts';
import { type ColumnBatch, writeCsv } from '../delimited/write-csv.ts';
import { preview } from './preview.ts';
import { readTextColumns } from './read-text-columns.ts';
import { scanParquet } from './scan-parquet.ts';
import { writeParquet } from './write-parquet.ts';

const BAD = fileURLToPath(new URL('../../../../../shared/data/parquet-bad/', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet '));
});
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

async function foreign(select: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (${select}) to '${at('in.parquet')}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  return at('in.parquet');
}

describe('reading Parquet', () => {
  longTest('a preview ends at 2 MB of JSON, after the first row', async () => {
    const columns = Array.from(
      { length: 900 },
      (_, i) => `repeat('w', 400) as "${i}_${'n'.repeat(200)}"`,
    );
    const { rows } = await preview(
      await foreign(`select ${columns.join(', ')} from range(50)`),
      50,
      { maxBytes: 2 * 1024 * 1024 },
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]![0]).toHaveLength(301);
  });

  test('every type becomes text that says what it is', async () => {
    const path = await foreign(`select * from (values
      (1::bigint, 1.50::decimal(9,2), 0.1::double, true, date '2024-02-29', timestamp '2024-01-01 10:00:00',
       timestamptz '2024-01-01 10:00:00.5+00', 'é,"'::varchar, 'raw'::blob),
      (null, null, null, null, null, null, null, null, null)) t(i, d, f, b, day, "at", zoned, s, raw)`);
    const result = await scanParquet(path, { parquetPath: at('out.parquet') });
    expect(result.rowCount).toBe(2);
    expect(result.columns.map(({ name, type, values }) => [name, type, 2 - values])).toEqual([
      ['i', 'integer', 1],
      ['d', 'decimal', 1],
      ['f', 'decimal', 1],
      ['b', 'boolean', 1],
      ['day', 'date', 1],
      ['at', 'timestamp', 1],
      ['zoned', 'timestamp', 1],
      ['s', 'text', 1],
      ['raw', 'text', 1],
    ]);
    const shown = await preview(result.parquetPath, 50);
    expect(shown.columns).toEqual(['i', 'd', 'f', 'b', 'day', 'at', 'zoned', 's', 'raw']);
    expect(shown.rows).toEqual([
      [
        '1',
        '1.50',
        '0.1',
        'true',
        '2024-02-29',
        '2024-01-01 10:00:00',
        '2024-01-01T10:00:00.500000Z',
        'é,"',
        'raw',
      ],
      Array(9).fill(null),
    ]);
  });

  test('nested values and names that differ in case alone are refused', async () => {
    await expect(
      scanParquet(await foreign('select [1,2] as l'), { parquetPath: at('out.parquet') }),
    ).rejects.toThrow("Column 'l' contains nested values (INTEGER[]).");
    expect(await readdir(folder)).toEqual(['in.parquet']);
  });

  test.each([
    ['', 'The file is empty.'],
    ['a,b\n1,2\n', 'The file is not Parquet: it does not begin with PAR1 (byte 1).'],
    ['PAR1', 'The Parquet file is truncated: it has 4 bytes.'],
    ['PAR1 something else', 'The Parquet file is truncated: it does not end with PAR1 (byte 16).'],
    [`PAR1${'x'.repeat(50)}\xff\xff\x00\x00PAR1`, /footer would have 65535 bytes/],
    [`PAR1${'x'.repeat(50)}\x20\x00\x00\x00PAR1`, "The Parquet file can't be read: "],
  ])('%j only looks like Parquet', async (content, message) => {
    await writeFile(at('in.parquet'), content, 'latin1');
    await expect(
      scanParquet(at('in.parquet'), { parquetPath: at('out.parquet') }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      message:
        typeof message === 'string'
          ? expect.stringContaining(message)
          : expect.stringMatching(message),
    });
    expect(await readdir(folder)).toEqual(['in.parquet']);
  });

  test('what DuckDB says of a damaged file names no path of the server', async () => {
    await writeFile(at('in.parquet'), `PAR1${'x'.repeat(50)}\x20\x00\x00\x00PAR1`, 'latin1');
    const scan = scanParquet(at('in.parquet'), { parquetPath: at('out.parquet') });
    const { message } = (await scan.catch((error: Error) => error)) as Error;
    expect(message).toContain("The Parquet file can't be read: ");
    expect(message).not.toContain(folder);
    expect(message).not.toContain('in.parquet');
  });

  longTest('a type nested 200 deep is named in 500 characters at most', async () => {
    const deep = Array.from({ length: 200 }).reduce<string>((inner) => `{'level': ${inner}}`, '1');
    const path = await foreign(`select ${deep} as l`);
    const scan = scanParquet(path, { parquetPath: at('out.parquet') });
    const { message } = (await scan.catch((error: Error) => error)) as Error;
    expect(message).toMatch(/^Column 'l' contains nested values \(STRUCT/);
    expect(message.length).toBeLessThanOrEqual(500);
  });

  test('a file cut in the middle is refused', async () => {
    const whole = await readFile(await foreign('select range as n from range(100000)'));
    await writeFile(at('cut.parquet'), whole.subarray(0, whole.length / 2));
    await expect(
      scanParquet(at('cut.parquet'), { parquetPath: at('out.parquet') }),
    ).rejects.toThrow('The Parquet file is truncated');
  });

  test.skipIf(!existsSync(BAD)).each(existsSync(BAD) ? readdirSync(BAD) : [])(
    '%s is read whole or refused, with nothing left behind',
    async (name) => {
      const scanning = scanParquet(join(BAD, name), { parquetPath: at('out.parquet') });
      const outcome = await scanning.then(
        (result) => ({ rows: result.rowCount, left: ['out.parquet'] }),
        (error: { code: string }) => ({ code: error.code, left: [] }),
      );
      expect(outcome).toMatchObject(
        'rows' in outcome ? { rows: expect.any(Number) } : { code: 'validation_failed' },
      );
      expect(await readdir(folder)).toEqual(outcome.left);
    },
  );
});

describe('types over all rows', () => {
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');

  test('one late value changes the type of its column, markers of "no value" do not', async () => {
    const rows = 20_000;
    const text = lines(rows, (i) =>
      i === rows - 5
        ? '7.5,x,NA,2024-01-01'
        : i === rows - 9
          ? '3,4,,n/k'
          : `${i},${i},${i},2024-01-01`,
    );
    await writeFile(at('in.csv'), `a,b,c,d\n${text}\n`);
    const { columns } = await scanDelimited(at('in.csv'), { parquetPath: at('out.parquet') });
    expect(columns).toMatchObject([
      { name: 'a', type: 'decimal', form: { decimalMark: '.', minDecimals: 0, decimals: 1 } },
      { name: 'b', type: 'text' },
      { name: 'c', type: 'integer', values: rows - 2, nullWords: ['', 'NA'] },
      { name: 'd', type: 'text', form: { kind: 'unknown' } },
    ]);
  });

  test('a column that is empty for thousands of rows is still typed', async () => {
    const text = lines(9000, (i) => (i < 8000 ? `${i},` : `${i},2024-01-0${1 + (i % 9)}`));
    await writeFile(at('in.csv'), `a,b\n${text}\n`);
    const { columns } = await scanDelimited(at('in.csv'), { parquetPath: at('out.parquet') });
    expect(columns[1]).toMatchObject({
      type: 'date',
      form: { pattern: 'YYYY-MM-DD' },
      values: 1000,
    });
  });

  test('days that no calendar has are found among the values', async () => {
    const text = lines(6000, (i) => (i === 5999 ? '1,30.02.2024' : '1,28.02.2024'));
    await writeFile(at('in.csv'), `a,b\n${text}\n`);
    const { columns } = await scanDelimited(at('in.csv'), { parquetPath: at('out.parquet') });
    expect(columns[1]).toMatchObject({ type: 'text' });
  });
});

describe('writing', () => {
  const batches: ColumnBatch[] = [
    [
      ['a', '', null, 'x,"y"\n'],
      [1, null, -2.5, 3],
      [true, false, null, true],
    ],
    [['~'], [null], [null]],
    [[null], [null], [null]],
  ];

  test('CSV by RFC 4180, null and the empty string apart', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of writeCsv(['n', 'v', 'b'], batches)) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(
      'n,v,b\r\na,1,true\r\n"",,false\r\n,-2.5,\r\n"x,""y""\n",3,true\r\n~,,\r\n,,\r\n',
    );
  });

  test('Parquet with types, read back as text column by column', async () => {
    const written = await writeParquet({
      parquetPath: at('out.parquet'),
      columns: [
        { name: 'n', type: 'VARCHAR' },
        { name: 'Value "v"', type: 'DOUBLE' },
        { name: 'b', type: 'BOOLEAN' },
      ],
      batches,
    });
    expect(written).toBe(6);
    expect(await readdir(folder)).toEqual(['out.parquet']);
    const columns: (string | null)[][] = [[], []];
    for await (const chunk of readTextColumns({
      parquetPath: at('out.parquet'),
      names: ['b', 'n'],
    })) {
      for (const [i, values] of chunk.columns.entries()) columns[i]!.push(...values);
    }
    expect(columns).toEqual([
      ['true', 'false', null, 'true', null, null],
      ['a', '', null, 'x,"y"\n', '~', null],
    ]);
  });

  test('a batch that fails leaves nothing behind', async () => {
    const failing = async function* (): AsyncGenerator<ColumnBatch> {
      yield [['1'], ['2024-13-01']];
    };
    const columns = [
      { name: 'a', type: 'BIGINT' },
      { name: 'd', type: 'DATE' },
    ] as const;
    await expect(
      writeParquet({ parquetPath: at('out.parquet'), columns, batches: failing() }),
    ).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});

test('columns are streamed in order, as many rows as asked for, and can be stopped', async () => {
  await foreign('select range::varchar as n, (range * 2)::varchar as m from range(100000)');
  let next = 0;
  for await (const { rows, columns } of readTextColumns({ parquetPath: at('in.parquet') })) {
    expect(columns[0]!.length).toBe(rows);
    for (let i = 0; i < rows; i++, next++) {
      if (columns[0]![i] !== String(next) || columns[1]![i] !== String(2 * next)) {
        expect.fail(`row ${next} is ${columns[0]![i]}`);
      }
    }
  }
  expect(next).toBe(100_000);
  let limited = 0;
  for await (const { rows } of readTextColumns({
    parquetPath: at('in.parquet'),
    names: ['m'],
    limit: 4321,
  }))
    limited += rows;
  expect(limited).toBe(4321);
  const sevenths: number[] = [];
  for await (const { columns } of readTextColumns({
    parquetPath: at('in.parquet'),
    names: ['n'],
    options: {
      share: 1 / 7,
    },
  })) {
    for (const n of columns[0]!) sevenths.push(Number(n));
  }
  const even = Array.from({ length: 100_000 }, (_, n) => n);
  expect(sevenths).toEqual(even.filter((n) => Math.floor((n + 1) / 7) > Math.floor(n / 7)));
  const controller = new AbortController();
  const stopped = async () => {
    for await (const _ of readTextColumns({
      parquetPath: at('in.parquet'),
      options: {
        signal: controller.signal,
      },
    })) {
      controller.abort();
    }
  };
  await expect(stopped()).rejects.toMatchObject({ code: 'cancelled' });
  expect((await detectColumns(at('in.parquet'), ['n', 'm'], { delimiter: null }))[0]).toMatchObject(
    {
      type: 'integer',
    },
  );
});
