import type { Page } from 'playwright-core';

/** Side of a finger's target in pixels: WCAG 2.2, 2.5.5 (AAA). */
const SIDE = 44;

/**
 * Lists controls that a finger hits on less than 44 by 44 pixels around their center. The hit area
 * counts, which labels and padding enlarge. Exempt, as in WCAG 2.5.8, are links
 * within a sentence.
 */
const SMALL = `((side) => {
  const CONTROLS = 'a[href], button:enabled, input:enabled:not([type=file], [type=hidden]), select:enabled, textarea:enabled, summary, [role=tab], [role=menuitem], label:has(> input:is([type=checkbox], [type=radio]))';
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1) ?? document.body;
  const inSentence = (element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    return element.parentElement.textContent.trim().length > element.textContent.trim().length;
  };
  const isHit = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return null;
    return element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit));
  };
  const reach = (element, x, y, dx, dy) => {
    let length = 0;
    while (length < side && isHit(element, x + dx * (length + 1), y + dy * (length + 1))) length++;
    return length;
  };
  const found = [];
  for (const element of top.querySelectorAll(CONTROLS)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || inSentence(element)) continue;
    if (getComputedStyle(element).clipPath !== 'none' || element.closest('[inert], [aria-hidden=true]')) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // A link over two lines has a box for each.
    const box = [...element.getClientRects()].sort((a, b) => b.width - a.width)[0];
    if (!box) continue;
    if (box.width < 2 || box.height < 2) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const far = side / 2 - 0.5;
    const isLarge = [[far, 0], [-far, 0], [0, far], [0, -far]].every(([dx, dy]) => isHit(element, x + dx, y + dy));
    if (isLarge) continue;
    const width = 1 + reach(element, x, y, 1, 0) + reach(element, x, y, -1, 0);
    const height = 1 + reach(element, x, y, 0, 1) + reach(element, x, y, 0, -1);
    if (width >= side && height >= side) continue;
    const name = (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 40);
    found.push(name + ' (' + element.tagName.toLowerCase() + (element.type ? ' ' + element.type : '') + '): ' + width + ' x ' + height);
  }
  scrollTo(0, 0);
  return found;
})(${SIDE})`;

/** Runs the work on a page of a touch screen, which has no mouse. */
export async function withTouchScreen<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<Result> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    return await work();
  } finally {
    await devtools.detach();
  }
}

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(SMALL);
