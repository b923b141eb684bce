import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

const ada = { email: 'ada@first.example', password: 'ada ada ada', organization: 'First' };
let sandbox: Sandbox;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  sandbox = await startSandbox();
  await makeUser(sandbox, await setUpSuperadmin(sandbox), ada);
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.goto('/ingestion');
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

const choose = (name: string, text: string) =>
  page
    .getByLabel('Data file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** A statement whose days say nowhere whether day or month comes first. */
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
  await choose('april.csv', statement('04'));
  await page.getByText('Some required headers are missing.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Map columns' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'april.csv' }).waitFor();
  await dialog.getByText('12 rows · 5 columns', { exact: false }).waitFor();
  await dialog
    .getByText('All 12 values can be read in more than one way.', { exact: false })
    .waitFor();
  const go = dialog.getByRole('button', { name: 'Continue with 12 rows' });
  expect(await go.isDisabled()).toBe(true);
  expect(await dialog.getByLabel('Role of Buchungstag').inputValue()).toBe('booking_date');
  expect(await dialog.getByLabel('Role of Betrag').inputValue()).toBe('amount');
  expect(await dialog.getByLabel('Role of Verwendungszweck').inputValue()).toBe('description');
  await dialog
    .getByLabel('Form of Buchungstag')
    .selectOption({ label: 'date, month first (MM/DD/YYYY)' });
  await dialog.getByRole('cell', { name: '2026-12-04' }).waitFor();
  await dialog.getByLabel('Role of Rest').selectOption('Ignore');
  expect(await dialog.getByRole('columnheader', { name: 'Rest' }).count()).toBe(0);
  await dialog.getByLabel('Save as recipe (name)').fill('Sparkasse Giro');
  await go.click();
  await page
    .getByText('Files like this one take the recipe “Sparkasse Giro” from now on.')
    .waitFor();
  await dialog.waitFor({ state: 'hidden' });

  await choose('may.csv', statement('05'));
  await page.getByText('The recipe “Sparkasse Giro” is for files like this one.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('12 records detected, read by the recipe “Sparkasse Giro”').waitFor();
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
