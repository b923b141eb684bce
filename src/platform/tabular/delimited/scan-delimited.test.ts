import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { preview } from '../parquet/preview.ts';
import { type ScanOptions, type ScanResult, scanDelimited } from './scan-delimited.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan o'test "));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Read = ScanResult & { rows: (string | null)[][] };

async function scan(
  content: string | Uint8Array,
  options: Partial<ScanOptions> = {},
): Promise<Read> {
  const path = join(folder, 'in.csv');
  await writeFile(path, content);
  const result = await scanDelimited(path, {
    parquetPath: join(folder, 'out.parquet'),
    ...options,
  });
  const { rows } = await preview(result.parquetPath, 1_000_000);
  expect(rows.length).toBe(result.rowCount);
  return { ...result, rows };
}

const names = (result: ScanResult) => result.columns.map((column) => column.name);

describe('encodings', () => {
  const text = 'naïve;größe;50 €\nä;ö;ü\nÀ;"é;è";€\n';
  const rows = [
    ['ä', 'ö', 'ü'],
    ['À', 'é;è', '€'],
  ];
  const utf16 = (big: boolean) => {
    const bytes = Buffer.from(text, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };
  const windows = Buffer.from([...text].map((c) => (c === '€' ? 0x80 : c.charCodeAt(0))));
  const latin = Buffer.from(text.replaceAll('€', '¤'), 'latin1');

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false)])],
    ['UTF-16BE', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(true)])],
    ['UTF-16LE', utf16(false)],
    ['windows-1252', windows],
  ])('%s', async (encoding, bytes) => {
    const result = await scan(bytes);
    expect(result.encoding).toBe(encoding);
    expect(names(result)).toEqual(['naïve', 'größe', '50 €']);
    expect(result.rows).toEqual(rows);
  });

  test('ISO-8859-1', async () => {
    const result = await scan(latin);
    expect(result.encoding).toBe('ISO-8859-1');
    expect(result.rows[1]).toEqual(['À', 'é;è', '¤']);
  });

  test('an accent megabytes behind the beginning is still found', async () => {
    const many = `${'abc'.repeat(700)},def\n`.repeat(1500);
    const result = await scan(
      Buffer.concat([Buffer.from(`x,y\n${many}`), Buffer.from('\xe9,1\n', 'latin1')]),
    );
    expect(result.encoding).toBe('ISO-8859-1');
    expect(result.rowCount).toBe(1501);
    expect(result.rows.at(-1)).toEqual(['é', '1']);
  });

  test('UTF-8 with a broken byte is refused by its place, not read as Latin-1', async () => {
    const bytes = Buffer.concat([
      Buffer.from('näme,größe\n1,2\n'),
      Buffer.from([0xe9]),
      Buffer.from(',3\n'),
    ]);
    await expect(scan(bytes)).rejects.toMatchObject({
      code: 'validation_failed',
      message: `The file is UTF-8, but byte ${bytes.indexOf(0xe9) + 1} is not part of a character.`,
    });
  });

  test('cut UTF-16, zero bytes and undefined characters are refused by their place', async () => {
    const cut = Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(false).subarray(0, -1)]);
    await expect(scan(cut)).rejects.toThrow(/not valid UTF-16LE near byte \d+/);
    await expect(scan('a,b\n1,\u00002\n')).rejects.toThrow('Byte 7 is zero');
    await expect(scan(Buffer.from([97, 10, 0x81, 10]))).rejects.toThrow('Byte 3 (0x81)');
  });
});

