import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Signs in on the page; the tour stays open. */
export async function enter(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

/** Signs in on the page and ends the tour. */
export async function signInOn(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  await enter(page, account);
  await page.getByLabel("Don't show this again").check();
  await page.getByRole('button', { name: 'Skip' }).click();
}

const sessions = new Map<string, Promise<[key: string, value: string]>>();

/** Requests the session that the page's client would store, once per user and sandbox. */
function keptSession(url: string, account: { email: string; password: string }) {
  const name = `${url} ${account.email} ${account.password}`;
  const existing = sessions.get(name);
  if (existing) return existing;
  const request = (async (): Promise<[string, string]> => {
    const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
      publishableKey: string;
    };
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const client = createClient(url, publishableKey, {
      auth: { storage, autoRefreshToken: false, detectSessionInUrl: false },
    });
    const { error } = await client.auth.signInWithPassword(account);
    if (error) throw error;
    const [entry] = items;
    return entry!;
  })();
  sessions.set(name, request);
  return request;
}

/**
 * Opens the dashboard or another page with a stored session and the tour done. The session is
 * shared per user: a test that ends it must sign in on the page instead.
 */
export async function returnToPage(
  page: Page,
  account: { email: string; password: string },
  path = '/dashboard',
): Promise<void> {
  // Blank page of this origin, without requests.
  await page.route('**/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('/blank');
  await page.unroute('**/blank');
  const [key, value] = await keptSession(new URL(page.url()).origin, account);
  await page.evaluate(
    `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)});
     localStorage.setItem('onboarding_completed', 'true');`,
  );
  await page.goto(path);
}

export async function seeNotice(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.locator('[data-notice]').filter({ hasText: title });
  await (text === undefined ? toast : toast.filter({ hasText: text })).first().waitFor();
}

export async function headersOf(page: Page, label: string): Promise<string[]> {
  const cells = page.getByRole('region', { name: `${label}, table` }).locator('thead th');
  await expect.poll(() => cells.count()).toBeGreaterThan(0);
  return (await cells.allTextContents()).map((text) => text.trim());
}

export const rowsOf = (page: Page, label: string) =>
  page.getByRole('region', { name: `${label}, table` }).locator('tbody tr');

export async function figuresOf(page: Page, group: string): Promise<Record<string, string>> {
  const figures = page.locator(`dl[aria-label="${group}"] > div`);
  await expect.poll(() => figures.count()).toBeGreaterThan(0);
  await expect.poll(() => figures.filter({ hasText: 'Not loaded' }).count()).toBe(0);
  const found: Record<string, string> = {};
  for (const figure of await figures.all()) {
    const label = (await figure.locator('dt').first().textContent()) ?? '';
    found[label.trim()] = ((await figure.locator('dd').first().textContent()) ?? '').trim();
  }
  return found;
}

export const chooseFile = (page: Page, name: string, content: string | Uint8Array): Promise<void> =>
  page
    .getByLabel('Data file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as Uint8Array) });

/** Returns the bytes of a download, also for a remote browser. */
export async function bytesOf(download: Promise<Download>): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'download-'));
  try {
    const path = join(folder, 'file');
    await (await download).saveAs(path);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
