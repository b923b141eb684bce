import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { startBrowsing } from '../../support/browsing.ts';
import { parseCsv } from '../../support/csv.ts';
import { injectAnalysis } from '../../support/inject-analysis.ts';
import { smallPdf } from '../../support/small-pdf.ts';
import {
  bytesOf,
  figuresOf,
  headersOf,
  returnToPage,
  rowsOf,
  seeNotice,
} from '../../support/visit.ts';

/** AI Governance, Evidence Vault and Exceptions, by sections 2, 4, 5, 8 and 9. */
const fixtures = startBeforeTests(startBrowsing);
let page: Page;
let runId: string;

beforeAll(async () => {
  const plant = (name: string, scores: object) =>
    injectAnalysis(fixtures.service, { tenantId: fixtures.orgId, name, ...scores });
  ({ runId } = await plant('Isolation Forest', { accuracy: 0.91, risk: 1.4 }));
  await plant('Copula', { accuracy: 0.71, risk: 2.4 });
  await plant('Outliers', { accuracy: 0.69, risk: 2.5 });
  await plant('Unscored', {});
  page = await fixtures.open();
  await returnToPage(page, ADMIN);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const pdf = (name: string, size = 60) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')]),
});

test('AI governance: four cards, the audit table with its badges, two tabs', async () => {
  await page.goto('/ai-governance');
  await rowsOf(page, 'Audit trail').first().waitFor();
  expect(await figuresOf(page, 'Models')).toEqual({
    'Total Models': '4',
    'Production Approved': '0',
    'Avg Accuracy': '0.77',
    'Avg Risk Score': '2.10',
  });
  expect(await headersOf(page, 'Audit trail')).toEqual([
    'Model Type',
    'Dataset',
    'Accuracy',
    'Risk',
    'Status',
    'Evidence',
    'Proof',
    'Date',
  ]);
  const cells = async (name: string) =>
    (await rowsOf(page, 'Audit trail').filter({ hasText: name }).locator('td').allTextContents())
      .slice(2, 6)
      .map((text) => text.replace(/[\d.]+$/, ''));
  expect(await cells('Isolation Forest')).toEqual(['Excellent', 'Low', 'Pending', 'None']);
  expect(await cells('Copula')).toEqual(['Good', 'Medium', 'Pending', 'None']);
  expect(await cells('Outliers')).toEqual(['Fair', 'High', 'Pending', 'None']);
  expect(await cells('Unscored')).toEqual(['N/A', 'N/A', 'Pending', 'None']);
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Audit Trail', 'Evidence Vault']);
});

