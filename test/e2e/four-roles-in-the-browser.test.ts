import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, USER } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { injectAnalysis } from '../support/inject-analysis.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { SUPERADMIN } from '../support/users.ts';
import { bytesOf, chooseFile, returnToPage, seeNotice } from '../support/visit.ts';

/**
 * The jobs of four roles from sign-in to end: presses, seconds and dead ends are printed. A dead end
 * is a step of an unfinished job that shows no enabled action towards its end. `SHOTS`
 * names a folder for screenshots of each step at two widths in both themes.
 */
const fixtures = startBeforeTests(startBrowsing);
const job = test.runIf(process.env.TEST_LONG);
const { SHOTS } = process.env;
const CASES = 500;
const MAX_GETS = 5;
const MEASURED = 300_000;
const LOOKS = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

/**
 * Actions of the page or its top dialog that lead to the end of the job: enabled, shown, and named
 * in the step. A step without one is a dead end, although navigation, Close and Cancel remain.
 */
const ACTIONS = `(() => {
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.querySelector('main');
  return [...top.querySelectorAll('a[href], button:enabled, select:enabled, input:enabled')]
    .filter((element) => element.checkVisibility() || element.type === 'file')
    .map((element) => (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').replace(/\\s+/g, ' ').trim());
})()`;

type Walk = Awaited<ReturnType<typeof startWalk>>;

