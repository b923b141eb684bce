import { chromium } from 'playwright-core';
import { CHROMIUM_OPTIONS } from './browser.ts';

/** Starts one browser for all files of a run; each closes only its own pages. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(CHROMIUM_OPTIONS);
  process.env.TEST_BROWSER = server.wsEndpoint();
  return () => server.close();
}
