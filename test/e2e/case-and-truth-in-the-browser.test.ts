import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { longTest } from '../support/long-test.ts';
import { startPrepared } from '../support/prepared.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';
import { signInOn } from '../support/visit.ts';

const eve = { email: 'eve@one.example', password: 'a good password' };
const SHOTS = process.env.SHOTS;
let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let batch: string;
let caseId: string;

beforeAll(async () => {
  if (process.env.TEST_LONG === undefined) return;
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  const made = await makeUser(sandbox, superadmin, { ...eve, organization: 'One', role: 'admin' });
  const full = await call<{ runId: string }>(made.client, 'generate-full', {
    ...{ count: 200, seed: 11, aml_rate: 0.02 },
  });
  const { data } = await made.client
    .from('generation_logs')
    .select('batch_id')
    .match({ run_id: full.runId, entity_type: 'transactions' })
    .single()
    .throwOnError();
  batch = data.batch_id as string;
  await call(made.client, 'analyze-transactions', { batchId: batch, datasetRef: 'own', seed: 5 });
  const { data: cases } = await made.client
    .from('cases')
    .select('id')
    .order('evidence', { ascending: false })
    .limit(1)
    .throwOnError();
  caseId = cases![0]!.id as string;
  browser = await openBrowser();
  page = await openPage(browser, { url: sandbox.url });
  await signInOn(page, eve);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

/** Violations of axe at both widths in both themes, and widths that scroll sideways. */
async function complaints(what: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect
        .poll(() => page.locator('.skeleton:visible').count(), { timeout: 30_000 })
        .toBe(0);
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
      const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults;
      const at = `${what} ${width} ${colorScheme}`;
      found.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map((n) => `${at}: ${id} ${n.target}`)),
      );
      const scrolls = await page.evaluate('document.documentElement.scrollWidth');
      if (scrolls !== width) found.push(`${at}: ${scrolls} pixels wide`);
      if (SHOTS)
        await page.screenshot({
          path: `${SHOTS}/${what}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
    }
  return found;
}

/** Presses Tab until the focused element has this name; returns false after 150 presses. */
async function tabTo(name: RegExp): Promise<boolean> {
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(
      "(document.activeElement?.getAttribute('aria-label') ?? '') + ' ' + (document.activeElement?.textContent ?? '')",
    );
    if (name.test(String(text))) return true;
  }
  return false;
}

longTest(
  'a case is read at both widths and themes, its network moved and it commented by keyboard, and axe finds nothing',
  async () => {
    await page.goto(`/exceptions?case=${caseId}`);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('columnheader', { name: 'txn_id' }).count()).toBeGreaterThan(0);
    expect(await page.getByText('aml_flag').count()).toBe(0);
    expect(await complaints('case')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await tabTo(/Network of the case/)).toBe(true);
    const picture = page.getByRole('region', { name: 'Network of the case' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByLabel('Transfer in order of time').inputValue()).toBe('0');
    const first = await picture.innerHTML();
    await page.keyboard.press('+');
    await expect.poll(() => picture.innerHTML()).not.toBe(first);
    await page.keyboard.press('0');
    await expect.poll(() => picture.innerHTML()).toBe(first);
    await page.getByLabel('Note').focus();
    await page.keyboard.type('Asked the branch for invoices');
    expect(await tabTo(/Comment/)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Asked the branch for invoices').last().waitFor({ timeout: 60_000 });
  },
  300_000,
);

longTest(
  'the ground truth is refused, granted by switch under Settings, shown and drawn',
  async () => {
    await page.goto(`/reports?batch=${batch}&tab=data`);
    await page.getByText('You may not read the ground truth').waitFor({ timeout: 60_000 });
    expect(await complaints('refused')).toEqual([]);
    await page.goto('/settings');
    await page.getByRole('switch', { name: `Ground truth for ${eve.email}` }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Ground truth granted').first().waitFor();
    expect(await complaints('settings')).toEqual([]);
    await page.goto(`/reports?batch=${batch}&tab=data`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Show', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: /typology/ }).waitFor({ timeout: 60_000 });
    expect(await complaints('truth')).toEqual([]);
    await page.getByRole('button', { name: 'Draw schemes' }).click();
    await page.getByLabel('Typology').selectOption('cycle', { timeout: 120_000 });
    await page.getByText(/rows, \d+ accounts?, largest amount/).waitFor();
    expect(
      await page
        .getByLabel(/^Scheme S/)
        .locator('path')
        .count(),
    ).toBeGreaterThan(5);
    expect(await complaints('schemes')).toEqual([]);
  },
  300_000,
);
