import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type PagePath, pagesFor } from '../../src/shared/pages.ts';
import { ADMIN, USER } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { injectAnalysis } from '../support/inject-analysis.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { call, clientOf, SUPERADMIN } from '../support/users.ts';
import { returnToPage, seeNotice } from '../support/visit.ts';

/** Every role on every page, and the main job by keyboard. */
const fixtures = startBeforeTests(startBrowsing);

function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(fixtures.sandbox.url) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

const EMPTY: Partial<Record<PagePath, RegExp>> = {
  '/dashboard': /No batches yet/,
  '/ingestion': /No datasets yet/,
  '/explorer': /No customers yet/,
  '/reports': /No reports yet/,
  '/governance': /No generation logs yet/,
  '/ai-governance': /No model runs yet/,
  '/evidence-vault': /No documents yet/,
  '/exceptions': /No exceptions yet/,
};

test.each([
  ['a user', USER],
  ['an admin', ADMIN],
  ['a superadmin', SUPERADMIN],
])('%s walks through every page, and finds what is for them', async (_who, account) => {
  const page = await fixtures.open();
  const complaints = watch(page);
  await returnToPage(page, account);
  for (const { path, title, guard } of pagesFor('session', 'superadmin')) {
    await page.goto(path);
    if (guard === 'superadmin' && account !== SUPERADMIN) {
      await page.waitForURL('**/dashboard');
      continue;
    }
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.title()).toContain(title);
    const empty = EMPTY[path];
    if (empty) await page.getByText(empty).first().waitFor();
    if (path === '/api') {
      const create = page.getByRole('button', { name: 'Create Key' });
      const hint = page.getByText('Ask an administrator for a key');
      await (account === USER ? hint : create).waitFor();
    }
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('without a profile row the mode switcher is hidden', async () => {
  const page = await fixtures.open();
  await page.route('**/rest/v1/profiles**', (route) => route.fulfill({ status: 200, json: [] }));
  await returnToPage(page, USER);
  await page.getByRole('button', { name: 'Run Full Batch' }).waitFor();
  expect(await page.getByRole('group', { name: 'Intelligence mode' }).count()).toBe(0);
  await page.context().close();
});

test('a lost session and a lost profile are named where something is uploaded', async () => {
  const page = await fixtures.open();
  await returnToPage(page, USER);
  const pdf = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
  await page.goto('/evidence-vault');
  await page.getByText('No documents yet').waitFor();
  await page.route('**/rest/v1/profiles?select=org_id**', (route) =>
    route.fulfill({ status: 200, json: [] }),
  );
  await page.getByLabel('Evidence documents').setInputFiles(pdf);
  await seeNotice(page, 'Upload failed', 'User not found');
  await page.evaluate(() => localStorage.clear());
  await page.getByLabel('Evidence documents').setInputFiles(pdf);
  await seeNotice(page, 'Upload failed', 'User not authenticated');
  await page.context().close();
});

async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(`(() => {
      const one = document.activeElement;
      const labels = [...(one.labels ?? [])].map((label) => label.textContent).join(' ');
      return (one.getAttribute('aria-label') ?? (labels || one.textContent) ?? '').trim();
    })()`);
    if (name.test(String(focused))) {
      const outline = await page.evaluate(
        `(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle + style.boxShadow; })()`,
      );
      expect(outline).not.toBe('nonenone');
      return;
    }
  }
  throw new Error(`Tab never came to ${name}`);
}

const focusedElement = (page: Page) =>
  page.evaluate(`(() => {
    const { tagName, id, textContent, ariaLabel } = document.activeElement;
    return [tagName, id, ariaLabel ?? (textContent ?? '').slice(0, 60)].join(' ');
  })()`);

