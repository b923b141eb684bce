import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { parseCsv } from '../support/csv.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { signedIn } from '../support/users.ts';

const BERKA = new URL('../../../shared/data/berka/berka-basic-template.csv.gz', import.meta.url);
const root = { email: 'root@bank.example', password: 'a long password' };
const ada = { email: 'ada@harbor.example', password: 'ada ada ada' };

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'sandbox browser '));
const complaints: string[] = [];

beforeAll(async () => {
  sandbox = await startPrepared();
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(sandbox.url) && !/^(data|blob):/.test(request.url())) {
      complaints.push(`left the host: ${request.url()}`);
    }
  });
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(account: { email: string; password: string }): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await skipTour();
}

const skipTour = () => page.getByRole('button', { name: 'Skip' }).click();

const notice = (words: string | RegExp) => page.getByText(words).first().waitFor();

test('a stranger is led from the address to the first superadmin', async () => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Launch Sandbox' }).first().click();
  await page.waitForURL('**/auth');
  await page.goto('/admin-setup');
  await page.getByLabel('Superadmin email').fill(root.email);
  await page.getByLabel('Password', { exact: true }).fill(root.password);
  await page.getByLabel('Setup token').fill('not the token');
  await page.locator('button[type=submit]').click();
  await notice('Invalid setup token');
  await page.getByLabel('Setup token').fill(sandbox.setupToken);
  await page.locator('button[type=submit]').click();
  await notice(/Superadmin created/);
});

test('the superadmin makes an organization and a user of it', async () => {
  await signIn(root);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Harbor Credit Union');
  await dialog.getByLabel('Domain').fill('harbor.example');
  await dialog.locator('button[type=submit]').click();
  await page.getByRole('cell', { name: 'harbor.example' }).waitFor();

  await page.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByLabel('Email').fill(ada.email);
  await dialog.getByLabel('Temporary password').fill(ada.password);
  // The only organization is preselected.
  const chosen = dialog.getByLabel('Organization').locator('option:checked');
  expect(await chosen.textContent()).toBe('Harbor Credit Union');
  await dialog.locator('button[type=submit]').click();
  await page.getByRole('cell', { name: ada.email }).first().waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
});

test('the user uploads real movements, and gets synthetic ones shaped by them', async () => {
  const bytes =
    process.env.TEST_LONG && existsSync(BERKA)
      ? gunzipSync(readFileSync(BERKA))
      : Buffer.from(sampleTransactions(400));
  const file = join(folder, 'movements.csv');
  writeFileSync(file, bytes);
  const records = parseCsv(bytes.toString()).length - 1;

  await signIn(ada);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Ingestion' })
    .click();
  await page.getByLabel('Data file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await notice(`Headers validated — ${records} records detected (Basic template)`);
  await page.getByText('Generate Synthetic Data from Upload').waitFor();
  await page.getByRole('button', { name: 'Generate Synthetic' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rows').fill('50');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  const client = await signedIn(sandbox, ada);
  await expect
    .poll(async () => (await client.from('generation_logs').select('status')).data, {
      timeout: 60_000,
    })
    .toEqual([{ status: 'completed' }]);
});

test('from scratch as well; what is made is there to browse', async () => {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await skipTour();
  await page.getByRole('button', { name: 'Run Full Batch' }).click();
  const client = await signedIn(sandbox, ada);
  await expect
    .poll(
      async () =>
        (await client.from('transactions').select('*', { count: 'exact', head: true })).count,
      {
        timeout: 60_000,
      },
    )
    .toBe(1050);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Data Explorer' })
    .click();
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await expect.poll(() => page.getByRole('table').first().locator('tbody tr').count()).toBe(10);
});

test('the export carries exactly the rows of its batch', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = join(folder, 'export.csv');
  await (await download).saveAs(file);
  const [columns, ...rows] = parseCsv(readFileSync(file, 'utf8'));
  const client = await signedIn(sandbox, ada);
  const log = await client
    .from('generation_logs')
    .select('batch_id, record_count')
    .eq('entity_type', 'transactions')
    .not('csv_url', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  expect(rows.length).toBe(log.data.record_count);
  const answer = await client
    .from('transactions')
    .select(columns!.join(','))
    .eq('batch_id', log.data.batch_id)
    .order('seq')
    .throwOnError();
  const asText = (value: unknown, name: string) => {
    if (value === null) return '';
    if (name === 'txn_ts') return new Date(String(value)).toISOString().replace('.000Z', 'Z');
    return typeof value === 'number' ? value.toFixed(2) : String(value);
  };
  const answered = (answer.data as unknown as Record<string, unknown>[]).map((row) =>
    columns!.map((name) => asText(row[name], name)),
  );
  expect(answered).toEqual(rows);
});

test('nothing broke on the way, and nothing left the host', () => {
  expect(complaints).toEqual([]);
});
