import { chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS } from './browser.ts';

/** One browser for all files of a run: each connects to it, and closes only its own pages. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(CHROMIUM_OPTIONS);
  process.env.TEST_BROWSER = server.wsEndpoint();
  return () => server.close();
}
