import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AuditRow, auditPdf } from './audit-pdf.ts';

const row = (i: number): AuditRow => ({
  run_id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  model_type: 'Synthesizer (balanced)',
  dataset_ref: `movements-${i}.csv`,
  accuracy_score: i % 2 === 0 ? 0.9876 : null,
  risk_score: null,
  approved_for_production: i % 3 === 0,
  created_at: '2026-01-01T00:00:00Z',
  evidence: i % 4,
});
const facts = { tenant: 'Harbor Credit Union', at: new Date('2026-02-03T04:05:06Z') };
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('is a PDF, of as many pages as it takes, and the same for the same rows', async () => {
  const few = await auditPdf([row(1)], facts);
  const many = await auditPdf(
    Array.from({ length: 200 }, (_, i) => row(i)),
    facts,
  );
  expect(few.toString('latin1', 0, 5)).toBe('%PDF-');
  const pages = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length;
  expect([pages(few), pages(many)]).toEqual([1, 6]);
  expect(digest(await auditPdf([row(1)], facts))).toBe(digest(few));
});
