import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { pdfAttachments, pdfText } from '../support/pdf-text.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';
import { signInOn } from '../support/visit.ts';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let client: Awaited<ReturnType<typeof makeUser>>['client'];
const folder = mkdtempSync(join(tmpdir(), 'sandbox protection '));

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  const ada = { email: 'ada@harbor.example', password: 'ada ada ada', organization: 'Harbor' };
  ({ client } = await makeUser(sandbox, superadmin, ada));
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, ada);
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function bytesOf(button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return readFileSync(path);
}
async function openReport(batchId: string): Promise<void> {
  const measured = async () =>
    (
      await client
        .from('generation_logs')
        .select('report_url')
        .eq('batch_id', batchId)
        .single()
        .throwOnError()
    ).data.report_url;
  await expect.poll(measured, { timeout: 60_000 }).toBe(`/reports?batch=${batchId}`);
  await page.goto(`/reports?batch=${batchId}&tab=report`);
  await page.getByRole('heading', { name: 'Not measured' }).waitFor({ timeout: 30_000 });
}

async function openDialog(): Promise<void> {
  await page.goto('/ingestion');
  await page.getByRole('button', { name: 'Generate Synthetic from movements.csv' }).click();
  await page.getByRole('radio', { name: /The public/ }).check();
  await page.getByLabel('Privacy budget ε (per customer)').selectOption('1');
}

async function privately(method: 'mst' | 'aim'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rows').fill('200');
  await dialog.getByRole('radio', { name: /The public/ }).check();
  await dialog.getByLabel('Privacy budget ε (per customer)').selectOption('1');
  await dialog.getByLabel('Method').selectOption(method);
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
}

test('a private batch from the form: the dial, the kept model, the guarantee in the report', async () => {
  const file = join(folder, 'movements.csv');
  writeFileSync(file, sampleTransactions(1000));
  await page.goto('/ingestion');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Generate Synthetic Data' }).click();
  await privately('mst');
  await page.getByText('Differential privacy: ε 1').waitFor();

  await openDialog();
  await page.getByText('A model with this ε is stored').waitFor();
  await page.getByText(/Privacy budget: \d+% of ε 10 used/).waitFor();
  await page.getByText(/Privacy budget used on .*: ε 1 .* by MST/).waitFor();
  await privately('mst');
  const spent = await client.from('privacy_ledger').select('epsilon').throwOnError();
  expect(spent.data).toHaveLength(1);

  await openDialog();
  await privately('aim');
  await openDialog();
  await page
    .getByText(/ε 1 by AIM/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');

  const { data } = await client
    .from('generation_logs')
    .select('batch_id')
    .order('created_at')
    .throwOnError();
  expect(data).toHaveLength(3);
  await openReport(data[0]!.batch_id);
  await page
    .getByText(/Differential privacy for each customer_id: ε 1 .*, learned by MST/)
    .waitFor();
  await page.getByText(/^Outside the guarantee: all scores/).waitFor();
  await page.getByRole('link', { name: 'Lineage' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Proof of source' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^source-opening-.*\.json$/);
});

test('a dataset at its measurement limit shows it, and an administrator allows more', async () => {
  const { data } = await client.from('ingestion_manifests').select('id').limit(1).throwOnError();
  const id = data[0]!.id as string;
  const service = clientOf(sandbox, sandbox.secretKey);
  const capOf = async () =>
    (await service.from('ingestion_manifests').select('report_cap').eq('id', id).single()).data!
      .report_cap;
  await service.from('ingestion_manifests').update({ report_cap: 1 }).eq('id', id).throwOnError();
  const me = (await client.auth.getUser()).data.user!.id;
  await service.from('user_roles').update({ role: 'admin' }).eq('user_id', me).throwOnError();
  const batch = await call<{ batchId: string }>(client, 'generate-synthetic-from-ingestion', {
    manifest_id: id,
  });
  const notes = async () =>
    (
      await client
        .from('generation_logs')
        .select('manifest')
        .eq('batch_id', batch.batchId)
        .single()
        .throwOnError()
    ).data.manifest.notes;
  await expect.poll(async () => (await notes()).privacyWithheld, { timeout: 60_000 }).toBeTruthy();
  await page.goto(`/reports?batch=${batch.batchId}`);
  await page.getByRole('button', { name: 'Allow 20 more' }).click({ timeout: 30_000 });
  await page.getByText('More reports allowed').first().waitFor();
  expect(await capOf()).toBe(21);
});

test('a batch from scratch has a report that claims no likeness; JSON and PDF are of one hash', async () => {
  const batch = await call<{ batchId: string }>(client, 'generate-transactions', { count: 500 });
  await openReport(batch.batchId);
  await page.getByText('By construction: the ledger adds up').waitFor();
  await page.getByText('similarity to real data: there is no real table').waitFor();
  const { data } = await client
    .from('generation_logs')
    .select('manifest')
    .eq('batch_id', batch.batchId)
    .single()
    .throwOnError();
  const noted = data.manifest.notes.reportSha256;
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(sha256(await bytesOf('Save JSON'))).toBe(noted);
  const pdf = await bytesOf('Export PDF');
  expect(pdfText(pdf)).toContain(noted);
  expect(sha256(pdfAttachments(pdf)[0]!)).toBe(noted);
});