test('the audit trail as CSV has its seven columns, and as PDF it is a PDF', async () => {
  const csv = page.waitForEvent('download');
  await button('Export CSV').click();
  expect((await csv).suggestedFilename()).toMatch(/^ai-governance-audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const rows = parseCsv((await bytesOf(csv)).toString());
  expect(rows[0]).toEqual([
    'Run ID',
    'Model Type',
    'Dataset',
    'Accuracy Score',
    'Risk Score',
    'Approved',
    'Date',
  ]);
  const first = rows.find((row) => row[1] === 'Isolation Forest')!;
  expect(first.slice(2, 6)).toEqual(['planted.csv', '0.9100', '1.4000', 'No']);
  const print = page.waitForEvent('download');
  await button('Export PDF').click();
  const bytes = await bytesOf(print);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await page.route('**/functions/v1/export-audit-pdf', (route) =>
    route.fulfill({ status: 404, json: { error: 'Not found' } }),
  );
  await button('Export PDF').click();
  await seeNotice(page, 'PDF export coming soon. Use CSV for now.');
});

test('the tab leads to the vault, where the link AI Governance stays marked', async () => {
  await page.getByRole('tab', { name: 'Evidence Vault' }).click();
  await page.waitForURL('**/evidence-vault');
  await page.getByRole('heading', { name: 'Evidence Vault' }).waitFor();
  const link = page.getByRole('link', { name: 'AI Governance' });
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Organization', 'Global']);
});

test('evidence is checked file by file: kind first, then size', async () => {
  const input = page.getByLabel('Evidence documents');
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await seeNotice(page, 'Invalid file type', 'Only PDF and DOCX files are allowed');
  await input.setInputFiles(pdf('huge.pdf', 10 * 1024 * 1024));
  await seeNotice(page, 'File too large', 'Maximum file size is 10MB');
  const bad = { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await input.setInputFiles([
    bad,
    { ...pdf('policy.pdf'), buffer: await smallPdf('Policy on synthetic data') },
  ]);
  await seeNotice(page, 'Invalid file type', '(b.txt)');
  await seeNotice(page, 'Document uploaded', 'policy.pdf');
  expect(await headersOf(page, 'Documents')).toEqual([
    'Filename',
    'Type',
    'Size',
    'SHA-256',
    'Linked records',
    'Uploaded',
    'Actions',
  ]);
  expect(await rowsOf(page, 'Documents').first().textContent()).toContain('1.3 KB');
});

test('without reports from the browser the bar moves by ten every 200 ms, up to ninety', async () => {
  await page.addInitScript(`for (const name of ['onprogress', 'onload'])
    Object.defineProperty(XMLHttpRequestUpload.prototype, name, { set: () => {} });`);
  await page.reload();
  let go = () => {};
  await page.route('**/storage/v1/object/evidence-vault/**', async (route) => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    await route.continue();
  });
  await page.getByLabel('Evidence documents').setInputFiles(pdf('slow.pdf'));
  const bar = page.getByRole('progressbar', { name: 'Uploading slow.pdf' });
  await bar.waitFor();
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add(Number(await bar.getAttribute('aria-valuenow')));
        return Math.max(...seen);
      },
      { interval: 60, timeout: 5000 },
    )
    .toBe(90);
  expect([...seen].every((percent) => percent % 10 === 0)).toBe(true);
  await page.waitForTimeout(500);
  expect(await bar.getAttribute('aria-valuenow')).toBe('90');
  go();
  await seeNotice(page, 'Document uploaded', 'slow.pdf');
  await page.unroute('**/storage/v1/object/evidence-vault/**');
});

