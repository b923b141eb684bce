/**
 * Makes the pictures of docs/gallery: starts a sandbox of its own, fills it as a first user would, and takes
 * each page at two widths and in both themes. Run: node scripts/gallery.ts
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from '../test/support/browser.ts';
import { call, makeUser, setUpSuperadmin } from '../test/support/people.ts';
import { sampleTransactions } from '../test/support/sample-transactions.ts';
import { root, type Sandbox, startSandbox } from '../test/support/sandbox.ts';

const folder = join(root, 'docs', 'gallery');
const ada = { email: 'ada@harbor.example', password: 'a good password' };
const PUBLIC = [
  ['landing', '/'],
  ['sign-in', '/auth'],
] as const;
const SIGNED_IN = [
  ['dashboard', '/dashboard'],
  ['ingestion', '/ingestion'],
  ['explorer', '/explorer?tab=transactions'],
  ['governance', '/governance'],
  ['settings', '/settings'],
] as const;

async function fill(sandbox: Sandbox): Promise<void> {
  const superadmin = await setUpSuperadmin(sandbox);
  const { client } = await makeUser(sandbox, superadmin, {
    ...ada,
    organization: 'Harbor Credit Union',
    role: 'admin',
  });
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(2000)]), 'movements-2026.csv');
  const { manifest_id } = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  await call(client, 'generate-full', { count: 500, seed: 7 });
  await call(client, 'generate-synthetic-from-ingestion', { manifest_id, count: 1000, seed: 7 });
}

async function take(
  browser: Browser,
  sandbox: Sandbox,
  width: number,
  dark: boolean,
): Promise<void> {
  const suffix = `${width === 390 ? '-narrow' : ''}${dark ? '-dark' : ''}`;
  const page = await openPage(browser, { url: sandbox.url, width, dark });
  const shoot = async (name: string, path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
  };
  for (const [name, path] of PUBLIC) await shoot(name, path);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByLabel("Don't show this again").check();
  await page.getByRole('button', { name: 'Skip' }).click();
  for (const [name, path] of SIGNED_IN) await shoot(name, path);
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const sandbox = await startSandbox();
try {
  await fill(sandbox);
  const browser = await openBrowser();
  for (const width of [1440, 390])
    for (const dark of [false, true]) await take(browser, sandbox, width, dark);
  await browser.close();
} finally {
  await sandbox.stop();
}
