import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import {
  UPLOAD_FORMATS,
  type UploadFormat,
  WRITTEN_FORMATS,
} from '../../../shared/upload-formats.ts';
import { rowsOf, sqlText, withDuckDb } from '../duckdb.ts';
import { convert } from './convert.fixture.ts';
import { scanBytes } from './scan-bytes.fixture.ts';
import { rowXml, workbookOf } from './xlsx/workbook.fixture.ts';

const MUTANTS = process.env.TEST_LONG === '1' ? 10_000 : 6;
/** Equal parts after each of which a file is cut. */
const PARTS = process.env.TEST_LONG === '1' ? 12 : 4;
/** Generous: 10,000 files of a format take minutes on a busy machine. */
const MUTANT_TIMEOUT = 60_000 + MUTANTS * 500;
const ROWS = 400;
const COLUMNS = ['id', 'name', 'amount', 'booked'];
const REFUSALS = ['validation_failed', 'too_large', 'bad_request', 'confirmation_needed'];
const HOSTILE: readonly [string, Uint8Array][] = [
  ['empty', Buffer.alloc(0)],
  ['blank', Buffer.from(' \n\n ')],
  ['zero bytes', Buffer.alloc(4096)],
  [
    'random bytes',
    Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) & 255)),
  ],
  ['100,000 brackets', Buffer.from('[{"a":'.repeat(100_000))],
  ['one line of 4 MB', Buffer.from(`{"a":"${'x'.repeat(4_000_000)}"}`)],
  [
    '100,000 columns',
    Buffer.from(`[{${Array.from({ length: 100_000 }, (_, i) => `"c${i}":1`).join()}}]`),
  ],
];

/** Values that a format could change: quotes, zeros, formulas, escapes, missing and empty text. */
const HARD_ROWS = [
  'code,a.b,__proto__,n',
  ...Array.from({ length: 20 }, (_, i) => `00${i},"x ""${i}"" é\n",=1+${i},${i}.50`),
  '-1e5," padded ",@a,1.00',
  '+49,"",_x000D_,2.00',
  '12345678901234567890,<&>\t\u0001,-x,3.00',
  '1,,,-4.00',
].join('\n');

const row = (i: number) => [`${i}`, `Name, "${i}" é`, `${i}.50`, '2026-01-02'];

/** Writes the example table of a format. Formats without a text form are written by DuckDB. */
const EXAMPLES: Record<UploadFormat, () => Promise<Uint8Array>> = {
  csv: async () =>
    Buffer.from(
      [COLUMNS, ...Array.from({ length: ROWS }, (_, i) => row(i))]
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())
        .join('\n'),
    ),
  json: async () => Buffer.from(JSON.stringify(records())),
  jsonl: async () =>
    Buffer.from(
      records()
        .map((record) => JSON.stringify(record))
        .join('\n'),
    ),
  xlsx: async () => {
    const xml = [COLUMNS, ...Array.from({ length: ROWS }, (_, i) => row(i))];
    return workbookOf({ sheets: [{ name: 'Rows', xml: xml.map((r) => rowXml(...r)).join('') }] });
  },
  parquet: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'format-example-'));
    const path = join(folder, 'example.parquet');
    await writeFile(join(folder, 'rows.json'), JSON.stringify(records()));
    await withDuckDb({ paths: [folder, path, join(folder, 'rows.json')] }, (connection) => {
      const values = records().map((record) => `(${Object.values(record).map(sqlText).join()})`);
      return rowsOf(
        connection,
        `copy (select * from (values ${values.join()}) as t(${COLUMNS.join()})) to ${sqlText(path)} (format parquet)`,
      );
    });
    const bytes = await readFile(path);
    await rm(folder, { recursive: true });
    return bytes;
  },
};

const records = () =>
  Array.from({ length: ROWS }, (_, i) =>
    Object.fromEntries(row(i).map((v, c) => [COLUMNS[c]!, v])),
  );

/** Deterministic 32-bit sequence (xorshift). */
function sequence(seed: number): () => number {
  let x = seed | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

async function scannedOrRefused(format: UploadFormat, bytes: Uint8Array): Promise<void> {
  try {
    await scanBytes(format, bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    const { code, message } = error as AppError;
    expect(REFUSALS).toContain(code);
    expect(message.length).toBeLessThan(600);
  }
}

describe.each(UPLOAD_FORMATS)('$label', ({ name }) => {
  let example: Uint8Array;
  beforeAll(async () => {
    example = await EXAMPLES[name]();
  });

  test('rows come in unchanged and in order', async () => {
    const scan = await scanBytes(name, example);
    expect(scan.columns.map((column) => column.name)).toEqual(COLUMNS);
    expect(scan.rows).toEqual(Array.from({ length: ROWS }, (_, i) => row(i)));
    expect(scan.rowCount).toBe(ROWS);
  });

  const target = WRITTEN_FORMATS.find((format) => format === name);
  test.runIf(target !== undefined)('rows that are written come in unchanged', async () => {
    const { rows } = await scanBytes('csv', HARD_ROWS);
    const written = await convert('csv', HARD_ROWS, target!);
    const read = await scanBytes(name, written);
    expect(read.columns.map((column) => column.name)).toEqual(['code', 'a.b', '__proto__', 'n']);
    expect(read.rows).toEqual(rows);
  });

  test.each(HOSTILE)('%s', async (_, bytes) => {
    await scannedOrRefused(name, bytes);
  });

  test('a file truncated anywhere is read or refused', async () => {
    for (let part = 1; part < PARTS; part++) {
      const length = Math.floor((example.length * part) / PARTS);
      await scannedOrRefused(name, example.subarray(0, length));
    }
  });

  test(`${MUTANTS} mutants are read or refused`, { timeout: MUTANT_TIMEOUT }, async () => {
    const next = sequence(20_261_124);
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = Uint8Array.from(example);
      for (let edits = 1 + (next() % 4); edits > 0; edits--)
        mutant[next() % mutant.length] = next() & 255;
      await scannedOrRefused(name, mutant);
    }
  });

  test('a table that the file lacks is refused', async () => {
    await expect(scanBytes(name, example, { table: 'Other' })).rejects.toThrow(/'Other'/);
  });

  test('a cancelled scan ends as cancelled', async () => {
    const scan = scanBytes(name, example, { signal: AbortSignal.abort() });
    await expect(scan).rejects.toMatchObject({ code: 'cancelled' });
  });
});
