import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { camtMessage } from '../../src/platform/formats/iso20022/camt.fixture.ts';
import { scanContent } from '../../src/platform/formats/scan-text.fixture.ts';
import { rowXml, workbookOf } from '../../src/platform/tabular/formats/xlsx/workbook.fixture.ts';
import { USER } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { longTest } from '../support/long-test.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { bytesOf, chooseFile, returnToPage } from '../support/visit.ts';

const browsing = startBeforeTests(startBrowsing);
let page: Page;

beforeAll(async () => {
  page = await browsing.open();
  await returnToPage(page, USER, '/ingestion');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

longTest(
  'a file of which much cannot be read is asked about, and left out or taken',
  async () => {
    const cut = sampleTransactions(1000)
      .split('\n')
      .map((line, i) => (i > 500 && i <= 650 ? line.slice(0, 20) : line));
    await chooseFile(page, 'cut.csv', cut.join('\n'));
    await button('Upload').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Some lines of cut.csv can’t be read').waitFor();
    await dialog.getByText('150 lines were not readable as rows.').waitFor();
    await dialog.getByText(/^Line 502: Expected \d+ values, found \d+$/).waitFor();
    await dialog.getByText(cut[501]!, { exact: true }).waitFor();

    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await button('Preview cut.csv').count()).toBe(0);

    await button('Upload').click();
    await dialog.getByRole('button', { name: 'Skip lines' }).click();
    await page.getByText('850 records detected', { exact: false }).first().waitFor();
    if (!(await dialog.isVisible())) await button('Preview cut.csv').click();
    await dialog.getByRole('heading', { name: 'Rejected lines' }).waitFor();
    await dialog.getByText('150 lines were left out').waitFor();
    await dialog
      .getByText(/^Lines 502–\d+: Expected|^Line 502: Expected/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
  },
  90_000,
);

test('a file with other columns than a template’s is taken as it is', async () => {
  await page.goto('/ingestion');
  await chooseFile(
    page,
    'own.csv',
    'Account: 4711\n\nday,text,amount\n2024-01-02,fee,1.50\n2024-01-03,fee,2.50\n',
  );
  await page
    .getByText('Some required headers are missing. Download the correct template to proceed.')
    .waitFor();
  await button('Use the columns as they are').click();
  await page.getByText('2 records detected').first().waitFor();
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await button('Preview own.csv').click();
  await dialog.getByText('2 lines were skipped: not part of the table').waitFor();
  await dialog.getByText('Lines 1–2: Above the table').waitFor();
}, 60_000);

longTest(
  'rules found in a file are accepted, rejected and declared on its page',
  async () => {
    const rows = Array.from({ length: 600 }, (_, i) => {
      const [net, fee] = [100 + ((i * 7919) % 1000), 1 + ((i * 31) % 17)];
      return `${i % 3 === 0 ? 'open' : 'closed'},${net}.00,${fee}.00,${net + fee}.00`;
    });
    await page.goto('/ingestion');
    await chooseFile(page, 'sales.csv', `status,net,fee,gross\n${rows.join('\n')}\n`);
    await button('Use the columns as they are').click();
    await page.getByText('600 records detected').first().waitFor();
    const dialog = page.getByRole('dialog');
    if (!(await dialog.isVisible())) await button('Preview sales.csv').click();
    const total = dialog.getByLabel('Keep gross = net + fee');
    await total.selectOption({ label: 'In every row' });
    await page.getByText('Rules saved').first().waitFor();
    await total.selectOption({ label: 'Leave out' });
    await dialog.getByLabel('Declare a rule').fill('fee = 5 where status is open');
    await dialog.getByRole('button', { name: 'Declare', exact: true }).click();
    const declared = dialog.getByLabel('Keep fee = 5 where status is open');
    await declared.waitFor();
    await dialog.getByText(/^\d+(\.\d+)?% of 200 rows keep it in the file\.$/).waitFor();
    await dialog.getByLabel('Declare a rule').fill('fee = five');
    await dialog.getByRole('button', { name: 'Declare', exact: true }).click();
    await page
      .getByText(/fee = five/)
      .first()
      .waitFor();
    expect(await total.inputValue()).toBe('rejected');
    await declared.selectOption({ label: 'Remove' });
    await declared.waitFor({ state: 'detached' });
  },
  60_000,
);

longTest(
  'a column named __proto__ is shown like any other',
  async () => {
    await page.goto('/ingestion');
    await chooseFile(page, 'names.csv', '__proto__,constructor,n\nproto cell,other cell,1\n');
    await button('Use the columns as they are').click();
    await page.getByText('1 records detected').first().waitFor();
    const dialog = page.getByRole('dialog');
    if (!(await dialog.isVisible())) await button('Preview names.csv').click();
    await dialog.getByText('1 records, 3 columns', { exact: false }).waitFor();
    // The preview is read again until the profile exists.
    await dialog.getByText('1 distinct', { exact: false }).first().waitFor();
    await dialog.getByRole('columnheader', { name: '__proto__' }).waitFor();
    await dialog.getByRole('cell', { name: 'proto cell' }).waitFor();
  },
  60_000,
);

longTest(
  'a sheet of a workbook is chosen, or all become linked tables',
  async () => {
    const sheet = (name: string, rows: number) => ({
      name,
      xml:
        rowXml(`${name.toLowerCase()}_id`, 'kind') +
        Array.from({ length: rows }, (_, i) => rowXml(`${name}${i}`, 'x')).join(''),
    });
    const workbook = await workbookOf({ sheets: [sheet('Customer', 3), sheet('Account', 4)] });
    await page.goto('/ingestion');
    await chooseFile(page, 'book.xlsx', workbook);
    await page.getByText('Excel file: its columns are read by the server.').waitFor();
    await button('Upload').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'book.xlsx has 2 tables' }).waitFor();
    await dialog.getByLabel('Tables').selectOption('Account');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText("4 records detected. Sheets not read: 'Customer'").first().waitFor();
    if (!(await dialog.isVisible())) await button('Preview book.xlsx').click();
    await dialog.getByText('Excel · table “Account”', { exact: false }).waitFor();
    await page.keyboard.press('Escape');

    await chooseFile(page, 'book.xlsx', workbook);
    await button('Upload').click();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('2 tables with 7 records', { exact: false }).first().waitFor();
  },
  60_000,
);

