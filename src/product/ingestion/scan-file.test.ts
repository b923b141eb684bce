import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Recipe } from '../../engines/meaning/recipe.ts';
import { camtMessage } from '../../platform/formats/iso20022/camt.fixture.ts';
import { withSharedDuckDb } from '../../platform/tabular/duckdb.ts';
import { rowXml, workbookOf } from '../../platform/tabular/formats/xlsx/workbook.fixture.ts';
import { ADVANCED_HEADERS, BASIC_HEADERS } from '../../shared/ingestion-headers.ts';
import { type FileToScan, scanFile } from './scan-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan file '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

async function scan(text: string | null, options: Partial<FileToScan> = {}) {
  const path = join(folder, 'in');
  if (text !== null) await writeFile(path, text);
  const file: FileToScan = {
    format: 'csv',
    path,
    parquetPath: join(folder, 'rows.parquet'),
    anyColumns: true,
    acceptRejected: false,
    recipe: null,
    ...options,
  };
  return withSharedDuckDb({ path, folder }, () => scanFile(file, never));
}

const refused = (code: string, message: unknown, detail?: unknown) =>
  expect.objectContaining({ code, message, ...(detail !== undefined && { detail }) });

function statement(
  rows: number,
  {
    broken = [],
    day = (i: number) => 1 + (i % 9),
  }: { broken?: number[]; day?: (row: number) => number } = {},
) {
  let cents = 100_000;
  const euros = (value: number) => (value / 100).toFixed(2).replace('.', ',');
  const lines = Array.from({ length: rows }, (_, i) => {
    const moved = (i % 7) * 100 - 295;
    cents += moved + (broken.includes(i + 1) ? 777 : 0);
    return `0${day(i)}/04/2026;Purchase ${i * 7};${euros(moved)};${euros(cents)}`;
  });
  return `Booking date;Description;Amount;Balance\n${lines.join('\n')}\n`;
}

describe('the columns', () => {
  const line = (headers: readonly string[]) =>
    `${headers.join(',')}\n${headers.map((_, i) => `v${i}`).join(',')}\n`;

  test('have to be those of a template, unless any are agreed to; the refusal says which are missing', async () => {
    const some = line(BASIC_HEADERS.slice(2));
    await expect(scan(some, { anyColumns: false })).rejects.toEqual(
      refused(
        'bad_request',
        'Some required headers are missing. Download the correct template to proceed.',
        {
          missing: ['transaction_id', 'amount'],
          hint: 'Send columns=as-is to upload any columns.',
        },
      ),
    );
    expect(await scan(some)).toMatchObject({ template: null, rowCount: 1 });
  });

  test.each([
    ['above the header', (rows: string) => `<<<<<<< HEAD\n${rows}`, 1],
    [
      'above the header and below the rows',
      (rows: string) => `<<<<<<< HEAD\n${rows}=======\n>>>>>>> main\n`,
      3,
    ],
    ['two above', (rows: string) => `<<<<<<< HEAD\n<<<<<<< ours\n${rows}`, 2],
  ])('merge markers %s are skipped and listed', async (_, marked, lines) => {
    const rows = `id,amount,town\n${Array.from({ length: 50 }, (_, i) => `${i},${i}.50,Lund`).join('\n')}\n`;
    for (const options of [{}, { anyColumns: true, acceptRejected: true }]) {
      const read = await scan(marked(rows), options);
      expect(read).toMatchObject({ rowCount: 50, skipped: { lines }, leftOut: { lines: 0 } });
      expect(read.columns.map(({ name }) => name)).toEqual(['id', 'amount', 'town']);
    }
  });

  test('of a template are found to be its', async () => {
    const headers = [...BASIC_HEADERS, ...ADVANCED_HEADERS];
    expect(await scan(line(headers), { anyColumns: false })).toMatchObject({
      template: 'Advanced',
      dialect: { delimiter: ',', header: true, encoding: 'UTF-8' },
      statement: null,
      taken: null,
    });
  });
});

test('of lines that can not be read the sender is asked, and then they are left out', async () => {
  const text = 'a,b\n1,2\n3,4,5\n6,7\n';
  await expect(scan(text)).rejects.toEqual(
    refused('confirmation_needed', expect.stringContaining('1 of 4 lines are unreadable')),
  );
  const taken = await scan(text, { acceptRejected: true });
  expect(taken).toMatchObject({ rowCount: 2, leftOut: { lines: 1, ranges: [{ fromLine: 3 }] } });
});

