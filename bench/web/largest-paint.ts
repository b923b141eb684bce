import type { Page } from 'playwright-core';

/** Last candidate, one second after the page has no more requests. */
const LARGEST = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    resolve({ at: last.startTime, what: (last.element?.textContent ?? last.url ?? '').slice(0, 40) });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Returns milliseconds until the largest contentful paint, and its element. */
export async function largestPaint(
  page: Page,
  path: string,
): Promise<{ at: number; what: string }> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  return (await page.evaluate(LARGEST)) as { at: number; what: string };
}
