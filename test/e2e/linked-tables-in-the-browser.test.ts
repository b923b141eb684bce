import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { unpackZip } from '../../src/platform/files/unpack-zip.ts';
import { USER } from '../support/auth-fixtures.ts';
import { type Browsing, startBrowsing } from '../support/browsing.ts';
import { loadScript } from '../support/load-script.ts';
import { longTest } from '../support/long-test.ts';
import { smallBank } from '../support/small-bank.ts';
import { returnToPage } from '../support/visit.ts';

const BERKA = fileURLToPath(new URL('../../../shared/data/berka/', import.meta.url));
const BERKA_TABLES = ['district', 'client', 'account', 'disp', 'card', 'loan', 'order', 'trans'];
let browsing: Browsing;
let page: Page;

beforeAll(async () => {
  browsing = await startBrowsing();
  page = await browsing.open();
  await returnToPage(page, USER, '/ingestion');
});
afterAll(() => browsing?.close());

const csvFile = (name: string, text: Buffer | string) => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

async function uploadTables(files: ReturnType<typeof csvFile>[]): Promise<string[]> {
  await page.goto('/ingestion');
  await page.getByLabel('Data file').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload as linked tables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Linked tables' });
  await dialog.waitFor({ timeout: 120_000 });
  const valuesOf = async (label: RegExp) =>
    Promise.all((await dialog.getByLabel(label).all()).map((select) => select.inputValue()));
  const columns = await valuesOf(/^Column of relation/);
  const keys = await valuesOf(/^Key of relation/);
  return columns.map((column, i) => `${column}=${keys[i]}`);
}

/** Generates the tables with a seed; returns the files of the page's download. */
async function generateAndDownload(
  timeout: number,
  wanted: 'sql' | 'csv',
): Promise<Record<string, string>> {
  const dialog = page.getByRole('dialog', { name: 'Linked tables' });
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await page.waitForURL(/\/reports\?batch=/, { timeout });
  const format = page.getByLabel('Format of all tables');
  await format.waitFor({ timeout });
  await format.selectOption(wanted);
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout }),
    page.getByRole('button', { name: 'Download all tables' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`SYNTHETIC-tables-${wanted}.zip`);
  const files: Record<string, string> = {};
  const folder = mkdtempSync(join(tmpdir(), 'linked tables '));
  const path = join(folder, 'tables.zip');
  await download.saveAs(path);
  await unpackZip(path, { maxFiles: 9 }, async (name, bytes) => {
    files[name] = Buffer.concat(await bytes.toArray()).toString();
  });
  rmSync(folder, { recursive: true });
  return files;
}

