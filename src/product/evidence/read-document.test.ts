import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { smallPdf } from '../../../test/support/small-pdf.ts';
import { zipOfTexts } from '../../../test/support/zip.ts';
import { reportPdf } from '../reports/pdf/report-pdf.ts';
import { readDocument } from './read-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'read evidence '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(bytes: string | Uint8Array, kind: 'pdf' | 'docx' = 'pdf') {
  const path = join(folder, 'document');
  writeFileSync(path, bytes);
  return readDocument(path, kind);
}
const BATCH = '0a1b2c3d-0000-4000-8000-000000000000';
const OTHER = '9f8e7d6c-0000-4000-8000-000000000000';

test('a report of the product names its batch in its text and in its title', async () => {
  const pdf = await reportPdf({
    batchId: BATCH,
    entity: 'transactions',
    records: 600,
    createdAt: new Date('2026-02-03T04:05:06Z'),
    tenant: 'Harbor Credit Union',
    manifest: {
      sha256: 'ab'.repeat(32),
      seed: '7',
      engine: { name: 'synthesize', version: 'synthesize/1' },
      source: null,
      files: [],
      notes: {},
    },
    ...{ qualityScore: null, privacyScore: null, quality: null, privacy: null, fromScratch: null },
    json: '{}',
    sha256: 'cd'.repeat(32),
  });
  expect(await read(pdf)).toEqual({ readable: true, mentions: [BATCH], reportOf: '0a1b2c3d' });
});

test('ids are found in text, compressed or not, in attached files and in Word documents', async () => {
  expect(await read(await smallPdf(`Batches ${OTHER} and ${BATCH.toUpperCase()}`))).toEqual({
    readable: true,
    mentions: [OTHER, BATCH],
    reportOf: null,
  });
  const attached = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  attached.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => attached.on('end', resolve));
  attached.text('See the attachment').file(Buffer.from(`{"batch":"${OTHER}"}`), { name: 'a.json' });
  attached.end();
  await done;
  expect((await read(Buffer.concat(chunks))).mentions).toEqual([OTHER]);
  // Word splits text into arbitrary runs.
  const xml = `<w:p><w:r><w:t>${BATCH.slice(0, 20)}</w:t></w:r><w:r><w:t>${BATCH.slice(20)}</w:t></w:r></w:p>`;
  expect(await read(await zipOfTexts({ 'word/document.xml': xml }), 'docx')).toEqual({
    readable: true,
    mentions: [BATCH],
    reportOf: null,
  });
});

test('what has no page, is cut off or encrypted is not readable', async () => {
  const whole = await smallPdf('Policy');
  const encrypted = Buffer.from(
    whole.toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root'),
    'latin1',
  );
  for (const bytes of [
    '%PDF-1.7\n%%EOF',
    '%PDF-1.7\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF',
    whole.subarray(0, whole.length - 20),
    encrypted,
  ]) {
    expect((await read(bytes)).readable).toBe(false);
  }
  const empty = await zipOfTexts({ 'word/document.xml': '<w:document><w:p/></w:document>' });
  expect((await read(empty, 'docx')).readable).toBe(false);
});

longTest('a stream that unpacks to more than 50 MB is not read further', async () => {
  const bomb = new PDFDocument();
  const chunks: Buffer[] = [];
  bomb.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => bomb.on('end', resolve));
  bomb.text('Small').file(Buffer.alloc(60 * 1024 * 1024), { name: 'zeros' });
  bomb.end();
  await done;
  expect((await read(Buffer.concat(chunks))).readable).toBe(false);
});
