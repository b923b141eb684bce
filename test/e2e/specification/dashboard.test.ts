import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { navigationFor } from '../../../src/shared/pages.ts';
import { USER } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { startBrowsing } from '../../support/browsing.ts';
import { sampleTransactions } from '../../support/sample-transactions.ts';
import { call } from '../../support/users.ts';
import { enter, figuresOf, headersOf, rowsOf, seeNotice } from '../../support/visit.ts';

/** Dashboard in its three modes, by sections 2, 4, 8 and 9 of the specification. */
const fixtures = startBeforeTests(startBrowsing);
let page: Page;

beforeAll(async () => {
  page = await fixtures.open();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
test('the tour: three steps, Back, Next and Skip; remembered only with the tick', async () => {
  await enter(page, USER);
  const tour = page.getByRole('dialog');
  await tour.getByText('Step 1 of 3').waitFor();
  await tour.getByRole('heading', { name: /Welcome/ }).waitFor();
  await button('Next').click();
  await tour.getByRole('heading', { name: 'Generate Synthetic Data' }).waitFor();
  await button('Back').click();
  await tour.getByText('Step 1 of 3').waitFor();
  await button('Next').click();
  await button('Next').click();
  await tour.getByRole('heading', { name: 'Governance Dashboard' }).waitFor();
  await button('Get Started').click();
  await tour.waitFor({ state: 'detached' });
  await page.reload();
  await tour.getByText('Step 1 of 3').waitFor();
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByLabel("Don't show this again").check();
  await button('Skip').click();
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await button('Run Full Batch').waitFor();
  expect(await tour.count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('onboarding_completed'))).toBe('true');
});

test('navigation: the brand, the links in their order for a user, each with what it is for', async () => {
  await page.getByText('Synthetic Banking Sandbox').first().waitFor();
  const main = page.getByRole('navigation', { name: 'Main' });
  const links = main.getByRole('link');
  const navigation = navigationFor({ superadmin: false });
  expect(await links.allTextContents()).toEqual(navigation.map(({ title }) => title));
  for (const { title, description } of navigation) {
    await main.getByRole('link', { name: title, exact: true }).focus();
    await page.getByRole('tooltip', { name: description! }).waitFor();
  }
  expect(await links.first().getAttribute('aria-current')).toBe('page');
});

test('the five counts start at 0; each button makes what it says, and the counts follow after two seconds', async () => {
  await page.goto('/dashboard');
  const zeros = {
    'Total Customers': '0',
    'Total Accounts': '0',
    'Total Transactions': '0',
    'Total Data Batches': '0',
    'Models Trained': '0',
  };
  expect(await figuresOf(page, 'Totals')).toEqual(zeros);
  const counted: number[] = [];
  let answered = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/generate-full')) answered = Date.now();
  });
  page.on('request', (request) => {
    if (request.method() === 'HEAD') counted.push(Date.now());
  });
  for (const [label, name, body] of [
    ['Generate Customers', 'generate-customers', { count: 100 }],
    ['Generate Accounts', 'generate-accounts', { count: 100 }],
    ['Generate Transactions', 'generate-transactions', { count: 1000 }],
    ['Run Full Batch', 'generate-full', { count: 100 }],
  ] as const) {
    const request = page.waitForRequest(`**/functions/v1/${name}`);
    // Only the first press of a double click counts.
    await button(label).dblclick();
    expect((await request).postDataJSON()).toMatchObject(body);
    await button(label).waitFor();
    await expect.poll(() => button(label).isEnabled()).toBe(true);
  }
  await expect
    .poll(() => counted.some((at) => at - answered > 1800 && at - answered < 3500), {
      timeout: 5000,
    })
    .toBe(true);
  await expect
    .poll(() => figuresOf(page, 'Totals'), { timeout: 15_000 })
    .toEqual({
      'Total Customers': '200',
      'Total Accounts': '200',
      'Total Transactions': '2,000',
      'Total Data Batches': '6',
      'Models Trained': '0',
    });
});

