import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, USER } from '../support/auth-fixtures.ts';
import { type Browsing, startBrowsing } from '../support/browsing.ts';
import { longTest } from '../support/long-test.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { bytesOf, figuresOf, returnToPage, rowsOf, seeNotice } from '../support/visit.ts';

let fixtures: Browsing;
let clicks = 0;

beforeAll(async () => {
  fixtures = await startBrowsing();
  // Rules are scored against the ground truth, which administrators grant once.
  await fixtures.admin
    .rpc('set_truth_reader', { p_user_id: fixtures.userId, p_may_read: true })
    .throwOnError();
}, 120_000);
afterAll(() => fixtures?.close());

const become = async (kind: string) =>
  fixtures.superadmin
    .from('organizations')
    .update({ kind })
    .eq('id', fixtures.orgId)
    .throwOnError();

async function press(page: Page, role: 'button' | 'link' | 'tab', name: string | RegExp) {
  clicks++;
  await page.getByRole(role, { name }).first().click();
}

const SHOTS = process.env.SHOTS;
async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** Ids of the newest book's fraud by scheme, read as its owner. */
async function schemesOf(id: 'claim_id' | 'member_id'): Promise<Map<string, Set<string>>> {
  const { data } = await fixtures.service
    .from('generation_logs')
    .select('csv_url')
    .eq('manifest->request->>table', 'ground_truth')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  const [bucket, ...path] = data.csv_url!.split('/');
  const file = await fixtures.service.storage.from(bucket!).download(path.join('/'));
  const [heads, ...rows] = (await file.data!.text())
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [scheme, fraud, subject] = ['scheme_id', 'fraud', id].map((name) => heads!.indexOf(name));
  const schemes = new Map<string, Set<string>>();
  for (const row of rows) {
    if (row[fraud!] !== 'true' || row[subject!] === '') continue;
    const ids = schemes.get(row[scheme!]!) ?? new Set();
    schemes.set(row[scheme!]!, ids.add(row[subject!]!));
  }
  return schemes;
}

