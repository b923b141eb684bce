import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { camtMessage } from '../../src/platform/formats/iso20022/camt.fixture.ts';
import { scanContent } from '../../src/platform/formats/scan-text.fixture.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { makeUser, setUpSuperadmin } from '../support/users.ts';

const ada = { email: 'ada@first.example', password: 'ada ada ada', organization: 'First' };
const folder = mkdtempSync(join(tmpdir(), 'statement-'));
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
  rmSync(folder, { recursive: true, force: true });
});

const choose = (name: string, text: string) =>
  page
    .getByLabel('Data file')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });

const entries = Array.from({ length: 120 }, (_, i) => ({
  amount: `${1 + (i % 9)}.50`,
  side: 'DBIT' as const,
}));
const closing = 1000 - entries.reduce((sum, { amount }) => sum + Number(amount), 0);

test('a bank statement is known by its content, its totals are asked about and shown', async () => {
  await choose('notes.xml', '<notes>not a statement</notes>');
  await page.getByText('Invalid file type', { exact: false }).first().waitFor();
  const untied = camtMessage({ opening: '1000.00', closing: `${closing + 1}.00`, entries });
  await choose('march.xml', untied);
  await page.getByText('camt.053 version 08: entries and totals are checked').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Totals of march.xml don’t agree' }).waitFor();
  await dialog.getByText('Line 9: opening 1000.00 EUR', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Keep file as it is' }).click();
  await page
    .getByRole('heading', { name: 'march.xml' })
    .or(page.getByText('march.xml'))
    .first()
    .waitFor();
  await page
    .getByRole('button', { name: /Preview/ })
    .first()
    .click();
  const preview = page.getByRole('dialog');
  await preview.getByText('opening + entries = closing: 0 of 1 agree').waitFor();
  await preview.getByText('camt.053 version 08: 1 statement of 1 account, 120 entries').waitFor();
  await page.keyboard.press('Escape');
});

test('a synthetic copy of it is downloaded in the format it came in', async () => {
  await page.getByRole('button', { name: 'Generate Synthetic Data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
  await page.getByLabel('Format of the download').selectOption({ label: 'As uploaded' });
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download As uploaded' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('SYNTHETIC-march-camt.053.xml');
  const path = join(folder, 'march.xml');
  await download.saveAs(path);
  const { facts } = await scanContent(await readFile(path));
  expect(facts).toMatchObject({ format: 'camt.053', version: '08', mismatchCount: 0 });
  expect(facts.entries).toBeGreaterThan(50);
});
