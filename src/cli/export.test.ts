import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rowXml, workbookOf } from '../platform/tabular/formats/xlsx/workbook.fixture.ts';
import { exportCommand } from './export.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  writeFileSync(
    at('rows.csv'),
    'Id,Tag,Wert\r\nA-1,03.02.2025,"1,50"\r\nA-2,31.12.2025,\r\nA-3,01.02.2025,"-20,25"\r\n',
  );
  writeFileSync(
    at('bank.csv'),
    Buffer.from(
      "Konto\t\n\n'Id'\t'Tag'\t'Wert'\n'A-7'\t13.02.2025\t1,00\n'A-8'\t14.02.2025\t2,50\n",
      'latin1',
    ),
  );
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('rows are written like another file', async () => {
  await exportCommand([
    at('rows.csv'),
    '--format',
    'csv',
    '--like',
    at('bank.csv'),
    '--out',
    at('like.csv'),
  ]);
  expect(readFileSync(at('like.csv'), 'latin1')).toBe(
    "'Id'\t'Tag'\t'Wert'\n'A-1'\t03.02.2025\t1,50\n'A-2'\t31.12.2025\t\n'A-3'\t01.02.2025\t-20,25\n",
  );
});

test('a sheet of a workbook is written, also where another one gives the form', async () => {
  const sheets = ['A', 'B'].map((name) => ({ name, xml: rowXml(`${name}_id`) + rowXml(1) }));
  writeFileSync(at('book.xlsx'), await workbookOf({ sheets }));
  const [book, out] = [at('book.xlsx'), at('sheet.csv')];
  await exportCommand([`${book}#B`, '--like', `${book}#A`, '--format', 'csv', '--out', out]);
  expect(readFileSync(out, 'utf8')).toMatch(/^B_id\r?\n1\r?\n$/);
});

test('SQL has types, the key that is named, and missing values', async () => {
  await exportCommand([at('rows.csv'), '--format', 'sql', '--key', 'Id', '--out', at('rows.sql')]);
  expect(readFileSync(at('rows.sql'), 'utf8')).toBe(`\\set ON_ERROR_STOP on
begin;
set client_encoding = 'UTF8';
create table "rows" (
  "Id" text,
  "Tag" date,
  "Wert" numeric(17,2),
  primary key ("Id")
);
copy "rows" ("Id", "Tag", "Wert") from stdin;
A-1\t2025-02-03\t1.50
A-2\t2025-12-31\t\\N
A-3\t2025-02-01\t-20.25
\\.
commit;
`);
});

test('lists entries that a format cannot represent', async () => {
  const run = (...args: string[]) => exportCommand([at('rows.csv'), ...args]);
  await expect(run('--format', 'xls', '--out', at('x'))).rejects.toThrow(
    '--format: expected one of csv, parquet, jsonl, json, xlsx, sql',
  );
  await expect(run('--format', 'sql')).rejects.toThrow('--out: expected a file name');
});
