import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { USER } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { startBrowsing } from '../../support/browsing.ts';
import { parseCsv } from '../../support/csv.ts';
import { sampleTransactions } from '../../support/sample-transactions.ts';
import { call } from '../../support/users.ts';
import {
  bytesOf,
  figuresOf,
  headersOf,
  returnToPage,
  rowsOf,
  seeNotice,
} from '../../support/visit.ts';

/** Pages that generate, upload and show data, by sections 2, 4, 5, 8 and 9. */
const fixtures = startBeforeTests(startBrowsing);
let page: Page;

beforeAll(async () => {
  page = await fixtures.open();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Movements of 15 customers, too few to be learned five more times for their report. */
const MOVEMENTS = sampleTransactions(1200).replace(/C(\d+)$/gm, (_, id) => `C${id % 15}`);

test('an export without a file is reported', async () => {
  await returnToPage(page, USER, '/explorer?tab=accounts');
  await page.getByText('No accounts yet').waitFor();
  await button('Export CSV').click();
  await seeNotice(
    page,
    'No Export Available',
    'No CSV export found for accounts. Generate data first.',
  );
});

test('sample files: two templates with 200 rows', async () => {
  await page.goto('/ingestion');
  for (const [name, columns] of [
    ['Basic Transaction Template', 9],
    ['Advanced Financial Template', 19],
  ] as const) {
    await page.getByRole('button', { name: 'Download Sample CSV' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const rows = parseCsv((await bytesOf(saved)).toString());
    expect([rows.length, rows[0]!.length]).toEqual([201, columns]);
  }
});

test('a file is looked at before it is sent: kind, size, headers', async () => {
  const input = page.getByLabel('Data file');
  await input.setInputFiles(csv('notes.txt', 'hello'));
  await seeNotice(
    page,
    'Invalid file type',
    'Invalid file type. Only .csv and .parquet files are supported.',
  );
  await input.setInputFiles(csv('a.csv', 'amount,currency\n1,EUR\n'));
  await page
    .getByText('Some required headers are missing. Download the correct template to proceed.')
    .waitFor();
  expect(await button('Upload').isDisabled()).toBe(true);
  await input.setInputFiles(csv('good.csv', MOVEMENTS));
  await page
    .getByText('Headers validated — 1200 records detected (Basic template)', { exact: true })
    .waitFor();
  await button('Select File').waitFor();
});

test('an upload becomes a dataset with a preview, and synthetic rows are offered', async () => {
  await button('Upload').click();
  const card = page.getByRole('region', { name: 'Generate Synthetic Data from Upload' });
  await card.waitFor();
  await card.getByRole('button', { name: 'Generate Synthetic Data' }).waitFor();
  await expect
    .poll(() => figuresOf(page, 'Datasets'))
    .toMatchObject({
      'Total Datasets': '1',
      'Total Records': '1,200',
      'Storage Used': '0.00 GB',
    });
  await page.getByText('estimate: 5 MB per dataset').waitFor();
  expect(await headersOf(page, 'Datasets')).toEqual([
    'Filename',
    'Records',
    'Columns',
    'Uploaded',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'Preview good.csv' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('heading', { name: 'Schema' }).waitFor();
  expect(await preview.locator('tbody tr').count()).toBe(50);
  expect(await preview.getByText('decimal', { exact: true }).count()).toBeGreaterThan(0);
  await preview
    .getByText(
      /^account_type, risk_level, and customer_id are determined by account_id \(60 values\)/,
    )
    .waitFor();
  await page.keyboard.press('Escape');
  const request = page.waitForRequest('**/functions/v1/generate-synthetic-from-ingestion');
  await page.getByRole('button', { name: 'Generate Synthetic from good.csv' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The file has 1,200.').waitFor();
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  expect((await request).postDataJSON()).toMatchObject({ count: 1200, mode: 'balanced' });
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
  await page.getByRole('heading', { level: 1, name: 'good.csv, balanced' }).waitFor();
  await page.goto('/dashboard');
  await button('Blend').click();
  await button('Create Blend').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Blend' }).click();
  await seeNotice(page, 'Invalid manifest', 'Please select a valid dataset');
  await page.keyboard.press('Escape');
  await button('Synthetic').click();
  await page.goto('/ingestion');
});

test('failed loads and uploads show their titles', async () => {
  const refuse = (message: string) => (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, json: { message, error: message } });
  await page.route('**/functions/v1/parse-ingested-file', refuse('The disk is full'));
  await page.getByLabel('Data file').setInputFiles(csv('again.csv', sampleTransactions(10)));
  await button('Upload').click();
  await seeNotice(page, 'Upload failed', 'The disk is full');
  await page.route('**/rest/v1/ingestion_manifests**', refuse('The database is away'));
  await page.goto('/ingestion');
  await page.getByText('Error loading manifests').waitFor();
  await page.getByText('The database is away').waitFor();
  expect(await page.getByText('Not loaded', { exact: true }).count()).toBe(3);
  await page.goto('/ingestion?dataset=00000000-0000-4000-8000-000000000000');
  await page.getByText('Error loading preview').waitFor();
  await page.unroute('**/rest/v1/ingestion_manifests**');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Dataset not found').waitFor();
});

test('the explorer: ten rows a tab, its columns, its search, its export', async () => {
  const columns = {
    Customers: ['Name', 'Email', 'City', 'Risk Segment', 'Join Date'],
    Accounts: ['Type', 'Status', 'Balance', 'Credit Limit', 'Open Date'],
    Transactions: ['Amount', 'Currency', 'Channel', 'Category', 'AML Flag', 'Timestamp'],
  };
  await call(fixtures.user, 'generate-full', { count: 100, seed: 1 });
  await page.goto('/explorer');
  await page.getByRole('tab', { name: 'Customers' }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(Object.keys(columns));
  for (const [tab, headers] of Object.entries(columns)) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await headersOf(page, tab)).toEqual(headers);
    expect(await rowsOf(page, tab).count()).toBe(10);
    await page.getByText('of 100').first().waitFor();
  }
  // Fast typing anywhere in the text must lose or move no letter.
  const search = page.getByLabel('Search the loaded rows');
  await search.click();
  await page.keyboard.type('such thing');
  await page.keyboard.press('Home');
  await page.keyboard.type('no ');
  await page.getByText('None of the 100 loaded rows contains “no such thing”').waitFor();
  expect(await search.inputValue()).toBe('no such thing');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByText('N/A').first().waitFor();
  const saved = page.waitForEvent('download');
  await button('Export CSV').click();
  const rows = parseCsv((await bytesOf(saved)).toString());
  expect(rows[0]!.slice(0, 6)).toEqual([
    'account_id',
    'account_type',
    'status',
    'current_balance',
    'credit_limit',
    'open_date',
  ]);
  await page.route('**/storage/v1/object/**', (route) =>
    route.fulfill({ status: 500, json: { message: 'gone' } }),
  );
  await button('Export CSV').click();
  await seeNotice(page, 'Export Failed', 'Could not download CSV file.');
  await page.unroute('**/storage/v1/object/**');
});

test('reports: the ten latest batches as cards with status and two scores', async () => {
  await page.goto('/reports');
  const cards = page.getByRole('main').locator('ul > li');
  await expect.poll(() => cards.count()).toBe(4);
  const logs = await fixtures.user
    .from('generation_logs')
    .select('tenant_id')
    .limit(1)
    .throwOnError();
  const plant = (status: string) => ({
    batch_id: crypto.randomUUID(),
    tenant_id: logs.data[0]!.tenant_id,
    entity_type: `planted ${status}`,
    status,
  });
  const planted = [...Array<string>(7).fill('completed'), 'failed', 'queued'].map(plant);
  await fixtures.service.from('generation_logs').insert(planted).throwOnError();
  await page.reload();
  await expect.poll(() => cards.count()).toBe(10);
  const card = (status: string) => cards.filter({ hasText: `Planted ${status}` });
  const shown = await card('queued').textContent();
  for (const words of ['Records Generated', 'Privacy ScorePending', 'Quality ScorePending']) {
    expect(shown).toContain(words);
  }
  const badge = (within: typeof cards, status: string) =>
    within.getByText(status, { exact: true }).first().getAttribute('class');
  const secondary = await badge(card('failed'), 'failed');
  expect(await badge(card('queued'), 'queued')).toBe(secondary);
  expect(await badge(cards, 'completed')).not.toBe(secondary);
});

test('governance: every log by its short id, scores, records, and its manifest as JSON', async () => {
  await page.goto('/governance');
  expect(await headersOf(page, 'Generation logs')).toEqual([
    'Batch ID',
    'Source',
    'Entity Type',
    'Project ID',
    'Privacy Score',
    'Quality Score',
    'Records',
    'Timestamp',
    'Proof',
    'Actions',
  ]);
  expect(await rowsOf(page, 'Generation logs').count()).toBe(13);
  const first = rowsOf(page, 'Generation logs').filter({ hasText: 'accounts' }).first();
  const cells = await first.locator('td').allTextContents();
  expect(cells[0]).toMatch(/^[0-9a-f]{8}/);
  expect(cells[3]).toBe('N/A');
  await first.getByRole('button', { name: /^View Manifest/ }).click();
  const shown = await page.getByRole('dialog').locator('pre').textContent();
  expect(JSON.parse(shown!)).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('long work shows its stages, survives a reload and a change of page, and can be cancelled', async () => {
  await page.goto('/dashboard');
  const running = () => fixtures.user.from('runs').select('id').in('status', ['queued', 'running']);
  await expect.poll(async () => (await running()).data, { timeout: 60_000 }).toEqual([]);
  const queued = await call<{ status: string; runId: string }>(
    fixtures.user,
    'generate-transactions',
    {
      count: 3_000_000,
    },
  );
  expect(queued.status).toBe('queued');
  const tray = page.getByRole('dialog', { name: 'Activity' });
  const open = () => page.getByRole('button', { name: /^Activity/ }).click();
  await page.reload();
  await page.getByRole('button', { name: /^Activity.*1 running/ }).waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  // The opened page takes focus once it is shown, and the tray closes.
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await open();
  await tray.getByRole('progressbar').waitFor();
  await tray.getByText(/ of 3,000,000/).waitFor();
  await tray.getByRole('button', { name: /^Cancel/ }).click();
  await tray.getByText('cancelled').first().waitFor();
  await page.getByRole('button', { name: /^Activity.*Idle/ }).waitFor();
});

test('a dataset is deleted after saying what goes and what stays', async () => {
  await page.goto('/ingestion');
  await page.getByRole('button', { name: 'Delete good.csv' }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByText('Delete dataset “good.csv”?').waitFor();
  await confirmation.getByText(/^Deleted permanently: the file(,| and) its preview/).waitFor();
  await confirmation.getByText(/^Kept: .*the audit trail,? and the file’s SHA-256\./).waitFor();
  await confirmation.getByRole('button', { name: 'Delete dataset' }).click();
  await seeNotice(page, 'Dataset deleted', 'good.csv');
  await page.getByText('No datasets yet').waitFor();
  // Its one next step comes with a file to try it.
  await page.getByRole('button', { name: 'Use the example statement' }).click();
  await page.getByText('example-statement.csv').waitFor();
  await page.getByText('Some required headers are missing.').waitFor();
  await page.reload();
  await page.getByText('No datasets yet').waitFor();
});

test('the theme is light, dark or the system’s, and stays as chosen', async () => {
  const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await paper();
  await page.getByTitle('Dark', { exact: true }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('heading', { name: 'Ingestion' }).waitFor();
  expect(await paper()).toBe(dark);
  await page.getByTitle('Light', { exact: true }).click();
  expect(await paper()).toBe(light);
});
