import { expect, test } from 'vitest';
import { readerPage } from './reader-page.ts';
import { sealedFacts } from './sealed-facts.ts';

const entry = (seq: number, kind: string, subject: string) => ({
  v: 1 as const,
  seq,
  organization: null,
  organization_seq: seq,
  at: '2026-11-25T10:00:00.000000Z',
  kind,
  subject,
  sha256: null,
  actor: null,
  detail: {},
});

function page(outsideAt: string | null): string {
  const facts = sealedFacts();
  const ada = { id: '1', email: 'ada@bank.example', name: 'Ada' };
  facts.add(entry(12, 'batch.completed', 'b1'), { by: ada, said: null });
  const packed = {
    batch: 'b1',
    name: '<script>alert(1)</script>',
    entity: 'customers',
    records: 40,
    status: 'completed',
    created_at: '2026-11-25T10:00:00.000Z',
    manifest_sha256: 'ab',
    file_in_pack: true,
    left_out: ['The batch has no report.'],
  };
  return readerPage({
    title: 'Evidence pack b1',
    organization: 'Harbor & Sons',
    madeAt: '2026-11-25T11:00:00.000Z',
    program: '0.1.0',
    entries: { first: 1, last: 15 },
    origin: 'sandbox.example/log/1',
    outsideAt,
    batches: [{ packed, manifest: null, report: null }],
    governance: { records: [], evidence: [], decisions: [] },
    facts,
  });
}

test('the first line says who proves the pack; names are escaped; nothing runs or is loaded', () => {
  const alone = page(null);
  expect(alone).toMatch(/<body>\s*<p class="first">Proven by the operator alone/);
  expect(page('2026-11-25T10:30:00.000Z')).toContain('also signed outside, 2026-11-25T10:30:00Z');
  expect(alone).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(alone).toContain('Harbor &amp; Sons');
  expect(alone).not.toMatch(/<script|https?:|src=/);
});

test('statements name their file and their entry', () => {
  const text = page(null);
  expect(text).toContain(
    'ada@bank.example (<a href="log/entries.jsonl">entry 12</a>, 2026-11-25T10:00:00Z)',
  );
  expect(text).toContain('<a href="batches/b1/manifest.json">');
  expect(text).toContain('b1: The batch has no report.');
  expect(text).toContain('Not stated: the batch has no manifest.');
});
