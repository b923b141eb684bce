import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { USER } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { chooseFile, returnToPage } from '../support/visit.ts';

const fixtures = startBeforeTests(startBrowsing);
let page: Page;

beforeAll(async () => {
  page = await fixtures.open();
  await returnToPage(page, USER, '/ingestion');
});

const choose = (name: string, text: string) => chooseFile(page, name, text);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a file of which much cannot be read is asked about, and left out or taken', async () => {
  const cut = sampleTransactions(1000)
    .split('\n')
    .map((line, i) => (i > 500 && i <= 650 ? line.slice(0, 20) : line));
  await choose('cut.csv', cut.join('\n'));
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
  await dialog.getByRole('button', { name: 'Leave lines out' }).click();
  await page.getByText('850 records detected', { exact: false }).first().waitFor();
  if (!(await dialog.isVisible())) await button('Preview cut.csv').click();
  await dialog.getByRole('heading', { name: 'Rejected lines' }).waitFor();
  await dialog.getByText('150 lines were left out').waitFor();
  await dialog
    .getByText(/^Lines 502–\d+: Expected|^Line 502: Expected/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
}, 90_000);

test('a file with other columns than a template’s is taken as it is', async () => {
  await choose(
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
  await dialog.getByText('Lines 1–2: Stands above the table').waitFor();
}, 60_000);