describe('dialects', () => {
  test.each([',', ';', '\t', '|'])('delimiter %j', async (delimiter) => {
    const lines = ['id', 'a, b; c', 'd'].map((cell) => `"${cell}"`).join(delimiter);
    const result = await scan(`${lines}\n1${delimiter}"x${delimiter}y"${delimiter}3\n`);
    expect(result.dialect.delimiter).toBe(delimiter);
    expect(names(result)).toEqual(['id', 'a, b; c', 'd']);
    expect(result.rows).toEqual([['1', `x${delimiter}y`, '3']]);
  });

  test('decimal commas do not count as delimiters', async () => {
    const result = await scan('id;amount;rate\n1;-1,50;0,5\n2;12,00;1\n3;1234567,8;,25\n');
    expect(result.dialect.delimiter).toBe(';');
    expect(result.decimal).toBe(',');
    expect(result.columns[1]).toMatchObject({
      type: 'decimal',
      form: { decimalMark: ',', decimals: 2 },
    });
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s line ends, with and without one at the end', async (_name, end) => {
    for (const last of ['', end, end + end]) {
      const result = await scan(`a,b${end}1,"x${end}y"${end}3,4${last}`);
      expect(result.rows).toEqual([
        ['1', `x${end}y`],
        ['3', '4'],
      ]);
    }
  });

  longTest('lines of nearly a megabyte lose no row', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i},${'y'.repeat(900_000)}`);
    const { rows } = await scan(`a,b\n${lines.join('\n')}\n`);
    expect(rows.map(([a]) => a)).toEqual(lines.map((_, i) => String(i)));
  });

  test('mixed line ends and blank lines lose no row', async () => {
    const result = await scan('\n\na,b\r\n1,2\n\n3,4\r\n5,6\r7,8\n');
    expect(result.rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['7', '8'],
    ]);
    expect(result.leftOut.lines).toBe(0);
  });

  test('empty, quoted empty, spaces and NULL stay what they are', async () => {
    const result = await scan('a,b,c\n,"",NULL\n  x , , \n"  y ", "z" ,NA\n');
    expect(result.rows).toEqual([
      [null, '', 'NULL'],
      ['  x ', ' ', ' '],
      ['  y ', 'z', 'NA'],
    ]);
  });

  test('single quotes, and backslashes before quotes', async () => {
    const single = await scan("a;b\n'1;2';'it''s'\n'3';'4'\n");
    expect(single.dialect.quote).toBe("'");
    expect(single.rows).toEqual([
      ['1;2', "it's"],
      ['3', '4'],
    ]);
    const backslash = await scan('a,b\n1,"say \\"hi\\", twice"\n2,"c:\\\\x"\n');
    expect(backslash.dialect.escape).toBe('backslash');
    expect(backslash.rows).toEqual([
      ['1', 'say "hi", twice'],
      ['2', 'c:\\x'],
    ]);
  });

  test('one column; no header; columns without a name', async () => {
    const one = await scan('name\nx\n\nz\n');
    expect(one.rows).toEqual([['x'], [null], ['z']]);
    const bare = await scan('1,abc,2024-01-01\n2,def,2024-01-02\n');
    expect(bare.header).toBe(false);
    expect(names(bare)).toEqual(['column_1', 'column_2', 'column_3']);
    expect(bare.rowCount).toBe(2);
    expect(names(await scan(',a,\n0,1,2\n'))).toEqual(['column_1', 'a', 'column_3']);
  });
});

describe('headers that occur twice', () => {
  test('are kept apart by a number, reported, and kept in the header line', async () => {
    const result = await scan('id,Amount,x, amount,Amount,amount (2)\n1,2,3,4,5,6\n2,3,4,5,6,7\n');
    const own = ['id', 'Amount', 'x', 'amount (3)', 'Amount (4)', 'amount (2)'];
    expect(names(result)).toEqual(own);
    expect(result.rows[0]).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(result.style.headerLine).toBe('id,Amount,x, amount,Amount,amount (2)');
    const reported = result.columns.filter(({ notices }) => notices.length > 0);
    expect(reported.map(({ name }) => name)).toEqual(['amount (3)', 'Amount (4)']);
    expect(reported[0]!.notices[0]).toMatch(/^An earlier column has the same header/);
  });

  longTest('of 255 characters and 1000 columns', async () => {
    const name = 'x'.repeat(255);
    const header = Array.from({ length: 1000 }, () => name);
    const result = await scan(`${header}\n${header.map((_, i) => i)}\n`, { header: true });
    expect(new Set(names(result)).size).toBe(1000);
    for (const own of names(result)) expect(own.length).toBeLessThanOrEqual(255);
  });
});

describe('refusals', () => {
  test.each([
    ['', 'The file is empty.'],
    ['\ufeff', 'The file is empty: it contains only a byte order mark.'],
    ['\n \r\n\n', 'The file is empty: it contains only blank lines.'],
  ])('empty: %j', async (content, message) => {
    await expect(scan(content)).rejects.toThrow(message);
  });

  test.each([
    ['PAR1....PAR1', 'a Parquet file'],
    ['PK\x03\x04', 'a zip archive'],
    ['\x1f\x8b\x08', 'compressed with gzip'],
  ])('%j is not text', async (content, what) => {
    await expect(scan(Buffer.from(content, 'latin1'))).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringContaining(what),
    });
  });

  test('a header alone has no rows', async () => {
    expect(await scan('a,b')).toMatchObject({ rowCount: 0, leftOut: { lines: 0 } });
  });

  test('whatever ends the scan leaves no file behind', async () => {
    const work = await mkdtemp(join(tmpdir(), 'scan-left-'));
    const path = join(folder, 'in.csv');
    await writeFile(path, `a,b\n${'1,2\n'.repeat(300_000)}`);
    const target = join(work, 'out.parquet');
    const controller = new AbortController();
    const scanning = scanDelimited(path, { parquetPath: target, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(scanning).rejects.toMatchObject({ code: 'cancelled' });
    await writeFile(path, Buffer.from('a,b\n\xe9,\x81\n', 'latin1'));
    await expect(scanDelimited(path, { parquetPath: target })).rejects.toThrow('0x81');
    const refusing = {
      parquetPath: target,
      checkColumns: () => {
        throw new Error('no');
      },
    };
    await writeFile(path, 'a,b\n1,2\n');
    await expect(scanDelimited(path, refusing)).rejects.toThrow('no');
    expect(await readdir(work)).toEqual([]);
    await rm(work, { recursive: true });
  });
});

test('lines left out are listed by line and reason, and the others stay', async () => {
  const result = await scan(
    'a,b,c\n1,2,3\n"x\ny",5,6\n4,5\n\n7,8,9,10\n11,"12"x,13\n14,15,16\n17,"18,19\n20,21,22\n',
  );
  expect(result.rows).toEqual([
    ['1', '2', '3'],
    ['x\ny', '5', '6'],
    ['14', '15', '16'],
    ['20', '21', '22'],
  ]);
  const at = (line: number) => ({ fromLine: line, toLine: line });
  expect(result.leftOut).toEqual({
    lines: 4,
    ranges: [
      { ...at(5), reason: 'Expected 3 values, found 2', text: '4,5' },
      { ...at(7), reason: 'Expected 3 values, found 4', text: '7,8,9,10' },
      { ...at(8), reason: 'Text follows a closing quote', text: '11,"12"x,13' },
      { ...at(10), reason: 'A quote is never closed', text: '17,"18,19' },
    ],
  });
  expect(result.skipped).toEqual({
    lines: 1,
    ranges: [{ ...at(6), reason: 'Empty line', text: '' }],
  });
});

test('neighboring lines with one reason are one range', async () => {
  const result = await scan('a,b\n1,2\n3\n4\n5\n6,7\n8\n');
  expect(result.leftOut.ranges.map(({ fromLine, toLine }) => [fromLine, toLine])).toEqual([
    [3, 5],
    [7, 7],
  ]);
  expect(result.leftOut.lines).toBe(4);
});
