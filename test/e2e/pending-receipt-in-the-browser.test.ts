import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ADMIN } from '../support/auth-fixtures.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { startBrowsing } from '../support/browsing.ts';
import { root } from '../support/sandbox.ts';
import { call } from '../support/users.ts';
import { bytesOf, returnToPage, seeNotice } from '../support/visit.ts';

const fixtures = startBeforeTests(startBrowsing);

/** A pack waits 15 seconds for its receipt, so the short run leaves this out. */
test.runIf(process.env.TEST_LONG)(
  'a pack that the log could not seal is pending, and completed when it can',
  { timeout: 180_000 },
  async () => {
    const { sandbox, user } = fixtures;
    const folder = mkdtempSync(join(tmpdir(), 'pending receipt '));
    const status = () => call<{ entries: number; halted: string | null }>(user, 'log-status', {});
    await call(user, 'generate-customers', { count: 5 });
    await vi.waitFor(async () => expect((await status()).entries).toBeGreaterThan(2), 60_000);
    const key = join(sandbox.dataDir, 'log-key');
    renameSync(key, `${key}.away`);
    await vi.waitFor(async () => expect((await status()).halted).toContain('is missing'), 60_000);
    const page = await fixtures.open();
    await returnToPage(page, ADMIN, '/governance');
    await page.getByRole('button', { name: 'Evidence pack' }).click();
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    const name = (await download).suggestedFilename();
    writeFileSync(join(folder, name), await bytesOf(download));
    await seeNotice(page, 'Receipt pending', `${name} was saved`);
    const complete = page.getByRole('button', { name: `Complete ${name}` });
    await complete.click();
    await seeNotice(page, 'Receipt still pending', 'The log has not sealed this pack');

    renameSync(`${key}.away`, key);
    await vi.waitFor(async () => expect((await status()).halted).toBeNull(), 120_000);
    const receipt = page.waitForEvent('download');
    await complete.click();
    const receiptName = (await receipt).suggestedFilename();
    expect(receiptName).toBe(`${name}.receipt.json`);
    writeFileSync(join(folder, receiptName), await bytesOf(receipt));
    await complete.waitFor({ state: 'detached' });
    const keys = join(folder, 'keys');
    writeFileSync(keys, await (await fetch(`${sandbox.url}/log/keys`)).text());
    const command = [join(root, 'src/cli/sandbox.mjs'), 'verify', join(folder, name)];
    const { status: code, stdout } = spawnSync(process.execPath, [...command, '--vkey', keys], {
      encoding: 'utf8',
    });
    expect([code, stdout]).toEqual([3, expect.stringContaining('recorded this pack')]);
    rmSync(folder, { recursive: true });
  },
);
