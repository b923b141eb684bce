/**
 * Generates the pictures of docs/gallery: starts a demo and captures each page wide and light, and
 * narrow and dark. Run: node scripts/gallery.ts [folder]; with a folder, all four variants are
 * written there.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { DemoAccount } from '../src/cli/demo/accounts.ts';
import { signedIn } from '../src/cli/demo/client.ts';
import type { Running } from '../src/cli/up/background.ts';
import { featureOf, type Guard, type PagePath, pagesFor } from '../src/shared/pages.ts';
import { openBrowser, openPage } from '../test/support/browser.ts';
import { root } from '../test/support/sandbox.ts';
import { signInOn } from '../test/support/visit.ts';

const folder = process.argv[2] ?? join(root, 'docs', 'gallery');
const LOOKS = [
  { suffix: '', width: 1440, dark: false, kept: true },
  { suffix: '-dark', width: 1440, dark: true, kept: false },
  { suffix: '-narrow', width: 390, dark: false, kept: false },
  { suffix: '-narrow-dark', width: 390, dark: true, kept: true },
].filter(({ kept }) => kept || process.argv[2] !== undefined);

type Demo = Running & { accounts: DemoAccount[] };
type Shown = { datasetId: string; batchId: string; exceptions: string };

const dataDir = mkdtempSync(join(tmpdir(), 'gallery-'));
const runSandbox = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'src/cli/sandbox.mjs'), ...args, '--demo'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

/** Returns the statement, the batch learned from it, and the exceptions under review. */
async function shownOf(demo: Demo, analyst: DemoAccount): Promise<Shown> {
  const client = await signedIn(demo, analyst);
  const idOf = async (table: string, column: string, match: Record<string, string>) => {
    const { data } = await client.from(table).select(column).match(match).single().throwOnError();
    return (data as unknown as Record<string, string>)[column]!;
  };
  const [datasetId, batchId, exceptions] = await Promise.all([
    idOf('ingestion_manifests', 'id', { filename: 'umsaetze-2025.csv' }),
    idOf('generation_logs', 'batch_id', { entity_type: 'transactions', usefulness: 'useful' }),
    idOf('exception_batches', 'id', { status: 'pending' }),
  ]);
  return { datasetId, batchId, exceptions };
}

/** Addresses with the parameters that a page needs. */
const ADDRESSES: Partial<Record<PagePath, string>> = {
  '/reset-password': '/reset-password?token_hash=shown',
  '/explorer': '/explorer?tab=transactions',
};

const picturesOf = (...guards: Guard[]) =>
  pagesFor(...guards).map((page) => [featureOf(page), ADDRESSES[page.path] ?? page.path] as const);

async function shoot(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  writeFileSync(join(folder, `${name}.webp`), await asWebp(page, await page.screenshot()));
}

/** Picture encoder; runs in a blank page, where no content policy blocks drawing. */
const ENCODE = `async (source) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}`;

/** Converts a PNG to WebP in the browser, at a fifth of the size. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const encoded = await blank.evaluate<string>(`(${ENCODE})(${JSON.stringify(source)})`);
  await blank.close();
  return Buffer.from(encoded, 'base64');
}

async function take(browser: Browser, demo: Demo): Promise<void> {
  const [superadmin, analyst] = demo.accounts as [DemoAccount, DemoAccount];
  const shown = await shownOf(demo, analyst);
  for (const { suffix, width, dark } of LOOKS) {
    const page = await openPage(browser, { url: demo.url, width, dark });
    const each = async (pages: readonly (readonly [string, string])[]) => {
      for (const [name, path] of pages) await shoot(page, `${name}${suffix}`, path);
    };
    await each([...picturesOf('public'), ['not-found', '/no/such/page']]);
    await signInOn(page, analyst);
    await each([
      ...picturesOf('session'),
      ['dataset', `/ingestion?dataset=${shown.datasetId}`],
      ['report', `/reports?batch=${shown.batchId}`],
      ['patterns', `/reports?batch=${shown.batchId}&tab=report#pictures`],
      ['manifest', `/governance?batch=${shown.batchId}`],
      ['review', `/exceptions?batch=${shown.exceptions}`],
    ]);
    await page.context().close();
    const other = await openPage(browser, { url: demo.url, width, dark });
    await signInOn(other, superadmin);
    for (const [name, path] of picturesOf('superadmin'))
      await shoot(other, `${name}${suffix}`, path);
    await other.context().close();
  }
}

mkdirSync(folder, { recursive: true });
const demo = JSON.parse(runSandbox('up')) as Demo;
try {
  const browser = await openBrowser();
  await take(browser, demo);
  await browser.close();
} finally {
  runSandbox('down');
  rmSync(dataDir, { recursive: true });
}
