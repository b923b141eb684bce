import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Guard, pagesFor } from '../../src/shared/pages.ts';
import { ADMIN } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { injectAnalysis } from '../support/inject-analysis.ts';
import { longTest } from '../support/long-test.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { call, SUPERADMIN } from '../support/users.ts';
import { returnToPage } from '../support/visit.ts';
import { createDialogRecords } from './dialog-records.ts';
import { dialogCases } from './dialogs.ts';
import { smallTargets, withTouchScreen } from './touch-targets.ts';

/** Every page with data, in both themes and widths, under axe's rules for WCAG 2.2 AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const pathsFor = (guard: Guard) => pagesFor(guard).map(({ path }) => path);
const IS_LONG = process.env.TEST_LONG !== undefined;
const fixtures = startBeforeTests(() => startBrowsing({ WEBHOOK_HOSTS: 'localhost' }));
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
  if (IS_LONG) await createDialogRecords(fixtures, manifest);
}, 120_000);

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect
    .poll(() => page.locator('.skeleton:visible, [aria-label=Loading]:empty').count(), {
      interval: 50,
      timeout: 15_000,
    })
    .toBe(0);
}

async function complaints(page: Page, what: string, colours = false): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = colours
    ? { type: 'rule', values: ['color-contrast'] }
    : { type: 'tag', values: RULES };
  // Report only violations in full; listing passes takes longer than finding them.
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] };
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})`,
  )) as axe.AxeResults;
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${what}: ${violation.id} at ${node.target.join(' ')}`),
  );
}

/** A second theme changes only colors, so only these are checked again. */
const EVERY_LOOK = [
  { width: 1440, theme: 'light', colours: false },
  { width: 1440, theme: 'dark', colours: true },
  { width: 390, theme: 'dark', colours: false },
  { width: 390, theme: 'light', colours: true },
] as const;
/** Each theme and width once; long runs combine them. */
const LOOKS = EVERY_LOOK.filter(({ colours }) => !colours || IS_LONG);

async function violations(
  page: Page,
  what: string,
  looks: readonly (typeof EVERY_LOOK)[number][] = LOOKS,
): Promise<string[]> {
  const results: string[] = [];
  for (const { width, theme, colours } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // Without motion nothing fades, and there is nothing to wait for.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const root = theme === 'dark' ? 'html.dark' : 'html:not(.dark)';
    await page.locator(root).waitFor({ state: 'attached' });
    await settle(page);
    const look = async () => {
      results.push(...(await complaints(page, `${what} ${theme} ${width}`, colours)));
    };
    if (width > 390) await look();
    else
      await withTouchScreen(page, async () => {
        await look();
        if (colours) return;
        const small = await smallTargets(page);
        results.push(...small.map((words) => `${what} by touch: ${words}`));
      });
  }
  return results;
}

/** Finds elements cut off or covered at 200 % zoom: a window of 1440 pixels is 720 wide. */
const MISPLACED = `(() => {
  const found = [];
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) found.push('the page is ' + tooWide + ' px too wide');
  const clips = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflow);
  const holders = (element) => {
    const all = [];
    for (let at = element.parentElement; at; at = at.parentElement) if (clips(at)) all.push(at);
    return all;
  };
  const top = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body;
  for (const element of top.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3, label')) {
    const { left, right, top: y0, bottom: y1, width, height } = element.getBoundingClientRect();
    // What is for screen readers alone is clipped to nothing.
    const isHidden = getComputedStyle(element).clipPath !== 'none';
    if (isHidden || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40) || element.tagName;
    const scrolled = holders(element);
    if (scrolled.length === 0 && (left < -1 || right > innerWidth + 1)) found.push('cut: ' + name);
    const [x, y] = [left + width / 2, y0 + height / 2];
    const isShown = [document.documentElement, ...scrolled].every((holder) => {
      const box = holder === document.documentElement
        ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
        : holder.getBoundingClientRect();
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
    if (!isShown || !element.matches('a, button, input, select, textarea, summary')) continue;
    const hit = document.elementFromPoint(x, y);
    const isOwn = hit && (element.contains(hit) || hit.contains(element));
    if (!isOwn) found.push('covered: ' + name + ' by ' + (hit?.textContent ?? '').trim().slice(0, 40));
  }
  return found;
})()`;

const SHOTS = process.env.SHOTS;
/** Innermost dialog, menu or panel. */
const DIALOG = '[role=dialog], [role=alertdialog], [role=menu]';