test('a generation that fails shows what the server said', async () => {
  await page.route('**/functions/v1/generate-customers', (route) =>
    route.fulfill({ status: 500, json: { error: 'No room on the disk' } }),
  );
  await button('Generate Customers').click();
  await seeNotice(page, 'Generation failed', 'No room on the disk');
  await page.unroute('**/functions/v1/generate-customers');
  // Without a network it fails at once and is not sent later.
  let later = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/generate-accounts')) later += 1;
  });
  // Intercepted requests bypass the browser cache.
  await page.route('**/assets/settings-page*', (route) => route.abort());
  await page.context().setOffline(true);
  await button('Generate Accounts').click();
  await seeNotice(page, 'Generation failed', 'The server did not answer.');
  // The frame survives a missing chunk. It checks once for a newer build; the network must stay off
  // until then. The page loads by itself once the server answers again.
  const looked = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/settings'),
  );
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByText('Connection lost').first().waitFor();
  await looked;
  await page.unroute('**/assets/settings-page*');
  await page.context().setOffline(false);
  await page.getByLabel('Current password').waitFor();
  expect(later).toBe(1);
  await page.goto('/dashboard');
});

test('a batch can be said how: bank, number, seed, days, laundering', async () => {
  await page.getByText('Advanced settings').click();
  await page.getByLabel('Seed').fill('minus one');
  await button('Generate Customers').click();
  await seeNotice(page, 'Validation Error', 'Seed must be a whole number');
  await page.getByLabel('Kind of institution').selectOption({ label: 'EU retail bank' });
  await page.getByLabel('Rows').fill('12');
  await page.getByLabel('Seed').fill('42');
  const request = page.waitForRequest('**/functions/v1/generate-customers');
  await button('Generate Customers').click();
  const body = { count: 12, seed: '42', preset: 'eu-retail-bank' };
  expect((await request).postDataJSON()).toEqual(body);
  await expect
    .poll(async () => (await figuresOf(page, 'Totals'))['Total Customers'], { timeout: 15_000 })
    .toBe('212');
});

test('the mode is saved before the notice; the present one asks for nothing', async () => {
  const writes: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') writes.push(request.postDataJSON());
  });
  const mode = page.getByRole('group', { name: 'Intelligence mode' });
  expect(await mode.getByRole('button').allTextContents()).toEqual([
    'Synthetic',
    'Real Data',
    'Blend',
  ]);
  const pressed = (name: string) =>
    mode.getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
  expect(await pressed('Synthetic')).toBe('true');
  await mode.getByRole('button', { name: 'Synthetic' }).click();
  expect(writes).toEqual([]);
  await mode.getByRole('button', { name: 'Real Data' }).click();
  await seeNotice(page, 'Intelligence Mode Updated', 'Switched to Real Data mode');
  expect(writes).toEqual([{ settings: { preferred_mode: 'real' } }]);
  await page.route('**/rest/v1/profiles**', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { message: 'Not now', code: '42501' } })
      : route.continue(),
  );
  await mode.getByRole('button', { name: 'Blend' }).click();
  await seeNotice(page, 'Error', 'Not now');
  expect(await pressed('Real Data')).toBe('true');
  await page.unroute('**/rest/v1/profiles**');
});

test('a change of mode without a session reports the missing sign-in', async () => {
  const other = await fixtures.open();
  await enter(other, USER);
  await other.getByRole('button', { name: 'Skip' }).click();
  await other.getByRole('group', { name: 'Intelligence mode' }).waitFor();
  await other.evaluate(() => localStorage.clear());
  await other.getByRole('button', { name: 'Blend', exact: true }).click();
  await seeNotice(other, 'Error', 'Not authenticated');
  await other.context().close();
});

