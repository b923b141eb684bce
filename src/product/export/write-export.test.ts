import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { unpackZip } from '../../platform/files/unpack-zip.ts';
import { rowsOf, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import type { CsvDialect } from '../../shared/csv.ts';
import type { ExportedTable } from './read-rows.ts';
import { type ExportInput, writeArchive, writeExport } from './write-export.ts';

const folder = mkdtempSync(join(tmpdir(), 'export '));
afterAll(() => rmSync(folder, { recursive: true }));
const signal = new AbortController().signal;

const GERMAN: CsvDialect = {
  encoding: 'windows-1252',
  byteOrderMark: false,
  delimiter: ';',
  quote: '"',
  lineEnd: '\n',
  quotedColumns: [],
  headerLine: 'Nr;Art',
};

function tableOf(name: string, text: string, own: Partial<ExportedTable> = {}): ExportedTable {
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, text);
  const form = { dialect: null, cells: {}, objects: [] };
  return { file: { path, format: 'csv' }, table: name, stated: {}, form, keys: [], ...own };
}

const input = (own: Partial<ExportInput>): ExportInput => ({
  tables: [],
  relations: [],
  format: 'sql',
  target: join(folder, 'out'),
  ...own,
});

async function scriptOf(own: Partial<ExportInput>): Promise<string> {
  await writeExport(input(own), signal);
  return readFileSync(join(folder, 'out'), 'utf8');
}

async function archiveOf(own: Partial<ExportInput>): Promise<Record<string, Buffer>> {
  const target = join(folder, 'all.zip');
  await writeArchive(input({ ...own, target }), signal);
  const files: Record<string, Buffer> = {};
  await unpackZip(target, { maxFiles: 9 }, async (name, bytes) => {
    const path = join(folder, 'unpacked');
    await pipeline(bytes, createWriteStream(path));
    files[name] = readFileSync(path);
  });
  return files;
}

test('the first key without repeated values becomes the primary key, or none does', async () => {
  const rows = 'a,b,c\n1,1,1\n1,2,2\n';
  const script = (keys: string[]) => scriptOf({ tables: [tableOf('t', rows, { keys })] });
  expect(await script(['missing', 'a', 'b', 'c'])).toContain('primary key ("b")');
  expect(await script(['a'])).not.toContain('primary key');
  expect(await script([])).not.toContain('primary key');
  const empty = await scriptOf({ tables: [tableOf('none', 'a,b\n', { keys: ['b'] })] });
  expect(empty).toContain('primary key ("b")');
});

test('foreign keys have the type of the column that they name', async () => {
  const tables = [
    tableOf('accounts', 'no,kind\n0007,x\n0010,y\n', { keys: ['no'] }),
    tableOf('bookings', 'account,amount\n7,1.50\n10,2.50\n'),
  ];
  const relation = { child: 'bookings', childKey: 'account', parent: 'accounts', parentKey: 'no' };
  const typeOf = (script: string) => /"account" (\w+)/.exec(script)?.[1];
  expect(typeOf(await scriptOf({ tables }))).toBe('bigint');
  const script = await scriptOf({ tables, relations: [relation] });
  expect(typeOf(script)).toBe('text');
  expect(script).toContain('foreign key ("account") references "accounts" ("no")');
  expect(await writeExport(input({ tables, relations: [relation] }), signal)).toBe(4);
});

test('a table is written in its dialect and encoding, or typed; working files are removed', async () => {
  const table = tableOf('one', 'Nr,Art\n1,Gebühr\n2,"a;b"\n', {
    form: { dialect: GERMAN, cells: {}, objects: [] },
  });
  expect(await writeExport(input({ tables: [table], format: 'csv' }), signal)).toBe(2);
  expect(readFileSync(join(folder, 'out')).toString('latin1')).toBe('Nr;Art\n1;Gebühr\n2;"a;b"\n');
  await writeExport(input({ tables: [table], format: 'parquet' }), signal);
  const types = await withDuckDb({ paths: [join(folder, 'out')] }, (connection) =>
    rowsOf(connection, `describe select * from read_parquet(${sqlPath(join(folder, 'out'))})`),
  );
  expect(types.map(([name, type]) => [name, type])).toEqual([
    ['Nr', 'BIGINT'],
    ['Art', 'VARCHAR'],
  ]);
  expect(readdirSync(folder).filter((name) => name.includes('parquet'))).toEqual([]);
});

test('an archive holds each table: as stored, in its dialect, or one script of all', async () => {
  const tables = [
    tableOf('plain', 'a\r\n1\r\n'),
    tableOf('german', 'Nr,Art\n1,Gebühr\n', { form: { dialect: GERMAN, cells: {}, objects: [] } }),
  ];
  const csv = await archiveOf({ tables, format: 'csv' });
  expect(Object.keys(csv)).toEqual(['plain.csv', 'german.csv']);
  expect(csv['plain.csv']!.toString()).toBe('a\r\n1\r\n');
  expect(csv['german.csv']!.toString('latin1')).toBe('Nr;Art\n1;Gebühr\n');
  const parquet = await archiveOf({ tables, format: 'parquet' });
  expect(Object.values(parquet).map((bytes) => bytes.toString('latin1', 0, 4))).toEqual([
    'PAR1',
    'PAR1',
  ]);
  const sql = await archiveOf({ tables, format: 'sql' });
  expect(Object.keys(sql)).toEqual(['tables.sql']);
  expect(sql['tables.sql']!.toString().match(/create table/g)).toHaveLength(2);
});