/** Generates a batch of the organization's kind and sees its rows in the explorer. */
async function generate(page: Page, { total, tab }: { total: string; tab: string }): Promise<void> {
  // A fixed seed, so that the first case belongs to a ring.
  await page.getByText('Advanced settings').click();
  await page.getByLabel('Seed').fill('8');
  await press(page, 'button', 'Run Full Batch');
  await page
    .getByText('Full batch generated')
    .or(page.getByText('Generation started'))
    .first()
    .waitFor({ timeout: 60_000 });
  await expect
    .poll(async () => Number((await figuresOf(page, 'Totals'))[total]?.replaceAll(',', '')), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  // The batch of the ground truth is not counted for those who may not read it.
  const { data, count } = await fixtures.user
    .from('generation_logs')
    .select('batch_id', { count: 'exact' })
    .throwOnError();
  expect(count).toBe(data!.length);
  await press(page, 'link', 'Data Explorer');
  await press(page, 'tab', tab);
  await page.getByRole('cell').first().waitFor();
}

/** Scores the ids of all frauds as the alerts of a perfect system. */
async function scoreRules(page: Page, ids: readonly string[]): Promise<void> {
  await press(page, 'link', /^Report$/);
  await page.getByPlaceholder('Rule set 12').fill('Perfect rules');
  await page.getByLabel('Alerts (CSV)').setInputFiles({
    name: 'alerts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['id', ...ids].join('\n')),
  });
  const answer = page.waitForResponse(/score-alerts$/, { timeout: 60_000 });
  await press(page, 'button', 'Score alerts');
  const { scores } = (await (await answer).json()) as { scores: unknown };
  expect(scores).toMatchObject({ precision: { value: 1 }, recall: { value: 1 } });
  await seeNotice(page, 'Alerts scored');
}

/** Confirms each listed case of the ring that the first case belongs to, then decides the batch. */
async function decideRing(page: Page, schemes: ReadonlyMap<string, ReadonlySet<string>>) {
  const review = page.getByRole('dialog').first();
  const cases = review.getByRole('navigation', { name: 'Cases' }).getByRole('listitem');
  const idOf = async () =>
    /[KM][A-Z0-9]{8}\d{8,}/.exec((await review.getByRole('article').textContent()) ?? '')?.[0] ??
    '';
  let ring: ReadonlySet<string> | undefined;
  let confirmed = 0;
  for (const entry of await cases.all()) {
    await entry.click();
    const id = await idOf();
    ring ??= [...schemes.values()].find((ids) => ids.has(id));
    if (!ring?.has(id)) continue;
    clicks += 2;
    await review.getByRole('button', { name: 'Reject (confirmed)' }).click();
    confirmed++;
    await review.getByText(`${confirmed} of `).first().waitFor();
  }
  const left = (await cases.count()) - confirmed;
  await review.getByLabel('Notes').fill('Ring referred to special investigations');
  await press(page, 'button', 'Reject batch');
  if (left > 0) {
    clicks++;
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject all' }).click();
  }
  await seeNotice(page, 'Batch rejected');
  await page.keyboard.press('Escape');
  return confirmed;
}

/** Approves the analysis on AI Governance once tests, evidence and approver hold. */
async function approve(page: Page): Promise<void> {
  await press(page, 'link', 'AI Governance');
  clicks++;
  await rowsOf(page, 'Audit trail').first().getByRole('button').first().click();
  const record = page.getByRole('dialog');
  await record.getByText('Before approval').waitFor();
  expect(await record.getByRole('button', { name: 'Approve for production' }).count()).toBe(0);
  clicks++;
  await record.getByLabel('Evidence for this record').setInputFiles({
    name: 'validation.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('Validation of the analysis'),
  });
  await record.getByText('1 document is linked and readable.').waitFor();
  await record.getByText('Another person ran it.').waitFor();
  await record.getByLabel('Intended use').fill('Review of claims and members');
  await record.getByLabel('Audience').fill('Special investigation unit');
  await press(page, 'button', 'Approve for production');
  await seeNotice(page, 'Approved for production');
}

const KINDS = [
  { kind: 'insurer', total: 'Total Claims', tab: 'Claims', title: 'Simulated claims' },
  { kind: 'credit_union', total: 'Total Members', tab: 'Members', title: 'Simulated members' },
] as const;

test('insurer: a full batch is in the explorer', async () => {
  await become('insurer');
  const page = await fixtures.open();
  await returnToPage(page, USER);
  await generate(page, KINDS[0]);
});

for (const { kind, title, ...where } of KINDS) {
  longTest(
    `${kind}: batch, look, analyze, report, score rules, download, decide and approve`,
    async () => {
      await become(kind);
      clicks = 0;
      const page = await fixtures.open();
      await returnToPage(page, USER);
      await generate(page, where);
      await shot(page, `${kind}-explorer`);
      await press(page, 'link', 'Dashboard');
      await press(page, 'button', /^Analyze Synthetic/);
      await seeNotice(page, 'Analysis complete');
      await shot(page, `${kind}-dashboard`);
      await press(page, 'link', 'Data Explorer');
      await press(page, 'tab', where.tab);
      await press(page, 'link', /rows in this batch/);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByText('Balances, sums, keys and references hold in every row.').waitFor();
      await shot(page, `${kind}-batch`);
      const schemes = await schemesOf(kind === 'insurer' ? 'claim_id' : 'member_id');
      await scoreRules(page, [...new Set([...schemes.values()].flatMap((ids) => [...ids]))]);
      const download = page.waitForEvent('download', { timeout: 60_000 });
      await press(page, 'button', 'Download all tables');
      expect((await bytesOf(download)).subarray(0, 2).toString()).toBe('PK');
      const makers = clicks;
      const approver = await fixtures.open();
      await returnToPage(approver, ADMIN);
      await press(approver, 'link', 'Exceptions');
      clicks++;
      await rowsOf(approver, 'Exception batches')
        .first()
        .getByRole('button', { name: /^Review/ })
        .click();
      await approver.getByText('Why it stands out').waitFor();
      await shot(approver, `${kind}-review`);
      const confirmed = await decideRing(approver, schemes);
      if (kind === 'insurer') expect(confirmed).toBeGreaterThan(1);
      await approve(approver);
      const counts = `${clicks} clicks: maker ${makers}, checker ${clicks - makers}`;
      process.stdout.write(`${kind}: ${counts}; ${confirmed} cases of one scheme confirmed\n`);
    },
    180_000,
  );
}