async function loadIntoEmpty(script: string) {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  const name = `loaded_${Date.now()}`;
  await server.query(`create database ${name} template template0`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await loadScript(client, script);
    const { rows } = await client.query<{ table: string; rows: string; keys: string }>(
      `select relname as table, (xpath('//c/text()', query_to_xml(format('select count(*) as c from %I', relname),
                false, true, '')))[1]::text::bigint as rows,
              (select count(*) from pg_constraint where conrelid = c.oid and contype = 'f' and convalidated) as keys
         from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    );
    return Object.fromEntries(
      rows.map(({ table, rows: count, keys }) => [
        table,
        { rows: Number(count), keys: Number(keys) },
      ]),
    );
  } finally {
    await client.end();
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
}

/** Returns the values of a column of CSV text; no value contains a comma or semicolon. */
const columnOf = (csv: string, place: number): string[] =>
  csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(/[,;]/)[place]!.replaceAll('"', ''));

async function fillConditions(
  dialog: Locator,
  conditions: readonly (readonly [column: string, value: string, percent: string])[],
) {
  for (const [i, [column, value, percent]] of conditions.entries()) {
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByLabel(`Column of condition ${i + 1}`).selectOption(column);
    await dialog.getByLabel(`Value of condition ${i + 1}`).fill(value);
    await dialog.getByLabel(`Share of condition ${i + 1} in percent`).fill(percent);
  }
}

const isNear = (rows: number, expected: number, most = 0.15) =>
  Math.abs(rows / expected - 1) < most;

test('three files become linked tables, are drawn together, and load with foreign keys', async () => {
  const bank = smallBank(300);
  const relations = await uploadTables(
    Object.entries(bank).map(([name, text]) => csvFile(name, text)),
  );
  expect(relations).toEqual([
    'accounts.customer_id=customers.customer_id',
    'bookings.account=accounts.account_no',
  ]);
  const tables = await loadIntoEmpty((await generateAndDownload(60_000, 'sql'))['tables.sql']!);
  for (const [name, text] of Object.entries(bank))
    expect(isNear(tables[name]!.rows, text.split('\n').length - 2), name).toBe(true);
  expect(Object.values(tables).map(({ keys }) => keys)).toEqual([1, 1, 0]);
  await page.getByRole('link', { name: /^customers \(300\)/ }).click();
  await page.getByText('customers (300)').and(page.locator('[aria-current=page]')).waitFor();
});

longTest(
  'fixed values, shares, protection and roles of linked tables are set in the same dialog',
  async () => {
    await page.goto('/ingestion');
    await page.getByRole('button', { name: /^Relations and generate/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Linked tables' });
    await dialog.getByRole('radio', { name: /The public/ }).check();
    const publicTables = dialog.getByRole('group', { name: 'Tables without people' });
    await publicTables.getByLabel('accounts').waitFor();
    await dialog.getByRole('radio', { name: /My team/ }).check();
    await publicTables.waitFor({ state: 'detached' });
    await dialog.getByRole('tab', { name: 'accounts' }).click();
    await dialog
      .getByRole('definition')
      .filter({ hasText: /kind.*opened/ })
      .waitFor();
    await fillConditions(dialog, [
      ['customers.segment', 'retail', '100'],
      ['accounts.kind', 'savings', '75'],
    ]);
    const files = await generateAndDownload(60_000, 'csv');
    expect(new Set(columnOf(files['customers.csv']!, 1))).toEqual(new Set(['retail']));
    const kinds = columnOf(files['accounts.csv']!, 2);
    const share = kinds.filter((kind) => kind === 'savings').length / kinds.length;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.03);
  },
);

test('the preview of a table leads to the others of its set', async () => {
  await page.goto('/ingestion');
  await page.getByRole('button', { name: /^Preview.*accounts\.csv/ }).click();
  const preview = page.getByRole('dialog', { name: 'accounts.csv' });
  await preview.getByRole('button', { name: 'bookings', exact: true }).click();
  await page.getByRole('dialog', { name: 'bookings.csv' }).getByText('booked_on').first().waitFor();
});

test.runIf(process.env.TEST_LONG !== undefined && existsSync(BERKA))(
  "Berka's eight tables go in as they are, and come out with all their keys",
  { timeout: 1_200_000 },
  async () => {
    const files = BERKA_TABLES.map((name) =>
      csvFile(name, gunzipSync(readFileSync(`${BERKA}${name}.asc.gz`))),
    );
    const relations = await uploadTables(files);
    expect(relations.sort()).toEqual([
      'account.district_id=district.A1',
      'card.disp_id=disp.disp_id',
      'client.district_id=district.A1',
      'disp.account_id=account.account_id',
      'disp.client_id=client.client_id',
      'loan.account_id=account.account_id',
      'order.account_id=account.account_id',
      'trans.account_id=account.account_id',
    ]);
    const tables = await loadIntoEmpty((await generateAndDownload(900_000, 'sql'))['tables.sql']!);
    expect(Object.values(tables).reduce((sum, { keys }) => sum + keys, 0)).toBe(8);
    expect(tables.district!.rows).toBe(77);
    // One of 77 districts has an eighth of the accounts: an outlier, which the model omits.
    expect(isNear(tables.account!.rows, 4500, 0.25)).toBe(true);
    expect(isNear(tables.trans!.rows, 49_102, 0.25)).toBe(true);

    await page.goto('/ingestion');
    await page
      .getByRole('button', { name: /^Relations and generate/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Linked tables' });
    await dialog.getByRole('radio', { name: /The public/ }).check();
    await dialog.getByRole('checkbox', { name: 'district' }).check();
    await dialog.getByLabel('Privacy budget ε (per linked rows)').selectOption('8');
    await fillConditions(dialog, [
      ['account.frequency', 'POPLATEK MESICNE', '50'],
      ['loan.status', 'C', '100'],
    ]);
    const drawn = await generateAndDownload(900_000, 'csv');
    const frequencies = columnOf(drawn['account.csv']!, 2);
    const monthly = frequencies.filter((value) => value === 'POPLATEK MESICNE').length;
    expect(Math.abs(monthly / frequencies.length - 0.5)).toBeLessThan(0.03);
    expect(new Set(columnOf(drawn['loan.csv']!, 6))).toEqual(new Set(['C']));
    const accounts = new Set(columnOf(drawn['account.csv']!, 0));
    expect(columnOf(drawn['trans.csv']!, 1).every((id) => accounts.has(id))).toBe(true);
  },
);
