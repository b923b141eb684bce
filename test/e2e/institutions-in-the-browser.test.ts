import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, USER } from '../support/auth-fixtures.ts';
import { type Browsing, startBrowsing } from '../support/browsing.ts';
import { bytesOf, figuresOf, returnToPage, seeNotice } from '../support/visit.ts';

let fixtures: Browsing;
let clicks = 0;

beforeAll(async () => {
  fixtures = await startBrowsing();
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

test.each([
  [
    'insurer',
    'Total Claims',
    'Claims',
    /Simulated claims/,
    /accident|median|cover|passenger|witness/,
  ],
  [
    'credit_union',
    'Total Members',
    'Members',
    /Simulated members/,
    /loan|Card|withdrawal|Withdrew/,
  ],
])(
  '%s: batch, look, analyze, report, download and decide',
  async (kind, total, tab, title, reason) => {
    await become(kind);
    clicks = 0;
    const page = await fixtures.open();
    await returnToPage(page, USER);
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
    await press(page, 'button', /^Analyze Synthetic/);
    await seeNotice(page, 'Analysis complete');
    await shot(page, `${kind}-dashboard`);
    await press(page, 'link', 'Data Explorer');
    await press(page, 'tab', tab);
    await page.getByRole('cell').first().waitFor();
    await shot(page, `${kind}-explorer`);
    await press(page, 'link', /rows in this batch/);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Balances, sums, keys and references hold in every row.').waitFor();
    await shot(page, `${kind}-batch`);
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await press(page, 'button', 'Download all tables');
    expect((await bytesOf(download)).subarray(0, 2).toString()).toBe('PK');
    const approver = await fixtures.open();
    const { data: pending } = await fixtures.admin
      .from('exception_batches')
      .select('id')
      .order('created_at', { ascending: false })
      .throwOnError();
    await returnToPage(approver, ADMIN, `/exceptions?batch=${pending[0]!.id}`);
    await approver.getByText(reason).first().waitFor();
    await shot(approver, `${kind}-review`);
    await press(approver, 'button', /^Reject/);
    await expect
      .poll(async () => {
        const { data } = await fixtures.service
          .from('exception_decisions')
          .select('decision')
          .throwOnError();
        return data.map(({ decision }) => decision).filter((made) => made === 'rejected').length;
      })
      .toBeGreaterThan(0);
    process.stdout.write(`${kind}: ${clicks} clicks\n`);
  },
  180_000,
);
