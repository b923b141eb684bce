import type { Browser, Page } from 'playwright-core';

export const SLOWED = 4;

/** Opens a page in a fresh context with an empty cache and the slower processor. */
export async function openSlowPage(
  browser: Browser,
  options: { url: string; state: string | undefined },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: 1440, height: 900 },
    ...(options.state === undefined ? {} : { storageState: options.state }),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}