function statement(month: string): string {
  const texts = [
    'Rent flat 12 May',
    'Corner grocer 4411',
    'Salary of the month',
    'City power bill',
  ];
  const lines = Array.from({ length: 12 }, (_, i) => {
    const day = String(i + 1).padStart(2, '0');
    return `${day}/${month}/2026;${texts[i % 4]};-${i + 1},50;${1000 - i},00;EUR`;
  });
  return `Account: 4711\n\nBuchungstag;Verwendungszweck;Betrag;Rest;Währung\n${lines.join('\n')}\n`;
}

test('columns are mapped, what is unsure is asked, and the next file takes the recipe', async () => {
  await page.goto('/ingestion');
  await chooseFile(page, 'april.csv', statement('04'));
  await page.getByText('Some required headers are missing.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Map columns' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'april.csv' }).waitFor();
  await dialog.getByText('12 rows · 5 columns', { exact: false }).waitFor();
  await dialog.getByText('All 12 values are ambiguous.', { exact: false }).waitFor();
  const go = dialog.getByRole('button', { name: 'Upload 12 rows' });
  expect(await go.isDisabled()).toBe(true);
  expect(await dialog.getByLabel('Kind of Verwendungszweck').inputValue()).toBe('category');
  expect(await dialog.getByLabel('Role of Buchungstag').inputValue()).toBe('booking_date');
  expect(await dialog.getByLabel('Role of Betrag').inputValue()).toBe('amount');
  expect(await dialog.getByLabel('Role of Verwendungszweck').inputValue()).toBe('description');
  await dialog
    .getByLabel('Format of Buchungstag')
    .selectOption({ label: 'date, month first (MM/DD/YYYY)' });
  await dialog.getByRole('cell', { name: '2026-12-04' }).waitFor();
  await dialog.getByLabel('Role of Rest').selectOption('Ignore');
  expect(await dialog.getByRole('columnheader', { name: 'Rest' }).count()).toBe(0);
  await dialog.getByLabel('Kind of Verwendungszweck').selectOption('Text');
  // Closing keeps what was chosen, and uploads nothing.
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Preview april.csv' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await dialog.getByRole('cell', { name: '2026-12-04' }).waitFor();
  await dialog.getByLabel('Save as recipe (name)').fill('Sparkasse Giro');
  await go.click();
  await page.getByText('Recipe “Sparkasse Giro” now applies to files like this one.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // The same page after the upload, with the same choices.
  await page.getByRole('button', { name: 'Preview april.csv', exact: true }).click();
  await dialog.getByRole('button', { name: 'Map columns' }).click();
  await dialog.getByRole('button', { name: 'Continue with 12 rows' }).waitFor();
  await dialog.getByRole('cell', { name: '2026-12-04' }).waitFor();
  expect(await dialog.getByLabel('Role of Rest').inputValue()).toBe('ignore');
  await expect.poll(() => dialog.getByLabel('Kind of Verwendungszweck').inputValue()).toBe('text');
  await page.keyboard.press('Escape');

  await chooseFile(page, 'may.csv', statement('05'));
  await page.getByText('Recipe “Sparkasse Giro” matches this file.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('12 records detected, read with recipe “Sparkasse Giro”').waitFor();
  const recipes = page.getByRole('region', { name: 'Recipes' });
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    recipes.getByRole('button', { name: 'Export Sparkasse Giro' }).click(),
  ]);
  expect(exported.suggestedFilename()).toBe('Sparkasse_Giro.recipe.json');
  await recipes.getByRole('button', { name: 'Delete Sparkasse Giro' }).click();
  await page.getByRole('button', { name: 'Delete recipe' }).click();
  await recipes.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Continue with 12 rows' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Preview may.csv', exact: true }).click();
  await dialog.getByText('2 lines outside the table skipped', { exact: false }).waitFor();
}, 120_000);

