import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { type AuditApproval, type AuditRow, auditPdf, recordsHash } from './audit-pdf.ts';

const row = (i: number): AuditRow => ({
  run_id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  model_type: 'Synthesizer (balanced)',
  dataset_ref: `movements-${i}.csv`,
  accuracy_score: i % 2 === 0 ? 0.9876 : null,
  risk_score: null,
  approved_for_production: i % 3 === 0,
  created_at: '2026-01-01T00:00:00Z',
  evidence: i % 4,
  approval: i % 3 === 0 ? approval : null,
  entry: null,
});
const approval: AuditApproval = {
  state: 'approved',
  lapsed_because: null,
  intended_use: 'Load tests of the payment service',
  audience: 'Vendor under NDA',
  expires_on: '2026-12-31',
  notes: 'Checked against the holdout',
  exception_name: null,
  exception_reason: null,
  evidence: [{ filename: 'validation.pdf', sha256: 'ab12' }],
  sha256: 'cd34',
  approver: 'bo@bank.example',
  approved_at: '2026-01-02T03:04:05+00:00',
  confirmer: null,
  confirmed_at: null,
  maker_checker: null,
};
const facts = {
  tenant: 'Harbor Credit Union',
  at: new Date('2026-02-03T04:05:06Z'),
  checkpoint: {
    origin: 'bank.example/log/1',
    size: 1285,
    root: 'q83v',
    sealedAt: '2026-02-03T04:05:00.000Z',
    outside: 'auditor.example/w1, 2026-02-03T04:02:00.000Z',
  },
};
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('is a PDF, of as many pages as it takes, and the same for the same rows', async () => {
  const few = await auditPdf([row(1)], facts);
  const many = await auditPdf(
    Array.from({ length: 200 }, (_, i) => ({ ...row(i), approval: null })),
    facts,
  );
  expect(few.toString('latin1', 0, 5)).toBe('%PDF-');
  const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length;
  expect([pages(few), pages(many)]).toEqual([1, 6]);
  expect(digest(await auditPdf([row(1)], facts))).toBe(digest(few));
});

const HEADER = ['Run', 'Model', 'Dataset', 'Accuracy', 'Risk', 'Status', 'Evidence'];
const lines = (pdf: Buffer) => pdfText(pdf).split('\n');

test('states tenant, length and date of the trail, and each record in one line', async () => {
  const approved = {
    ...row(1),
    risk_score: 1.5,
    accuracy_score: 0.12345,
    approved_for_production: true,
    approval,
    entry: { seq: 1284, kind: 'model.approved', outside_at: '2026-02-03T04:02:00+00:00' },
  };
  const pending = { ...row(2), accuracy_score: null, approved_for_production: false, evidence: 0 };
  expect(lines(await auditPdf([approved, pending], facts))).toEqual([
    'AI audit trail',
    'Harbor Credit Union \u00b7 2 records \u00b7 2026-02-03T04:05:06.000Z',
    `SHA-256 of the records: ${recordsHash([approved, pending])}`,
    'Checkpoint: bank.example/log/1, 1285 entries, sealed 2026-02-03T04:05:00.000Z',
    'Root: q83v',
    'Last external signature: auditor.example/w1, 2026-02-03T04:02:00.000Z',
    ...HEADER,
    ...[
      '00000000',
      'Synthesizer (balanced)',
      'movements-1.csv',
      '0.1235',
      '1.5000',
      'Approved',
      '1',
    ],
    'Approved by bo@bank.example, 2026-01-02T03:04:05.000Z',
    'Use: Load tests of the payment service',
    'Audience: Vendor under NDA',
    'Expires: 2026-12-31',
    'Notes: Checked against the holdout',
    'Evidence: validation.pdf, ab12',
    'SHA-256 of the approval: cd34',
    'Proof: entry 1284, approved, signed from outside 2026-02-03T04:02:00.000Z',
    ...['00000000', 'Synthesizer (balanced)', 'movements-2.csv', 'N/A', 'N/A', 'Pending', 'None'],
    ...['AI audit trail', 'Page 1 of 1'],
  ]);
});