describe('a running balance', () => {
  test('is found, with the rows that break it and their lines, counted from 1', async () => {
    const { balance, mapping } = await scan(
      `Statement of April\n\n${statement(60, { broken: [31] })}`,
    );
    expect(mapping).toMatchObject({ sign: { kind: 'signed' }, order: 'Booking date' });
    expect(balance).toEqual({
      column: 'Balance',
      share: 1 - 1 / 59,
      breaks: { rows: 1, checked: 59, first: [{ row: 31, line: 34 }] },
    });
  });

  test('names the first 20 rows that break it, and counts the others', async () => {
    const broken = Array.from({ length: 25 }, (_, i) => 10 * i + 5);
    const { balance } = await scan(statement(300, { broken }));
    expect(balance?.breaks).toMatchObject({ rows: 25, checked: 299 });
    expect(balance?.breaks?.first.map(({ row }) => row)).toEqual(broken.slice(0, 20));
  });

  const long = test.runIf(process.env.TEST_LONG);
  long('is followed beyond the 20,000 rows that decide what columns are', async () => {
    const { balance } = await scan(statement(20_300, { broken: [20_200] }));
    expect(balance?.breaks).toEqual({
      rows: 1,
      checked: 20_299,
      first: [{ row: 20_200, line: 20_201 }],
    });
  });
});

test('a workbook has its rows, types of cells and row numbers', async () => {
  const path = join(folder, 'in.xlsx');
  const rows = Array.from({ length: 30 }, (_, i) => rowXml(`00${100 + i}`, i + 0.5));
  const xml = `${rowXml('Statement')}${rowXml('account', 'amount')}${rows.join('')}`;
  const sheets = [
    { name: 'Hidden', state: 'hidden', xml },
    { name: 'Rows', xml },
  ];
  await writeFile(path, await workbookOf({ sheets }));
  expect(await scan(null, { format: 'xlsx', path })).toMatchObject({
    rowCount: 30,
    skipped: { lines: 1, ranges: [{ fromLine: 1, reason: 'Above the table', text: 'Statement' }] },
    notices: ["Hidden sheets not read: 'Hidden'"],
    dialect: {
      header: true,
      cells: [{ kind: 'text' }, { kind: 'number' }],
      rowLines: { jumps: [[0, 3]] },
    },
  });
});

test('a Parquet file has its rows, no lines and no marks to guess', async () => {
  await scan(statement(60, { broken: [31] }));
  await copyFile(join(folder, 'rows.parquet'), join(folder, 'in.parquet'));
  const found = await scan(null, { format: 'parquet', path: join(folder, 'in.parquet') });
  expect(found).toMatchObject({
    rowCount: 60,
    leftOut: { lines: 0, ranges: [] },
    skipped: { lines: 0, ranges: [] },
    template: null,
    dialect: { encoding: 'UTF-8', delimiter: null, decimal: null, header: null },
    statement: null,
    recipe: {
      match: { header: ['Booking date', 'Description', 'Amount', 'Balance'], delimiter: null },
    },
  });
  expect(found.balance?.breaks?.first).toEqual([{ row: 31, line: null }]);
});