test('Tab passes a notice by, Alt+T leads to it and Escape back', async () => {
  const page = await fixtures.open();
  // A page that loads nothing later.
  await page.goto('/admin-setup');
  const submit = page.locator('button[type=submit]');
  await submit.waitFor();
  /** Records every Tab stop from the form to the end of the page and back to its start. */
  const walk = async () => {
    await page.getByLabel('Email').focus();
    const stops: unknown[] = [];
    while (stops.length < 30 && !String(stops.at(-1)).startsWith('A ')) {
      await page.keyboard.press('Tab');
      stops.push(await focusedElement(page));
    }
    return stops;
  };
  const without = await walk();
  expect(without.length).toBeLessThan(10);

  const notice = page.locator('[data-notice]').filter({ hasText: 'Validation Error' });
  await submit.click();
  await notice.waitFor();
  // Hovering keeps the notice open during the walk.
  await notice.hover();
  expect(await walk()).toEqual(without);
  expect(await notice.count()).toBe(1);

  await page.getByLabel('Email').focus();
  const before = await focusedElement(page);
  const region = page.getByRole('region', { name: 'Notifications (Alt+T)' });
  expect(await region.getAttribute('aria-live')).toBe('polite');
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  expect(await focusedElement(page)).toBe('BUTTON  Close notification');
  await page.keyboard.press('Escape');
  expect(await focusedElement(page)).toBe(before);
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  expect(await focusedElement(page)).toBe(before);
  await page.context().close();
});

test('the main job by the keyboard alone', async () => {
  const page = await fixtures.open();
  const file = Buffer.from(sampleTransactions(200));
  page.on('filechooser', (chooser) =>
    chooser.setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: file }),
  );
  await page.goto('/');
  await tabTo(page, /^Launch Sandbox/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth');
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await tabTo(page, /^Email/);
  await page.keyboard.type(USER.email);
  await tabTo(page, /^Password$/);
  await page.keyboard.type(USER.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /Don't show this again/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo(page, /^Run Full Batch/);
  await page.keyboard.press('Enter');
  await seeNotice(page, 'Full batch generated');
  await tabTo(page, /^Ingestion/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ingestion');
  // The page title got focus, and Select File opens the system's file chooser.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Ingestion');
  await tabTo(page, /^Select File/);
  await page.keyboard.press('Enter');
  await page.getByText('Headers validated — 200 records detected').waitFor();
  await tabTo(page, /^Upload$/);
  await page.keyboard.press('Enter');
  await page.getByText('Generate Synthetic Data from Upload').waitFor();
  await tabTo(page, /^Generate Synthetic Data$/);
  await page.keyboard.press('Enter');
  // Tab passes a disabled button: the profile comes first.
  const generate = page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true });
  await expect.poll(() => generate.isEnabled(), { timeout: 20_000 }).toBe(true);
  await tabTo(page, /^Generate$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports?batch=*', { timeout: 60_000 });
  await seeNotice(page, 'Synthetic data generated');
  await tabTo(page, /^Data Explorer/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/explorer**');
  await tabTo(page, /^Customers$/);
  for (const tab of ['Accounts', 'Transactions']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  }
  await page.getByRole('heading', { name: 'Transactions' }).waitFor();
  await tabTo(page, /^Export CSV/);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/^SYNTHETIC-transactions-/);
  await page.context().close();
});