async function violationsOfDialog(page: Page, name: string): Promise<string[]> {
  await page.locator(DIALOG).last().waitFor();
  await settle(page);
  const results = await violations(page, name);
  if (SHOTS !== undefined)
    for (const { width, theme } of EVERY_LOOK) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.waitForTimeout(150);
      await page.screenshot({
        path: `${SHOTS}/${name.replaceAll(' ', '-')}-${theme}-${width}.png`,
      });
    }
  return results;
}

async function misplacedAtTwice(page: Page, what: string): Promise<string[]> {
  await page.setViewportSize({ width: 720, height: 450 });
  await settle(page);
  const misplaced = (await page.evaluate(MISPLACED)) as string[];
  return misplaced.map((words) => `${what} at 200 %: ${words}`);
}

async function visited(page: Page, paths: readonly string[], looks = LOOKS.slice()) {
  const results: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    results.push(...(await violations(page, path, looks)), ...(await misplacedAtTwice(page, path)));
  }
  return results;
}

/** Splits the paths between two pages, since axe keeps a processor busy. */
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

test('axe sees what is planted, and so do the looks at 200 % and at targets', async () => {
  const page = await fixtures.open();
  await page.goto('/auth');
  await settle(page);
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="/favicon.svg"><p style="color:#aaa;background:#fff">pale</p><input>')`);
  const found = (await complaints(page, 'planted')).join();
  for (const rule of ['image-alt', 'color-contrast', 'label']) expect(found).toContain(rule);
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<button style="position:absolute;left:700px;top:0;width:90px">Cut</button>' +
    '<button style="position:fixed;left:0;top:0">Under</button><div style="position:fixed;inset:0 auto auto 0;width:90px;height:50px">Over</div>')`);
  const misplaced = (await misplacedAtTwice(page, 'planted')).join();
  expect(misplaced).toContain('cut: Cut');
  expect(misplaced).toContain('covered: Under by Over');
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<div style="margin:90px"><a href="#" style="display:block;width:60px;height:30px;margin-bottom:60px">Low</a>' +
    '<p>See <a href="#">the terms</a> here.</p></div>')`);
  const small = (await withTouchScreen(page, () => smallTargets(page))).join();
  expect(small).toContain('Low (a): 60 x 30');
  expect(small).not.toContain('terms');
  await page.context().close();
});

longTest('axe finds nothing on the pages before sign-in', async () => {
  const page = await fixtures.open();
  expect(await visited(page, [...pathsFor('public'), '/no/such/page'])).toEqual([]);
  await page.context().close();
});

longTest('axe finds nothing on the pages behind it, nor in their dialogs', async () => {
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
  const results: string[] = [];
  for (const mode of ['Real Data', 'Blend']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: mode, exact: true }).click();
    await page.getByText(`Switched to ${mode} mode`).waitFor();
    results.push(...(await violations(page, mode)));
  }
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.waitForTimeout(200);
  results.push(...(await complaints(page, 'navigation sheet')));
  await page.getByRole('button', { name: /^Activity/ }).click();
  // So low that the panel scrolls, which has to work by keyboard.
  await page.setViewportSize({ width: 390, height: 320 });
  await page.waitForTimeout(200);
  const panel = page.getByRole('dialog', { name: 'Activity' });
  const shown = 'document.querySelector("[role=dialog][aria-label=Activity]")';
  expect(await page.evaluate(`${shown}.scrollHeight > ${shown}.clientHeight`)).toBe(true);
  await panel.press('End');
  await expect.poll(() => page.evaluate(`${shown}.scrollTop`)).toBeGreaterThan(0);
  results.push(...(await complaints(page, 'activity')));
  await page.context().close();
  const root = await fixtures.open();
  await returnToPage(root, SUPERADMIN);
  results.push(...(await visited(root, pathsFor('superadmin'))));
  expect(results).toEqual([]);
  await root.context().close();
});

longTest(
  'axe finds nothing in any dialog',
  async () => {
    const cases = dialogCases({ manifest, batch, exceptions, run });
    const results = await Promise.all(
      (['admin', 'superadmin'] as const).map(async (by) => {
        const page = await fixtures.open();
        await returnToPage(page, by === 'admin' ? ADMIN : SUPERADMIN);
        const found: string[] = [];
        for (const { name, path, open } of cases.filter(
          (dialog) => dialog.by === by && (IS_LONG || dialog.isShort),
        )) {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(path);
          try {
            await open(page);
            found.push(...(await violationsOfDialog(page, name)));
          } catch (error) {
            found.push(`${name} did not open: ${String(error)}`);
          }
        }
        await page.context().close();
        return found;
      }),
    );
    expect(results.flat()).toEqual([]);
  },
  600_000,
);
