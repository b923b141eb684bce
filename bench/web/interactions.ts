import type { Page } from 'playwright-core';

/** Event Timing entries of at least 16 ms (API minimum); the longest per interaction counts. */
const WATCH = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration, name, target } of list.getEntries())
      if (id && duration >= (window.interactions.get(id)?.duration ?? 0))
        window.interactions.set(id, { duration, what: name + ' ' + (target?.textContent ?? '').slice(0, 30) });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

export type Interaction = { duration: number; what: string };

/** Performs a visitor's actions; returns the slowest interaction to next paint (INP). */
export async function slowestInteraction(
  page: Page,
  visit: { path: string; steps: (page: Page) => Promise<void> },
): Promise<Interaction> {
  await page.goto(visit.path);
  await page.waitForLoadState('networkidle');
  await page.evaluate(WATCH);
  await visit.steps(page);
  await page.waitForTimeout(500);
  const interactions = (await page.evaluate('[...window.interactions.values()]')) as Interaction[];
  return interactions.reduce((worst, next) => (next.duration > worst.duration ? next : worst), {
    duration: 0,
    what: 'nothing over 16 ms',
  });
}

const PAUSE = 150;

/** Works through the queue by keyboard and mouse: two decisions, another sort order. */
export async function review(page: Page): Promise<void> {
  const press = async (key: string, times: number) => {
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE);
    }
  };
  await press('j', 8);
  await press('a', 2);
  await press('k', 4);
  await page.getByLabel('Note on this case').fill('Known to the branch');
  await page.getByLabel('Order').first().selectOption({ index: 1 });
  await page.waitForTimeout(PAUSE);
  await page.getByRole('button', { name: 'Decide several' }).click();
  await page.waitForTimeout(PAUSE);
  await page.keyboard.press('Escape');
}

/** Visits every tab, toggles the heat map, moves over its cells, shows a chart as a table. */
export async function batchPage(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Batch' });
  for (const name of ['Data', 'Lineage', 'Approval', 'Report']) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await page.waitForLoadState('networkidle');
  }
  await page.getByText('Difference', { exact: true }).first().click();
  await page.waitForTimeout(PAUSE);
  await page.getByRole('button', { name: 'View as table' }).first().click();
  await page.waitForTimeout(PAUSE);
  await tabs.getByRole('link', { name: 'Overview' }).click();
}
