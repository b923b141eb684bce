import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExternalJob } from '../../src/shared/contracts/generation.ts';
import { ADMIN, USER } from '../support/auth-fixtures.ts';
import { type Browsing, startBrowsing } from '../support/browsing.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '../support/object-store.ts';
import { root } from '../support/sandbox.ts';
import { call } from '../support/users.ts';
import { returnToPage, seeNotice } from '../support/visit.ts';

describe.runIf(hasObjectStore)('a batch that the own cluster makes', () => {
  let store: ObjectStore;
  let fixtures: Browsing;
  let page: Page;
  const work = mkdtempSync(join(tmpdir(), 'cluster work '));

  beforeAll(async () => {
    store = await startObjectStore();
    fixtures = await startBrowsing({ ...store.env, STORAGE_URL: store.url('sandbox') });
    page = await fixtures.open();
  });
  afterAll(async () => {
    await fixtures?.close();
    await store?.close();
    rmSync(work, { recursive: true, force: true });
  });

  const runOn = (of: Page) => of.getByLabel('Run on');
  const fillRows = async (of: Page, rows: string) => {
    await of.getByText('Advanced settings').click();
    await of.getByLabel('Rows').fill(rows);
  };

  test('it is offered to administrators for batches in shards', async () => {
    const other = await fixtures.open();
    await returnToPage(other, USER);
    await fillRows(other, '10000001');
    await other.getByText('Your own cluster: administrators only').waitFor();
    expect(await runOn(other).getByRole('option', { name: 'Your own cluster' }).isDisabled()).toBe(
      true,
    );
    await other.context().close();
    await returnToPage(page, ADMIN);
    await fillRows(page, '10000');
    expect(await runOn(page).count()).toBe(0);
    await page.getByLabel('Rows').fill('10000001');
    await runOn(page).selectOption({ label: 'Your own cluster' });
    await page.getByRole('button', { name: 'Generate Transactions' }).click();
    await seeNotice(page, 'Generation started');
    await page
      .getByRole('link', { name: /transactions/i })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Start this job on your cluster' }).waitFor();
    await page.getByText('Missing shards: 0-12').waitFor({ timeout: 30_000 });
    await page.getByRole('region', { name: 'line for Slurm' }).getByText('--array=0-0').waitFor();
    const job = await page.getByRole('region', { name: 'Job for Kubernetes' }).textContent();
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(JSON.parse(job!)).toMatchObject({ kind: 'Job', spec: { completions: 1 } });
  });

  const missing = 'its page shows which shards are missing until the batch is there';
  // Results are collected every ten seconds.
  test.runIf(process.env.TEST_LONG !== undefined)(missing, async () => {
    const request = { count: 4000, seed: 7, executor: 'external', shards: 2 };
    const { batchId, runId } = await call<{ batchId: string; runId: string }>(
      fixtures.admin,
      'generate-customers',
      request,
    );
    await page.goto(`/reports?batch=${batchId}`);
    await page.getByText('Missing shards: 0-1').waitFor({ timeout: 30_000 });
    const job = await call<ExternalJob>(fixtures.admin, 'external-job', { run_id: runId });
    const runShard = (index: number) =>
      execFileSync(
        process.execPath,
        [
          ...['src/cli/sandbox.mjs', 'shard', 'run', '--store', job.store],
          ...['--index', String(index), '--work', work],
        ],
        { cwd: root, env: { ...process.env, ...store.env }, stdio: 'pipe' },
      );
    runShard(1);
    await page.getByText('Missing shards: 0', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('1 of 2').waitFor();
    runShard(0);
    await page.getByRole('link', { name: 'Data', exact: true }).waitFor({ timeout: 60_000 });
  });
});