test('states why an approval lapsed, and who confirmed an exception', async () => {
  const exception = { exception_name: 'Few rows', exception_reason: 'A demonstration' };
  const confirmed = { confirmer: null, confirmed_at: '2026-01-03T00:00:00+00:00' };
  const shown = lines(
    await auditPdf(
      [
        { ...row(3), approval: { ...approval, state: 'awaiting', ...exception } },
        {
          ...row(3),
          approval: {
            ...{ ...approval, ...exception, ...confirmed },
            state: 'lapsed',
            lapsed_because: 'The report changed.',
          },
        },
        { ...row(3), approval: null },
      ],
      facts,
    ),
  );
  expect(shown.filter((line) => /^(Awaiting|Lapsed|Exception|Confirmed)/.test(line))).toEqual([
    'Awaiting',
    'Exception: Few rows. A demonstration',
    'Awaiting a second approver',
    'Lapsed',
    'Lapsed: The report changed.',
    'Exception: Few rows. A demonstration',
    'Confirmed by a deleted account, 2026-01-03T00:00:00.000Z',
    'Lapsed',
  ]);
});

test('states the sealing, the outside signatures and the end of an approval', async () => {
  const kinds = ['model.approval_requested', 'model.lapsed', 'model.revoked', 'model.other'];
  const rows = kinds.map((kind, seq) => ({ ...row(1), entry: { seq, kind, outside_at: null } }));
  const unsealed = lines(await auditPdf(rows, { ...facts, checkpoint: null }));
  expect(unsealed).toContain('Log: nothing is sealed yet');
  expect(unsealed.filter((line) => line.startsWith('Proof'))).toEqual([
    'Proof: entry 0, approval requested',
    'Proof: entry 1, lapsed',
    'Proof: entry 2, revoked',
    'Proof: entry 3, model.other',
  ]);
  const checkpoint = { ...facts.checkpoint, outside: null };
  expect(lines(await auditPdf(rows, { ...facts, checkpoint }))).toContain(
    'Last external signature: none',
  );
});

test('notes of any length are printed whole, over as many pages as they take', async () => {
  const notes = 'word '.repeat(400).trim();
  const shown = lines(
    await auditPdf(
      Array.from({ length: 5 }, () => ({ ...row(3), approval: { ...approval, notes } })),
      facts,
    ),
  );
  expect(shown.join(' ').match(/word/g)).toHaveLength(2000);
});

test('the header stands on every page, and no record is lost between them', async () => {
  const shown = lines(
    await auditPdf(
      Array.from({ length: 100 }, (_, i) => ({ ...row(i), approval: null })),
      facts,
    ),
  );
  expect(shown.filter((line) => line === 'Accuracy')).toHaveLength(3);
  const datasets = shown.filter((line) => line.startsWith('movements-'));
  expect(datasets).toEqual(Array.from({ length: 100 }, (_, i) => `movements-${i}.csv`));
});

test('a text too long for its column ends in an ellipsis, and moves nothing else', async () => {
  const long = { ...row(2), dataset_ref: 'a-very-long-name-of-a-dataset-'.repeat(5) };
  const shown = lines(await auditPdf([long], facts)).slice(6 + HEADER.length);
  expect(shown).toEqual([...Array(7).fill(expect.any(String)), 'AI audit trail', 'Page 1 of 1']);
  expect(shown[2]).toMatch(/^a-very-long-name-of-a-dataset-.{0,10}…$/);
  expect(shown[3]).toBe('0.9876');
});

test('its title and times are those of the facts', async () => {
  const text = (await auditPdf([], facts)).toString('latin1');
  expect(text).toContain('(AI audit trail)');
  // Creation and modification dates of the file and of the attached records.
  expect(text.match(/\(D:20260203040506Z\)/g)).toHaveLength(4);
  expect(text).toContain(`(prints sha256 ${recordsHash([])})`);
});