test('global documents are confirmed, then seen by everybody; search is by filename', async () => {
  await page.getByRole('tab', { name: 'Global' }).click();
  await page.getByText('No documents yet').waitFor();
  await page.getByLabel('Evidence documents').setInputFiles(pdf('everyone.pdf'));
  await page.getByText('Visible to every organization on this server', { exact: true }).waitFor();
  await button('Upload for everyone').click();
  await page.getByRole('cell', { name: 'everyone.pdf', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Organization' }).click();
  await page.getByLabel('Search by filename').fill('POLI');
  await expect.poll(() => rowsOf(page, 'Documents').count()).toBe(1);
  await page.getByLabel('Search by filename').fill('nothing of that name');
  await page.getByText('No filename contains').waitFor();
  await button('Clear search').click();
});

test('a download is verified against the SHA-256 on record', async () => {
  const open = page.getByRole('button', { name: 'policy.pdf', exact: true });
  const saved = page.waitForEvent('download');
  await open.click();
  expect((await saved).suggestedFilename()).toBe('policy.pdf');
  await page.route('**/storage/v1/object/evidence-vault/**', (route) =>
    route.fulfill({ status: 200, contentType: 'application/pdf', body: '%PDF-1.7 another' }),
  );
  await open.click();
  await seeNotice(page, 'Download failed', 'file hash does not match the record');
  await page.unroute('**/storage/v1/object/evidence-vault/**');
});

test('a link needs a record; linked, it is counted; a linked record is approved', async () => {
  await page.getByRole('button', { name: 'Link policy.pdf' }).click();
  await button('Link Document').click();
  await seeNotice(page, 'Link failed', 'Please select a governance record');
  await page.getByLabel('Governance record', { exact: true }).selectOption(runId);
  await button('Link Document').click();
  await seeNotice(page, 'Document linked', 'policy.pdf');
  await page.goto(`/ai-governance?run=${runId}`);
  await page.getByLabel('Intended use').fill('Load tests');
  await page.getByLabel('Audience').fill('The team');
  await button('Approve for production').click();
  await seeNotice(page, 'Approved for production');
  await page.keyboard.press('Escape');
  const row = rowsOf(page, 'Audit trail').filter({ hasText: 'Isolation Forest' });
  await row.getByText('Approved', { exact: true }).waitFor();
  expect((await row.locator('td').allTextContents())[5]).toBe('1');
  expect(await figuresOf(page, 'Models')).toMatchObject({ 'Production Approved': '1' });
  await page.goto('/evidence-vault');
  await page.getByRole('button', { name: 'Delete policy.pdf' }).click();
  await page.getByText('Isolation Forest on planted.csv').waitFor();
  await button('Delete document').click();
  await seeNotice(page, 'Delete failed', 'A linked record is approved for production');
});

test('exceptions: four cards, the table, and a dialog that decides pending batches only', async () => {
  await page.goto('/exceptions');
  await rowsOf(page, 'Exception batches').first().waitFor();
  expect(await figuresOf(page, 'Batches by status')).toEqual({
    Pending: '4',
    'Under Review': '0',
    Approved: '0',
    Rejected: '0',
  });
  expect(await headersOf(page, 'Exception batches')).toEqual([
    'Batch',
    'Dataset',
    'Exceptions',
    'Threshold',
    'Status',
    'Created',
    'Actions',
  ]);
  const row = (name: string) => rowsOf(page, 'Exception batches').filter({ hasText: name });
  expect(await row('Copula').textContent()).toContain('95%');
  await page.getByRole('button', { name: 'Review Batch of Isolation Forest' }).click();
  await button('Reject batch').click();
  await seeNotice(page, 'Error', 'Notes are required to reject');
  await page.getByLabel('Notes').fill('Known supplier');
  const approving = page.waitForRequest('**/rest/v1/rpc/approve_exception_batch');
  await button('Approve batch').click();
  await button('Approve all').click();
  expect((await approving).postDataJSON()).toMatchObject({ p_notes: 'Known supplier' });
  await row('Isolation Forest').getByText('Approved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Review Batch of Copula' }).click();
  await page.getByLabel('Notes').fill('Fraud');
  const rejecting = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().includes('exception_batches'),
  );
  await button('Reject batch').click();
  await button('Reject all').click();
  expect((await rejecting).postDataJSON()).toMatchObject({
    status: 'rejected',
    approval_notes: 'Fraud',
    reviewed_by: expect.any(String),
    reviewed_at: expect.any(String),
  });
  await row('Copula').getByText('Rejected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Review Batch of Outliers' }).click();
  await button('Start review').click();
  await seeNotice(page, 'Review started');
  await button('Approve batch').waitFor({ state: 'detached' });
  await button('Reject batch').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await row('Outliers').getByText('Under Review', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'View Batch of Copula' }).click();
  await page.getByText('Fraud').first().waitFor();
  await button('Approve batch').waitFor({ state: 'detached' });
});

test('the database holds the states of a batch', async () => {
  const { admin, user } = fixtures;
  const states = await admin
    .from('exception_batches')
    .select('id,status,batch_name')
    .throwOnError();
  const idOf = (name: string) => states.data.find((one) => one.batch_name.endsWith(name))!.id;
  for (const name of ['Isolation Forest', 'Copula', 'Outliers']) {
    const approve = { p_batch_id: idOf(name), p_notes: 'late' };
    expect((await user.rpc('approve_exception_batch', approve)).status).toBe(409);
    const reject = user
      .from('exception_batches')
      .update({ status: 'rejected', approval_notes: 'late' })
      .eq('id', idOf(name));
    expect((await reject).status).toBe(409);
  }
  const forged = user.from('exception_batches').update({ status: 'approved' });
  expect((await forged.eq('id', idOf('Unscored'))).error?.code).toBe('42501');
});

test('lists that fail to load show their titles', async () => {
  const away = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, json: { message: 'The database is away' } });
  await page.route('**/rest/v1/governance_audit**', away);
  await page.route('**/rest/v1/evidence_documents**', away);
  await page.goto('/ai-governance');
  await page.getByText('Error loading audit entries').waitFor();
  await page.getByText('The database is away').first().waitFor();
  // A figure that was not loaded must not be shown as zero.
  expect(await page.getByText('Not loaded', { exact: true }).count()).toBe(4);
  await page.goto('/evidence-vault');
  await page.getByText('Error loading documents').waitFor();
  await page.unroute('**/rest/v1/evidence_documents**');
  await button('Try again').click();
  await rowsOf(page, 'Documents').first().waitFor();
});
