/**
 * Generates the pictures of docs/gallery: starts a separate sandbox, fills it like a first user,
 * and captures each page wide and light, and narrow and dark. Run: node scripts/gallery.ts
 * [folder]; with a folder, all four variants are written there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { featureOf, type Guard, type PagePath, pagesFor } from '../src/shared/pages.ts';
import { openBrowser, openPage } from '../test/support/browser.ts';
import { sampleTransactions } from '../test/support/sample-transactions.ts';
import { root, type Sandbox, startSandbox } from '../test/support/sandbox.ts';
import { call, makeUser, SUPERADMIN, setUpSuperadmin } from '../test/support/users.ts';
import { signInOn } from '../test/support/visit.ts';

const folder = process.argv[2] ?? join(root, 'docs', 'gallery');
const LOOKS = [
  { suffix: '', width: 1440, dark: false, kept: true },
  { suffix: '-dark', width: 1440, dark: true, kept: false },
  { suffix: '-narrow', width: 390, dark: false, kept: false },
  { suffix: '-narrow-dark', width: 390, dark: true, kept: true },
].filter(({ kept }) => kept || process.argv[2] !== undefined);

const ada = { email: 'ada@harbor.example', password: 'a good password' };
type Filled = { datasetId: string; batchId: string; exceptions: string | undefined };

async function fill(sandbox: Sandbox): Promise<Filled> {
  const superadmin = await setUpSuperadmin(sandbox);
  const { client, orgId, userId } = await makeUser(sandbox, superadmin, {
    ...ada,
    organization: 'Harbor Credit Union',
    role: 'admin',
  });
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(64_000)]), 'movements-2026.csv');
  const parsed = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  const manifest_id = parsed.manifest_id;
  await call(client, 'generate-full', { count: 500, seed: 7 });
  const batch = await call<{ batchId: string }>(client, 'generate-synthetic-from-ingestion', {
    manifest_id,
    count: 8000,
    seed: 7,
  });
  const { paths } = (await (await fetch(`${sandbox.url}/functions/v1/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  let exceptions: string | undefined;
  if ('/functions/v1/analyze-transactions' in paths) {
    const datasetRef = 'movements-2026.csv';
    const body = { manifestId: manifest_id, datasetRef };
    exceptions = (await call<{ batchId?: string }>(client, 'analyze-transactions', body)).batchId;
  }
  const pdf = new Blob(['%PDF-1.7\n%%EOF'], { type: 'application/pdf' });
  const path = `${orgId}/${crypto.randomUUID()}.pdf`;
  await client.storage.from('evidence-vault').upload(path, pdf, { contentType: pdf.type });
  const document = {
    filename: 'model-validation-2026.pdf',
    file_type: pdf.type,
    file_size: pdf.size,
    storage_path: path,
    uploaded_by: userId,
    org_id: orgId,
    is_global: false,
  };
  await client.from('evidence_documents').insert(document).throwOnError();
  await untilMeasured(() =>
    client.from('runs').select('id').in('status', ['queued', 'running']).limit(1),
  );
  return { datasetId: manifest_id, batchId: batch.batchId, exceptions };
}

async function untilMeasured(open: () => PromiseLike<{ data: unknown[] | null }>): Promise<void> {
  const until = Date.now() + 240_000;
  while (Date.now() < until) {
    if ((await open()).data?.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
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

async function take(browser: Browser, sandbox: Sandbox, filled: Filled): Promise<void> {
  for (const { suffix, width, dark } of LOOKS) {
    const page = await openPage(browser, { url: sandbox.url, width, dark });
    const each = async (pages: readonly (readonly [string, string])[]) => {
      for (const [name, path] of pages) await shoot(page, `${name}${suffix}`, path);
    };
    await each([...picturesOf('public'), ['not-found', '/no/such/page']]);
    await signInOn(page, ada);
    await each([
      ...picturesOf('session'),
      ['dataset', `/ingestion?dataset=${filled.datasetId}`],
      ['report', `/reports?batch=${filled.batchId}`],
      ['manifest', `/governance?batch=${filled.batchId}`],
      ...(filled.exceptions ? [['review', `/exceptions?batch=${filled.exceptions}`] as const] : []),
    ]);
    await page.context().close();
    const other = await openPage(browser, { url: sandbox.url, width, dark });
    await signInOn(other, SUPERADMIN);
    for (const [name, path] of picturesOf('superadmin'))
      await shoot(other, `${name}${suffix}`, path);
    await other.context().close();
  }
}

mkdirSync(folder, { recursive: true });
const sandbox = await startSandbox();
try {
  const filled = await fill(sandbox);
  const browser = await openBrowser();
  await take(browser, sandbox, filled);
  await browser.close();
} finally {
  await sandbox.stop();
}