test('real mode: the five newest datasets, the ten latest results, and the way to upload', async () => {
  await page.getByText('No real data yet').waitFor();
  await page.getByRole('link', { name: 'Go to Ingestion' }).first().waitFor();
  const ids: string[] = [];
  for (let i = 1; i <= 6; i++) {
    const form = new FormData();
    form.set('file', new Blob([sampleTransactions(60)]), `movements-${i}.csv`);
    ids.push(
      (await call<{ manifest_id: string }>(fixtures.user, 'parse-ingested-file', form)).manifest_id,
    );
  }
  const own = await fixtures.service
    .from('ingestion_manifests')
    .select('tenant_id')
    .limit(1)
    .single()
    .throwOnError();
  const results = Array.from({ length: 11 }, (_, i) => ({
    tenant_id: own.data.tenant_id,
    manifest_id: i === 0 ? null : ids[0],
    data_kind: i === 0 ? 'synthetic' : i % 2 === 1 ? 'blend' : 'upload',
    dataset_name: 'gone.csv',
    analysis_type: `planted ${i}`,
    clusters: i === 0 ? null : { count: i, items: [] },
    anomaly_scores: Array.from({ length: 3 }, (_, row) => ({ row, score: 0.9 })),
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 20 - i)).toISOString(),
  }));
  await fixtures.service.from('pattern_analysis_results').insert(results).throwOnError();
  await page.reload();
  const recent = page.getByRole('region', { name: 'Recent datasets' });
  await recent.getByText('movements-6.csv').first().waitFor();
  expect(await recent.getByRole('listitem').count()).toBe(5);
  expect(await recent.getByText('movements-1.csv').count()).toBe(0);
  expect(await recent.getByText('60 records').count()).toBe(5);
  expect(await headersOf(page, 'Analysis results')).toEqual([
    'Dataset',
    'Analysis Type',
    'Clusters',
    'Top Anomalies',
    'Date',
  ]);
  expect(await rowsOf(page, 'Analysis results').count()).toBe(10);
  const first = await rowsOf(page, 'Analysis results').first().locator('td').allTextContents();
  expect(first.slice(1, 4)).toEqual(['planted 0', 'N/A', '3']);
  await recent.getByRole('link', { name: 'Upload Data' }).click();
  await page.waitForURL('**/ingestion');
});

test('Analyze sends dataset and name; three seconds after the answer the lists are asked for again', async () => {
  await page.goto('/dashboard');
  const request = page.waitForRequest('**/functions/v1/analyze-transactions');
  const listed: number[] = [];
  let answered = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/pattern_analysis_results')) listed.push(Date.now());
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/analyze-transactions')) answered = Date.now();
  });
  await button('Analyze movements-6.csv').click();
  expect((await request).postDataJSON()).toMatchObject({
    manifestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    datasetRef: 'movements-6.csv',
  });
  await seeNotice(page, 'Analysis complete', 'movements-6.csv');
  await expect
    .poll(() => listed.some((at) => at - answered > 2800 && at - answered < 4500))
    .toBe(true);
  const first = rowsOf(page, 'Analysis results').first();
  await first.getByText('movements-6.csv').waitFor();
});

test('blend mode: three generation buttons, an upload, what can be blended, five results', async () => {
  await page.goto('/dashboard');
  await button('Blend').click();
  await seeNotice(page, 'Intelligence Mode Updated', 'Switched to Blend mode');
  for (const label of ['Generate Customers', 'Generate Accounts', 'Generate Transactions']) {
    await button(label).waitFor();
  }
  expect(await button('Run Full Batch').count()).toBe(0);
  await page.getByText('6 datasets available for blending').waitFor();
  expect(await page.getByRole('link', { name: 'Upload Data' }).getAttribute('href')).toBe(
    '/ingestion',
  );
  expect(await headersOf(page, 'Recent blended analysis')).toEqual([
    'Dataset',
    'Type',
    'Status',
    'Date',
  ]);
  expect(await rowsOf(page, 'Recent blended analysis').count()).toBe(5);
  // The newest analysis was of an upload; the injected ones alternate.
  const types = rowsOf(page, 'Recent blended analysis').locator('td:nth-child(2)');
  expect(await types.allTextContents()).toEqual([0, 1, 3, 5, 7].map((i) => `planted ${i}`));
  const first = rowsOf(page, 'Recent blended analysis').filter({ hasText: 'planted 0' });
  expect((await first.locator('td').allTextContents()).slice(0, 3)).toEqual([
    'Synthetic',
    'planted 0',
    'Analyzed',
  ]);
});