describe('a recipe', () => {
  let own: Recipe;
  let monthsFirst: Recipe;
  beforeAll(async () => {
    own = (await scan(statement(20, { day: () => 5 }))).recipe;
    monthsFirst = structuredClone(own);
    Object.assign(monthsFirst.columns[0]!.layout.form, { pattern: 'MM/DD/YYYY' });
  });

  test('says what the file itself leaves open, and what the columns are for', async () => {
    const recipe = structuredClone(monthsFirst);
    recipe.columns[1]!.role = 'ignore';
    const { columns, mapping, taken } = await scan(statement(20, { day: () => 6 }), {
      recipe,
      anyColumns: false,
    });
    expect(columns[0]).toMatchObject({ form: { pattern: 'MM/DD/YYYY' }, ambiguous: false });
    expect(mapping).toMatchObject({ confirmed: true, order: 'Booking date' });
    expect(mapping.columns[1]).toEqual({ name: 'Description', role: 'ignore' });
    expect(taken).toBeNull();
  });

  test('of a file whose columns it calls otherwise names the columns of the file, the one of accounts too', async () => {
    const text = (names: string) =>
      `${names}\n${Array.from({ length: 30 }, (_, i) => `K${i % 3},2026-04-0${1 + (i % 9)},${i}.50`).join('\n')}\n`;
    const { recipe } = await scan(text('Account,Booking date,Amount'));
    expect(recipe).toMatchObject({ entity: 'Account', order: 'Booking date' });
    const renamed = { ...recipe, match: { ...recipe.match, header: ['Konto', 'Tag', 'Betrag'] } };
    const { mapping } = await scan(text('Konto,Tag,Betrag'), { recipe: renamed });
    expect(mapping).toEqual({
      columns: [
        { name: 'Konto', role: 'account' },
        { name: 'Tag', role: 'booking_date' },
        { name: 'Betrag', role: 'amount' },
      ],
      sign: { kind: 'signed' },
      entity: 'Konto',
      order: 'Tag',
      confirmed: true,
    });
  });

  test('for other columns is refused, and says which it is for and which there are', async () => {
    const other = statement(20).replace('Balance', 'Saldo');
    await expect(scan(other, { recipe: monthsFirst })).rejects.toEqual(
      refused('conflict', expect.stringMatching(/^The recipe is for files with other columns\./), {
        match: monthsFirst.match,
        file: { ...monthsFirst.match, header: ['Booking date', 'Description', 'Amount', 'Saldo'] },
      }),
    );
  });

  test('that values do not follow is refused, and says which and how many', async () => {
    const days = statement(20, { day: () => 5 }).replaceAll('05/04/2026', '25/04/2026');
    await expect(scan(days, { recipe: monthsFirst })).rejects.toEqual(
      refused(
        'conflict',
        'The file does not match the recipe: 20 values of column Booking date differ, for example "25/04/2026". Nothing was saved. Map its columns without the recipe.',
        { columns: ['Booking date'] },
      ),
    );
    const words = days
      .replaceAll(/;[^;]+;[^;]+\n/g, ';much;more\n')
      .replace(';much;more', ';Amount;Balance');
    await expect(scan(words, { recipe: monthsFirst })).rejects.toEqual(
      refused(
        'conflict',
        expect.stringContaining(' 2 other columns differ as well. Nothing was saved.'),
        {
          columns: ['Booking date', 'Amount', 'Balance'],
        },
      ),
    );
  });

  test('that is known is taken where the file is like it in columns and values, the first of several', async () => {
    const other = { ...own, match: { ...own.match, delimiter: ',' } };
    const known = [
      { id: '1', name: 'other files', recipe: other },
      { id: '2', name: 'months first', recipe: monthsFirst },
      { id: '3', name: 'days first', recipe: own },
    ];
    const taken = async (text: string) => (await scan(text, { known })).taken;
    expect(await taken(statement(20, { day: () => 6 }))).toEqual({ id: '2', name: 'months first' });
    const days = statement(20, { day: () => 5 }).replaceAll('05/04/2026', '25/04/2026');
    expect(await taken(days)).toEqual({ id: '3', name: 'days first' });
    expect(await taken('a;b\n1;2\n')).toBeNull();
  });
});

describe("a bank's statement", () => {
  const sniffed = { format: 'camt.053', version: '08' } as const;
  const entries = [{ amount: '12.50' }, { amount: '2.25', side: 'DBIT' as const }];
  const tied = camtMessage({ opening: '1.00', closing: '11.25', entries });

  test('has columns of its own, for which no recipe is taken', async () => {
    const found = await scan(tied, { format: sniffed });
    expect(found).toMatchObject({
      rowCount: 2,
      template: null,
      dialect: { delimiter: null, decimal: null, header: null },
      statement: { accounts: 1, mismatchCount: 0 },
      mapping: { sign: { kind: 'signed' }, entity: null },
      taken: null,
    });
    const known = [{ id: '1', name: 'mine', recipe: found.recipe }];
    expect((await scan(tied, { format: sniffed, known })).taken).toBeNull();
  });

  test('whose totals are not those of its entries is taken only by who agrees to it', async () => {
    const untied = tied.replace('2.25', '2.26');
    await expect(scan(untied, { format: sniffed })).rejects.toEqual(
      refused('confirmation_needed', expect.stringContaining('do not match its entries')),
    );
    const taken = await scan(untied, { format: sniffed, acceptRejected: true });
    expect(taken.statement).toMatchObject({ mismatchCount: 1 });
  });
});
