import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Guard, pagesFor } from '../../src/shared/pages.ts';
import { ADMIN } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { injectAnalysis } from '../support/inject-analysis.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { call, SUPERADMIN } from '../support/users.ts';
import { returnToPage } from '../support/visit.ts';

/** Every page with data in it, in both themes and both widths, under axe's rules for WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const pathsFor = (guard: Guard) => pagesFor(guard).map(({ path }) => path);
const fixtures = startBeforeTests(startBrowsing);
let batch: string;
let manifest: string;
let exceptions: string;
let run: string;

beforeAll(async () => {
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  ({ manifest_id: manifest } = await call<{ manifest_id: string }>(
    fixtures.user,
    'parse-ingested-file',
    form,
  ));
  ({ batchId: batch } = await call<{ batchId: string }>(
    fixtures.user,
    'generate-synthetic-from-ingestion',
    { manifest_id: manifest, count: 50, seed: 1 },
  ));
  await call(fixtures.user, 'generate-full', { count: 50, seed: 1 });
  const planted = await injectAnalysis(fixtures.service, {
    tenantId: fixtures.orgId,
    name: 'Planted',
  });
  exceptions = planted.batchId;
  run = planted.runId;
});

/** Waits until nothing on the page is on its way any more. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect
    .poll(() => page.locator('.skeleton:visible').count(), { interval: 50, timeout: 15_000 })
    .toBe(0);
}

async function look(page: Page, what: string, colours = false): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = colours
    ? { type: 'rule', values: ['color-contrast'] }
    : { type: 'tag', values: RULES };
  // Only violations in full: to list what passes takes longer than to find it.
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] };
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})`,
  )) as axe.AxeResults;
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${what}: ${violation.id} at ${node.target.join(' ')}`),
  );
}

/** A second theme changes colours and nothing else: the rest was looked at in the first. */
const EVERY_LOOK = [
  { width: 1440, theme: 'light', colours: false },
  { width: 1440, theme: 'dark', colours: true },
  { width: 390, theme: 'dark', colours: false },
  { width: 390, theme: 'light', colours: true },
] as const;
/** Each theme and each width once; in the long run each theme at each width. */
const LOOKS = EVERY_LOOK.filter(({ colours }) => !colours || process.env.TEST_LONG !== undefined);

/** The page as it stands. */
async function violations(
  page: Page,
  what: string,
  looks: readonly (typeof EVERY_LOOK)[number][] = LOOKS,
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, theme, colours } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // Without motion nothing fades, and there is nothing to wait for.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const root = theme === 'dark' ? 'html.dark' : 'html:not(.dark)';
    await page.locator(root).waitFor({ state: 'attached' });
    await settle(page);
    found.push(...(await look(page, `${what} ${theme} ${width}`, colours)));
  }
  return found;
}

async function visited(page: Page, paths: readonly string[], looks = LOOKS.slice()) {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    found.push(...(await violations(page, path, looks)));
  }
  return found;
}

/** The same by two pages at once, which share the paths: axe keeps a processor busy. */
async function visitedByTwo(
  account: typeof ADMIN,
  paths: readonly string[],
  looks = LOOKS.slice(),
) {
  const halves = [0, 1].map((rest) => paths.filter((_, i) => i % 2 === rest));
  const found = await Promise.all(
    halves.map(async (half) => {
      const page = await fixtures.open();
      await returnToPage(page, account);
      const seen = await visited(page, half, looks);
      await page.context().close();
      return seen;
    }),
  );
  return found.flat();
}

test('axe sees what is planted', async () => {
  const page = await fixtures.open();
  await page.goto('/auth');
  await settle(page);
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="/favicon.svg"><p style="color:#aaa;background:#fff">pale</p><input>')`);
  const found = (await look(page, 'planted')).join();
  for (const rule of ['image-alt', 'color-contrast', 'label']) expect(found).toContain(rule);
  await page.context().close();
});

test('axe finds nothing on the pages before sign-in', async () => {
  const page = await fixtures.open();
  expect(await visited(page, [...pathsFor('public'), '/no/such/page'])).toEqual([]);
  await page.context().close();
});

test('axe finds nothing on the pages behind it, nor in their dialogs', async () => {
  const found = await visitedByTwo(ADMIN, pathsFor('session'));
  const dialogs = [
    `/ingestion?dataset=${manifest}`,
    `/reports?batch=${batch}`,
    `/governance?batch=${batch}`,
    `/ai-governance?run=${run}`,
    `/exceptions?batch=${exceptions}`,
  ];
  const twice = LOOKS.filter(({ colours }) => !colours);
  found.push(...(await visitedByTwo(ADMIN, dialogs, twice)));
  expect(found).toEqual([]);
});

test('axe finds nothing in the dashboard’s modes, in open menus and on Users', async () => {
  const page = await fixtures.open();
  await returnToPage(page, ADMIN);
  const found: string[] = [];
  for (const mode of ['Real Data', 'Blend']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: mode, exact: true }).click();
    await page.getByText(`Switched to ${mode} mode`).waitFor();
    found.push(...(await violations(page, mode)));
  }
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.waitForTimeout(200);
  found.push(...(await look(page, 'navigation sheet')));
  await page.getByRole('button', { name: /^Activity/ }).click();
  await page.waitForTimeout(200);
  found.push(...(await look(page, 'activity')));
  await page.context().close();
  const root = await fixtures.open();
  await returnToPage(root, SUPERADMIN);
  found.push(...(await visited(root, pathsFor('superadmin'))));
  expect(found).toEqual([]);
  await root.context().close();
});