async function startWalk(role: string, account: typeof ADMIN, path?: string) {
  const page = await fixtures.open();
  page.setDefaultTimeout(60_000);
  const started = performance.now();
  const seen = { presses: 0, steps: 0, deadEnds: [] as string[] };
  await returnToPage(page, account, path);
  /** Checks the step's next action, or null at the end of the job, and takes its pictures. */
  const step = async (name: string, next: RegExp | null) => {
    seen.steps++;
    const actions = (await page.evaluate(ACTIONS)) as string[];
    if (next !== null && !actions.some((action) => next.test(action))) seen.deadEnds.push(name);
    if (SHOTS === undefined) return;
    for (const { width, theme } of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.waitForTimeout(200);
      const file = `${role}-${seen.steps}-${name}`.replaceAll(' ', '-');
      await page.screenshot({ path: `${SHOTS}/${file}-${theme}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  return {
    page,
    step,
    press: async (target: Locator) => {
      seen.presses++;
      await target.first().click();
    },
    end: async () => {
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(`${role}: ${JSON.stringify({ ...seen, seconds })}\n`);
      await page.context().close();
      expect(seen.deadEnds).toEqual([]);
    },
  };
}

/** Counts shown controls and cells of heat maps on paper. */
async function printed(page: Page): Promise<{ controls: number; cells: number }> {
  await page.emulateMedia({ media: 'print' });
  const shown = await page.evaluate(`(() => {
    const count = (selector) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    return { controls: count('button:not([data-cell]), select, nav, [type=radio]'), cells: count('[data-cell]') };
  })()`);
  await page.emulateMedia({ media: 'screen' });
  return shown as { controls: number; cells: number };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Loans whose maturity can be read in two ways: all are due on the third of a month. */
function loans(rows: number): string {
  const [header, ...lines] = sampleTransactions(rows).trim().split('\n');
  const named = header!.replace('transaction_id', 'loan').replace('transaction_date', 'paid_on');
  const due = lines.map((line, i) => `${line},03/0${1 + (i % 9)}/2031`);
  return `${named},maturity\n${due.join('\n')}\n`;
}

async function generate({ page, press, step }: Walk): Promise<void> {
  await press(button(page, 'Generate Synthetic Data'));
  const dialog = page.getByRole('dialog');
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Generate', exact: true }).isEnabled(), {
      timeout: MEASURED,
    })
    .toBe(true);
  await step('generate', /^Generate$/);
  await press(dialog.getByRole('button', { name: 'Generate', exact: true }));
  await page.waitForURL('**/reports?batch=*', { timeout: MEASURED });
  await page.getByRole('list', { name: 'Findings' }).waitFor({ timeout: MEASURED });
}

job(
  'a data engineer uploads, answers, generates, follows the next step and downloads',
  async () => {
    const walk = await startWalk('data engineer', USER);
    const { page, press, step } = walk;
    await press(page.getByRole('navigation').getByRole('link', { name: 'Ingestion' }));
    await chooseFile(page, 'loans.csv', loans(800));
    await page.getByText('One column needs a format').waitFor();
    await step('file', /^Map columns$/);
    await press(button(page, 'Map columns'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: 'Open questions' }).waitFor();
    await step('map', /^maturity$/);
    await dialog.getByLabel('maturity', { exact: true }).selectOption({ index: 1 });
    await press(dialog.getByRole('button', { name: 'Upload 800 rows' }));
    await dialog.waitFor({ state: 'hidden' });
    await generate(walk);
    await step('overview', /^Download CSV/);
    for (const tab of ['Data', 'Report', 'Lineage', 'Approval']) {
      await press(page.getByRole('navigation', { name: 'Batch' }).getByRole('link', { name: tab }));
      await page.waitForTimeout(1500);
      await step(tab, /^Download CSV/);
      if (tab !== 'Report') continue;
      const { controls, cells } = await printed(page);
      expect(controls).toBe(0);
      expect(cells).toBeGreaterThan(0);
    }
    await page.getByRole('navigation', { name: 'Batch' }).getByText('Lineage').click();
    await page.getByRole('heading', { name: 'loans.csv' }).first().waitFor();
    const download = page.waitForEvent('download');
    await press(button(page, /^Download CSV/));
    expect((await download).suggestedFilename()).toMatch(/^SYNTHETIC-loans-/);
    expect((await bytesOf(download)).toString().split('\n').length).toBeGreaterThan(100);
    await walk.end();
  },
  2 * MEASURED,
);

job(
  'a data engineer follows the next step of linked tables',
  async () => {
    const walk = await startWalk('linked tables', USER, '/ingestion');
    const { page, press, step } = walk;
    const clients = `client_id,city\n${Array.from({ length: 60 }, (_, i) => `C${i},${['Ulm', 'Trier', 'Jena'][i % 3]}\n`).join('')}`;
    const claims = `claim_id,client_id,paid\n${Array.from({ length: 240 }, (_, i) => `K${i},C${i % 60},${(i * 7919) % 997}\n`).join('')}`;
    await page.getByLabel('Data file').setInputFiles(
      [
        ['clients.csv', clients],
        ['claims.csv', claims],
      ].map(([name, text]) => ({
        name: name!,
        mimeType: 'text/csv',
        buffer: Buffer.from(text!),
      })),
    );
    await press(button(page, 'Upload as linked tables'));
    const dialog = page.getByRole('dialog', { name: 'Linked tables' });
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Generate', exact: true }).isEnabled(), {
        timeout: MEASURED,
      })
      .toBe(true);
    await step('generate', /^Generate$/);
    await press(dialog.getByRole('button', { name: 'Generate', exact: true }));
    await page.waitForURL('**/reports?batch=*', { timeout: MEASURED });
    const box = page.getByRole('region', { name: 'What to do' });
    await box.waitFor({ timeout: MEASURED });
    await step('overview', /^(Use|Generate|Make|Leave|Choose)/);
    const first = page.url();
    await press(box.getByRole('button'));
    await page.waitForURL((url) => url.href !== first, { timeout: MEASURED });
    await page.getByRole('list', { name: 'Findings' }).waitFor({ timeout: MEASURED });
    await step('next batch', null);
    await walk.end();
  },
  2 * MEASURED,
);

async function secondsUntil(page: Page, text: string, act: () => Promise<unknown>) {
  const gets: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => {
    if (request.method() === 'GET') gets.push(request.url());
  };
  const shown = page.getByRole('dialog').getByText(text).first();
  page.on('request', note);
  await act();
  const started = performance.now();
  await shown.waitFor();
  const milliseconds = Math.round(performance.now() - started);
  // Events of the change arrive after it is shown.
  await page.waitForTimeout(4000);
  page.off('request', note);
  return { milliseconds, gets: gets.length };
}

job(
  `a reviewer decides ${CASES} cases, undoes it and decides the batch`,
  async () => {
    await injectAnalysis(fixtures.service, {
      tenantId: fixtures.orgId,
      name: 'Card payments',
      cases: CASES,
    });
    const walk = await startWalk('reviewer', ADMIN);
    const { page, press, step } = walk;
    await page.getByText('needs a decision').waitFor();
    await step('dashboard', /^Review$/);
    await press(page.getByRole('main').getByRole('link', { name: 'Review', exact: true }));
    await step('exceptions', /^Review/);
    await press(button(page, /^Review/));
    const review = page.getByRole('dialog');
    await review.getByText(`0 of ${CASES} reviewed`).waitFor();
    await step('review', /^Decide several$/);
    await page.keyboard.press('a');
    await review.getByText(`1 of ${CASES} reviewed`).waitFor();
    await press(review.getByRole('button', { name: 'Decide several' }));
    const several = page.getByRole('dialog', { name: 'Decide several cases' });
    await several.getByLabel('Reason for all of them').selectOption('known_behaviour');
    await step('decide several', /^Approve \d+$/);
    const approve = several.getByRole('button', { name: /^Approve \d+$/ });
    const count = Number(/\d+/.exec((await approve.textContent()) ?? '')?.[0]);
    const all = `${count + 1} of ${CASES} reviewed`;
    const bulk = await secondsUntil(page, all, () => press(approve));
    const undo = await secondsUntil(page, `1 of ${CASES} reviewed`, () => page.keyboard.press('z'));
    process.stdout.write(`bulk of ${count}: ${JSON.stringify({ bulk, undo })}\n`);
    expect(bulk.gets).toBeLessThanOrEqual(MAX_GETS);
    expect(undo.gets).toBeLessThanOrEqual(MAX_GETS);
    const stored = () =>
      fixtures.service
        .from('exception_decisions')
        .select('item')
        .then(({ data }) => data?.length);
    await expect.poll(stored).toBe(1);
    await press(review.getByRole('button', { name: 'Approve batch' }));
    await step('unreviewed cases', /^Approve all$/);
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }));
    await seeNotice(page, 'Batch approved');
    await step('decided', null);
    await walk.end();
  },
  MEASURED,
);

job(
  'an approver checks, adds evidence and approves a model',
  async () => {
    const walk = await startWalk('approver', ADMIN);
    const { page, press, step } = walk;
    await press(page.getByRole('navigation').getByRole('link', { name: 'AI Governance' }));
    await page.getByRole('heading', { level: 1, name: 'AI Governance' }).waitFor();
    await page.waitForTimeout(1000);
    await step('records', /^Synthesizer/);
    const own = page.getByRole('row').filter({ hasText: 'loans.csv' });
    await press(own.getByRole('button', { name: /^Synthesizer/ }));
    const record = page.getByRole('dialog');
    await record.getByText('Before approval').waitFor();
    await step('checks', /^Evidence for this record$/);
    await record
      .getByLabel('Evidence for this record')
      .first()
      .setInputFiles({
        name: 'validation.pdf',
        mimeType: 'application/pdf',
        buffer: await smallPdf('Validation'),
      });
    await record.getByLabel('Intended use').fill('Load tests of the payment service');
    await record.getByLabel('Audience').fill('Payments team');
    await step('form', /^Approve for production$/);
    await press(record.getByRole('button', { name: 'Approve for production' }));
    await seeNotice(page, 'Approved for production');
    await step('approved', null);
    await walk.end();
  },
  MEASURED,
);

job(
  'an auditor follows a batch to its proof and takes the evidence of a period',
  async () => {
    const walk = await startWalk('auditor', ADMIN, '/governance');
    const { page, press, step } = walk;
    await page.getByRole('cell').first().waitFor();
    await step('log', /^(View )?Manifest/);
    await press(button(page, /^(View )?Manifest/));
    await page.getByRole('dialog').waitFor();
    await step('manifest', /evidence pack|Download|Verify|proof/i);
    await page.keyboard.press('Escape');
    await press(button(page, /Evidence pack/));
    const download = page.waitForEvent('download', { timeout: MEASURED });
    await step('evidence pack', /^Preparing|^Download$/);
    await press(page.getByRole('dialog').getByRole('button', { name: /Download|Create|Save/ }));
    expect((await bytesOf(download)).subarray(0, 2).toString()).toBe('PK');
    await walk.end();
    const root = await startWalk('superadmin', SUPERADMIN, '/users');
    await root.press(button(root.page, /^ada@/));
    await root.page.getByRole('dialog', { name: 'Security events' }).waitFor();
    await root.step('security events', null);
    await root.end();
  },
  MEASURED,
);
