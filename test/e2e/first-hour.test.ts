import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { startPrepared } from '../support/prepared.ts';
import { root, type Sandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { signedIn } from '../support/users.ts';
import { figuresOf, rowsOf, seeNotice } from '../support/visit.ts';

/** A compliance officer's first hour, guided only by the pages, without dead ends. */
const ROOT = { email: 'root@bank.example', password: 'a long password' };
const MAKER = { email: 'maker@harbor.example', password: 'maker maker' };
const CHECKER = { email: 'checker@harbor.example', password: 'checker checker' };
const folder = mkdtempSync(join(tmpdir(), 'sandbox first hour '));
let sandbox: Sandbox;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  sandbox = await startPrepared();
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const follow = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

async function saved(press: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await press();
  const file = join(folder, (await download).suggestedFilename());
  await (await download).saveAs(file);
  return readFileSync(file);
}

async function signIn(account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await button('Sign In').click();
  await page.waitForURL('**/dashboard');
  if (await page.evaluate("localStorage.getItem('onboarding_completed') === 'true'")) return;
  await page.getByLabel("Don't show this again").check();
  for (const name of ['Next', 'Next', 'Get Started']) await button(name).click();
}

async function changeTo(account: { email: string; password: string }): Promise<void> {
  await button('Logout').click();
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await signIn(account);
}

test('setup: the landing page leads to sign-in, and that to the first superadmin', async () => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Launch Sandbox' }).first().click();
  await page.getByRole('link', { name: 'Create the first superadmin' }).click();
  await page.getByLabel('Superadmin email').fill(ROOT.email);
  await page.getByLabel('Password', { exact: true }).fill(ROOT.password);
  await page.getByLabel('Setup token').fill(sandbox.setupToken);
  await button('Create or update superadmin').click();
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signIn(ROOT);
});

test('people: an organization and two admins of it, as maker-checker asks for', async () => {
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect.poll(() => steps.getByRole('listitem').count()).toBe(3);
  await steps.getByRole('link', { name: 'Create an organization' }).click();
  await button('Create the first one').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Harbor Credit Union');
  await dialog.getByLabel('Domain').fill('harbor.example');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const { email, password } of [MAKER, CHECKER]) {
    await button('Create User').click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Temporary password').fill(password);
    await dialog.getByLabel('Organization').selectOption({ label: 'Harbor Credit Union' });
    await dialog.getByLabel('Role').selectOption({ label: 'Admin' });
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await changeTo(MAKER);
});

test('data: the sample file is fetched, uploaded as it came, and synthetic rows are made', async () => {
  await follow('Ingestion');
  await button('Download Sample CSV').click();
  const sample = await saved(() =>
    page.getByRole('menuitem', { name: /^Advanced Financial Template/ }).click(),
  );
  await page
    .getByLabel('Data file')
    .setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: sample });
  await page.getByText('Headers validated — 200 records detected (Advanced template)').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await button('Generate Synthetic Data').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
  await page
    .getByRole('navigation', { name: 'Batch' })
    .getByRole('link', { name: 'Data' })
    .click({ timeout: 60_000 });
  await expect.poll(() => rowsOf(page, 'Rows of the batch').count()).toBe(50);
  await follow('Dashboard');
  const totals = { 'Total Transactions': '200', 'Total Data Batches': '1', 'Models Trained': '1' };
  await expect.poll(() => figuresOf(page, 'Totals')).toMatchObject(totals);
});

test('analysis: the upload is analyzed, and what stands out is reviewed and approved', async () => {
  await button('Real Data').click();
  await button('Analyze sample.csv').click();
  await seeNotice(page, 'Analysis complete', 'exceptions wait for review');
  // The person who ran the analysis does not decide on its findings.
  await changeTo(CHECKER);
  await follow('Exceptions');
  await rowsOf(page, 'Exception batches')
    .first()
    .getByRole('button', { name: /^Review/ })
    .click();
  const review = page.getByRole('dialog');
  await review.getByText('Why it stands out').waitFor();
  await review.getByRole('button', { name: 'Approve (legitimate)' }).click();
  await review.getByLabel('Notes').fill('Checked against the originals');
  await review.getByRole('button', { name: 'Approve batch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }).click();
  await rowsOf(page, 'Exception batches').first().getByText('Approved', { exact: true }).waitFor();
});

test('evidence: a document is uploaded and linked to the model run', async () => {
  await follow('AI Governance');
  await rowsOf(page, 'Audit trail').first().waitFor();
  await page.getByRole('tab', { name: 'Evidence Vault' }).click();
  await page.getByLabel('Evidence documents').setInputFiles({
    name: 'model-validation.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('Validation of the model'),
  });
  await seeNotice(page, 'Document uploaded', 'model-validation.pdf');
  await button('Link model-validation.pdf').click();
  await page.getByLabel('Governance record', { exact: true }).selectOption({ index: 1 });
  await button('Link Document').click();
  await seeNotice(page, 'Document linked');
  await page.keyboard.press('Escape');
});

test('approval: with the evidence linked, the record is approved, and exported', async () => {
  await follow('AI Governance');
  const row = rowsOf(page, 'Audit trail').first();
  await row.getByRole('button').first().click();
  await page.getByLabel('Intended use').fill('Load tests of the payment service');
  await page.getByLabel('Audience').fill('Payments team');
  await page.getByLabel('Approval notes').fill('Validated against the held-out rows');
  await button('Approve for production').click();
  await seeNotice(page, 'Approved for production');
  await page.keyboard.press('Escape');
  await row.getByText('Approved', { exact: true }).waitFor();
  const pdf = await saved(() => button('Export PDF').click());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('report: the batch is measured, its report read, and taken along as PDF', async () => {
  const client = await signedIn(sandbox, MAKER);
  const report = async () =>
    (await client.from('generation_logs').select('report_url').single()).data?.report_url;
  await expect.poll(report, { timeout: 90_000 }).toBeTruthy();
  await follow('Reports');
  await page.getByRole('link', { name: /^View Full Report/ }).click();
  await page.getByRole('heading', { name: 'Fidelity' }).waitFor();
  const pdf = await saved(() => button('Export PDF').click());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(5000);
});

test('evidence pack: the days so far, with the approval in it, are proven by the command', async () => {
  await follow('Governance');
  const log = rowsOf(page, 'Generation logs').first();
  await log.getByText(/^Entry \d+$/).waitFor({ timeout: 30_000 });
  await button('Evidence pack').click();
  const zip = await saved(() =>
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  );
  await seeNotice(page, 'Evidence pack ready', 'VERIFY.md explains how to verify it.');
  writeFileSync(join(folder, 'pack.zip'), zip);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/cli/sandbox.mjs'), 'verify', join(folder, 'pack.zip')],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(3);
  expect(stdout).toContain('ok  1 approval(s) by the hashes of their terms.');
  expect(stdout).toContain('ok  1 evidence document(s) by their SHA-256.');
  expect(stdout).toContain('ok  1 report(s) by their SHA-256, and their PDFs.');
});