test('a file can be dropped, on Ingestion and in the vault', async () => {
  const page = await fixtures.open();
  await returnToPage(page, USER);
  const drop = async (name: string, type: string, text: string, zone: string) => {
    const data = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], '${name}', { type: '${type}' })); return data; })()`,
    );
    for (const event of ['dragenter', 'dragover', 'drop']) {
      await page.getByText(zone).dispatchEvent(event, { dataTransfer: data });
    }
  };
  await page.goto('/ingestion');
  await drop('dropped.csv', 'text/csv', sampleTransactions(5), 'Drop a CSV or Parquet file here');
  await page.getByText('Headers validated — 5 records detected (Basic template)').waitFor();
  await page.goto('/evidence-vault');
  await drop('dropped.pdf', 'application/pdf', '%PDF-1.7\n', 'Drop PDF or DOCX documents here');
  await seeNotice(page, 'Document uploaded', 'dropped.pdf');
  await page.context().close();
});

test('an address opens what it names: tab, sort, page, filter, batch', async () => {
  const page = await fixtures.open();
  await returnToPage(page, USER);
  const { data } = await clientOf(fixtures.sandbox, fixtures.sandbox.secretKey)
    .from('generation_logs')
    .select('batch_id,entity_type')
    .eq('entity_type', 'transactions')
    .not('report_url', 'is', null)
    .limit(1)
    .throwOnError();
  await page.goto('/reports');
  const batch = String(data[0]?.batch_id);
  const id = batch.slice(0, 8);
  await page.getByRole('link', { name: new RegExp(`^View Full Report .* ${id}$`) }).click();
  await page.waitForURL(`**/reports?batch=${batch}&tab=report`);
  await page.getByRole('link', { name: 'All reports' }).waitFor();
  await page.goto('/explorer?tab=customers&sort=-join_date&page=2');
  await page.getByText('11–20 of 100').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'All reports' }).waitFor();
  await page.goto('/exceptions?status=approved');
  await page.getByText('No exceptions yet').waitFor();
  // Unknown parameters still open the page, and missing objects are reported.
  await page.goto('/explorer?tab=nothing&q=5&page=99');
  await page.getByText('91–100 of 100').waitFor();
  await page.goto('/exceptions?status=nothing&batch=nothing');
  await page.getByRole('dialog').getByText('Batch not found').waitFor();
  await page.goto('/reports?batch=nothing');
  await page.getByText('Batch not found').waitFor();
  await page.context().close();
});

test('a reset request that fails without a word gets the specified one', async () => {
  const page = await fixtures.open();
  await page.goto('/auth');
  await page.route('**/functions/v1/request-password-reset', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await page.getByLabel('Email').fill(USER.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await seeNotice(page, 'Error', 'Failed to send reset link');
  await page.context().close();
});

// Leaves a reviewed batch behind.
test.runIf(process.env.TEST_LONG)(
  'a review, a search of the logs and a new password by the keyboard alone',
  async () => {
    const page = await fixtures.open();
    await injectAnalysis(fixtures.service, { tenantId: fixtures.orgId, name: 'Keys' });
    await call(fixtures.user, 'generate-full', { count: 20, seed: 1 });
    await returnToPage(page, USER, '/exceptions');
    await tabTo(page, /^Review Batch of Keys/);
    await page.keyboard.press('Enter');
    const cockpit = page.getByRole('dialog');
    await cockpit.getByText('Case 1 of 3').waitFor();
    await page.keyboard.press('j');
    await cockpit.getByText('Case 2 of 3').waitFor();
    await page.keyboard.press('a');
    await cockpit.getByText('1 of 3 reviewed').waitFor();
    await tabTo(page, /^Notes$/);
    await page.keyboard.type('Looked at by keys');
    await tabTo(page, /^Reject batch/);
    await page.keyboard.press('Enter');
    await page.getByText('Reject 2 unreviewed cases').waitFor();
    await tabTo(page, /^Reject all/);
    await page.keyboard.press('Enter');
    await seeNotice(page, 'Batch rejected');

    await page.goto('/governance');
    await page.getByRole('heading', { name: 'Governance', exact: true }).waitFor();
    await tabTo(page, /^Search by name/);
    await page.keyboard.type('accounts');
    await page.waitForURL('**/governance?q=accounts');
    await tabTo(page, /^Kind of batch/);
    await page.keyboard.type('Blend');
    await page.getByText('No batch matches').waitFor();
    await tabTo(page, /^Clear filters/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^View Manifest/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Simulated, without an upload').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const back = await page.evaluate('document.activeElement.textContent');
    expect(back).toContain('Manifest');

    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await tabTo(page, /^Current password/);
    await page.keyboard.type(USER.password);
    await tabTo(page, /^New password/);
    await page.keyboard.type('the next one');
    await tabTo(page, /^Confirm new password/);
    await page.keyboard.type('another one');
    await page.keyboard.press('Enter');
    await seeNotice(page, 'Validation Error', 'New passwords do not match');
    const marked = page.locator('input:focus[aria-invalid=true]');
    expect(await marked.getAttribute('aria-describedby')).toMatch(/-error$/);
    await page.context().close();
  },
);
