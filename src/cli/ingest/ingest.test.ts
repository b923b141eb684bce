import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { camtMessage } from '../../platform/formats/iso20022/camt.fixture.ts';
import { rowsOf, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { rowXml, workbookOf } from '../../platform/tabular/formats/xlsx/workbook.fixture.ts';
import { ingestCommand } from './ingest.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ingest-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

async function ingest(...given: (string | { said: string[] })[]) {
  const args = given.filter((each) => typeof each === 'string');
  const stderr = given.find((each) => typeof each === 'object')?.said ?? [];
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr.push(String(text));
    return true;
  });
  try {
    expect(await ingestCommand([...args, '--json'])).toBe(0);
    return JSON.parse(printed.join(''));
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

const STATEMENT = `Konto;DE02 0000;
Zeitraum;01.04.2026 - 30.04.2026;

Buchungstag;Wertstellung;Verwendungszweck;Betrag;Saldo;Währung
03.04.2026;04.04.26;Miete April;-1.250,00;8.311,20;EUR
04.04.2026;05.04.26;REWE SAGT DANKE 44;-42,90;8.268,30;EUR
05.04.2026;06.04.26;Gehalt;3.100,00;11.368,30;EUR
06.04.2026;07.04.26;Stadtwerke Abschlag;-118,00;11.250,30;EUR
07.04.2026;08.04.26;Shell 0231;-71,02;11.179,28;EUR
08.04.2026;09.04.26;Amazon EU;-23,49;11.155,79;EUR
09.04.2026;10.04.26;ATM 4411;-60,00;11.095,79;EUR
`;

test('a statement is read as it is: roles, forms, running balance, typed rows and a recipe', async () => {
  writeFileSync(at('statement.csv'), STATEMENT);
  const result = await ingest(at('statement.csv'), '--out', at('out'));
  expect(Object.keys(result)).toEqual([
    'rows',
    'rejected',
    'columns',
    'entity',
    'order',
    'balance',
    'recipe',
    'statement',
  ]);
  expect(result.rows).toBe(7);
  expect(
    result.columns.map(({ name, role, type }: Record<string, string>) => [name, role, type]),
  ).toEqual([
    ['Buchungstag', 'booking_date', 'date'],
    ['Wertstellung', 'value_date', 'date'],
    ['Verwendungszweck', 'description', 'text'],
    ['Betrag', 'amount', 'decimal'],
    ['Saldo', 'balance', 'decimal'],
    ['Währung', 'currency', 'text'],
  ]);
  expect(result.columns[1].form.pattern).toBe('DD.MM.YY');
  expect(result.balance).toEqual({
    column: 'Saldo',
    share: 1,
    breaks: { rows: 0, checked: 6, first: [] },
  });
  expect([result.entity, result.order]).toEqual([null, 'Buchungstag']);
  expect(JSON.parse(readFileSync(at('out/recipe.json'), 'utf8'))).toEqual(result.recipe);
  const rows = await withDuckDb({ paths: [at('out/rows.parquet')] }, (connection) =>
    rowsOf(
      connection,
      `select count(*), sum(Betrag)::varchar, min(Wertstellung)::varchar from read_parquet(${sqlPath(at('out/rows.parquet'))})`,
    ),
  );
  expect(rows).toEqual([[7n, '1534.59', '2026-04-04']]);
});

test('the lines on which a running balance breaks are named, as the file counts them', async () => {
  const movement = (i: number) => (i % 4 === 0 ? 1900.5 : -20.25 - i);
  let balance = 500;
  const lines = Array.from({ length: 40 }, (_, i) => {
    balance += movement(i);
    const day = `${String(1 + (i % 28)).padStart(2, '0')}.0${1 + Math.floor(i / 28)}.2026`;
    const text = i === 3 ? '"Transfer\nto savings"' : `Shop ${i}`;
    // The balance is off by one from row 21 and by another from row 31.
    const stated = balance + (i >= 20 ? 1 : 0) + (i >= 30 ? 1 : 0);
    return `${day};${text};${movement(i).toFixed(2)};${stated.toFixed(2)}`;
  });
  lines.splice(10, 0, 'a line with "a quote" and too many;;;;;;');
  const text = ['Account;1', '', 'Date;Description;Amount;Balance', ...lines, ''].join('\n');
  writeFileSync(at('breaks.csv'), text);
  const said: string[] = [];
  const result = await ingest(at('breaks.csv'), '--accept-rejected', { said });
  // Rows 21 and 31 of the table: 3 lines above, a record of two lines, a rejected line.
  const place = (needle: string) => text.split('\n').findIndex((line) => line.includes(needle)) + 1;
  const first = [
    { row: 21, line: place('Shop 20') },
    { row: 31, line: place('Shop 30') },
  ];
  expect(first[0]!.line).toBe(26);
  expect(result.balance.breaks).toEqual({ rows: 2, checked: 39, first });
  expect(said.join('')).toContain(
    'column Balance: the running balance is inconsistent in 2 of 39 checked rows (lines 26 and 36).',
  );
});

const dates = (days: readonly string[]) =>
  `Date,Description,Amount\n${days.map((day, i) => `${day},Shop ${i} of many,${i}.25\n`).join('')}`;

test('an ambiguous date order requires --form, and is settled by a recipe', async () => {
  writeFileSync(at('first.csv'), dates(['03/04/2026', '04/04/2026', '07/05/2026']));
  await expect(ingest(at('first.csv'))).rejects.toThrow(
    /Ambiguous column formats \(1\):\n {2}Date: 3 values .*"Date=DD\/MM\/YYYY" or .*"Date=MM\/DD\/YYYY"/,
  );
  const result = await ingest(at('first.csv'), '--form', 'Date=MM/DD/YYYY', '--out', at('us'));
  expect(result.columns[0].form.pattern).toBe('MM/DD/YYYY');
  writeFileSync(at('second.csv'), dates(['01/02/2026', '02/02/2026', '03/02/2026', '04/02/2026']));
  const second = await ingest(at('second.csv'), '--recipe', at('us/recipe.json'));
  expect(second.columns[0].form.pattern).toBe('MM/DD/YYYY');
  expect(second.recipe.sha256).toBe(result.recipe.sha256);
});

test('refuses a file that does not match the recipe and names the difference', async () => {
  writeFileSync(at('first.csv'), dates(['03/04/2026', '04/04/2026', '07/05/2026']));
  await ingest(at('first.csv'), '--form', 'Date=MM/DD/YYYY', '--out', at('us'));
  writeFileSync(at('third.csv'), dates(['31/01/2026', '28/01/2026']));
  await expect(ingest(at('third.csv'), '--recipe', at('us/recipe.json'))).rejects.toThrow(
    /2 values of column Date differ, for example "28\/01\/2026"/,
  );
  writeFileSync(at('fourth.csv'), dates(['01/02/2026']).replace('Amount', 'Total'));
  await expect(ingest(at('fourth.csv'), '--recipe', at('us/recipe.json'))).rejects.toThrow(
    'for files with other columns',
  );
  const changed = readFileSync(at('us/recipe.json'), 'utf8').replace('"amount"', '"debit"');
  writeFileSync(at('changed.json'), changed);
  await expect(ingest(at('third.csv'), '--recipe', at('changed.json'))).rejects.toThrow(
    'its hash differs',
  );
});

test('uses roles, entity and order from the command line', async () => {
  writeFileSync(at('statement.csv'), STATEMENT);
  const result = await ingest(
    at('statement.csv'),
    '--role',
    'Verwendungszweck=counterparty_name',
    '--entity',
    'Währung',
    '--order',
    'Wertstellung',
  );
  expect(result.columns[2].role).toBe('counterparty_name');
  expect([result.entity, result.order]).toEqual(['Währung', 'Wertstellung']);
  await expect(ingest(at('statement.csv'), '--role', 'Saldo=money')).rejects.toThrow(
    '--role: expected',
  );
  await expect(ingest(at('statement.csv'), '--entity', 'Nobody')).rejects.toThrow(
    'no column Nobody',
  );
});

test('detects an XML statement by content; mismatched totals require consent', async () => {
  const entries = [{ amount: '12.50' }, { amount: '2.25', side: 'DBIT' as const }];
  writeFileSync(at('camt.csv'), camtMessage({ opening: '1.00', closing: '11.25', entries }));
  const result = await ingest(at('camt.csv'));
  expect(result.statement).toMatchObject({ format: 'camt.053', version: '08', entries: 2 });
  expect(result.statement.totals).toEqual([
    { name: 'opening + entries = closing', passed: 1, failed: 0 },
  ]);
  writeFileSync(at('untied.xml'), camtMessage({ opening: '1.00', closing: '11.24', entries }));
  await expect(ingest(at('untied.xml'))).rejects.toThrow(
    /Line 9, Document\/BkToCstmrStmt\/Stmt\/Bal: opening 1.00 EUR \+ entries 10.25 EUR = 11.25 EUR/,
  );
  const accepted = await ingest(at('untied.xml'), '--accept-rejected');
  expect([accepted.rows, accepted.statement.mismatchCount]).toEqual([2, 1]);
});

test('a sheet is chosen by --sheet or after # in the path; without a choice all are named', async () => {
  const sheets = ['A', 'B'].map((name) => ({ name, xml: rowXml(`${name}_id`) + rowXml(1) }));
  writeFileSync(at('book.xlsx'), await workbookOf({ sheets }));
  await expect(ingestCommand([at('book.xlsx')])).rejects.toThrow(
    `${at('book.xlsx')}: The file has 2 sheets with values: 'A', 'B'. Choose one, or read all as linked tables. Write ${at('book.xlsx')}#NAME for one of them.`,
  );
  const said: string[] = [];
  const byOption = await ingest(at('book.xlsx'), '--sheet', 'B', { said });
  expect(byOption.columns).toMatchObject([{ name: 'B_id' }]);
  expect(said.join('')).toContain("Sheets not read: 'A'");
  expect((await ingest(`${at('book.xlsx')}#A`)).columns).toMatchObject([{ name: 'A_id' }]);
  await expect(ingestCommand([at('statement.csv'), '--sheet', 'A'])).rejects.toThrow(
    "A CSV file contains one table, so 'A' can't be chosen.",
  );
});
