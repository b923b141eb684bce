import type { Browser, Page } from 'playwright-core';
import { type AuthFixtures, startAuthFixtures } from './auth-fixtures.ts';
import { openBrowser, openPage } from './browser.ts';

export type Browsing = AuthFixtures & {
  browser: Browser;
  /** Opens a blank page in its own context. */
  open: (options?: { width?: number; dark?: boolean }) => Promise<Page>;
  close: () => Promise<void>;
};

export async function startBrowsing(env: Record<string, string> = {}): Promise<Browsing> {
  const [fixtures, browser] = await Promise.all([startAuthFixtures(env), openBrowser()]);
  return {
    ...fixtures,
    browser,
    open: (options = {}) => openPage(browser, { ...options, url: fixtures.sandbox.url }),
    close: async () => {
      await browser.close();
      await fixtures.sandbox.stop();
    },
  };
}