const entries = Array.from({ length: 120 }, (_, i) => ({
  amount: `${1 + (i % 9)}.50`,
  side: 'DBIT' as const,
}));
const closing = 1000 - entries.reduce((sum, { amount }) => sum + Number(amount), 0);

longTest(
  'a bank statement is known by its content, its totals are asked about and shown',
  async () => {
    await page.goto('/ingestion');
    await chooseFile(page, 'notes.xml', '<notes>not a statement</notes>');
    await page.getByText('Invalid file type', { exact: false }).first().waitFor();
    const untied = camtMessage({ opening: '1000.00', closing: `${closing + 1}.00`, entries });
    await chooseFile(page, 'march.xml', untied);
    await page.getByText('camt.053 version 08: entries and totals are checked').waitFor();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Totals of march.xml don’t agree' }).waitFor();
    await dialog.getByText('Line 9: opening 1000.00 EUR', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Accept file' }).click();
    await button('Preview march.xml').click();
    const preview = page.getByRole('dialog');
    await preview.getByText('opening + entries = closing: 0 of 1 agree').waitFor();
    await preview.getByText('camt.053 version 08: 1 statement of 1 account, 120 entries').waitFor();
    await page.keyboard.press('Escape');
  },
);

longTest('a synthetic copy of it is downloaded in the format it came in', async () => {
  await page.getByRole('button', { name: 'Generate Synthetic Data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
  await page.getByLabel('Format of the download').selectOption({ label: 'As uploaded' });
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download As uploaded' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('SYNTHETIC-march-camt.053.xml');
  const { facts } = await scanContent(await bytesOf(Promise.resolve(download)));
  expect(facts).toMatchObject({ format: 'camt.053', version: '08', mismatchCount: 0 });
  expect(facts.entries).toBeGreaterThan(50);
});
