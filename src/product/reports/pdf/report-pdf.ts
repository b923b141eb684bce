import type {
  FromScratchReport,
  PrivacyReport,
  QualityReport,
} from '../../../engines/measure/index.ts';
import { canonicalHash } from '../../../engines/provenance/canonical-hash.ts';
import { sha256Hex } from '../../../engines/provenance/sha256.ts';
import { createPdf } from '../../../platform/pdf/create-pdf.ts';
import { pdfPage, shown } from '../../../platform/pdf/page.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { guilloche } from '../../../shared/guilloche.ts';
import { scoreLimit } from '../../../shared/report-sentences/score-limit.ts';
import { worstColumnSentence } from '../../../shared/report-sentences/worst-column.ts';
import { fromScratchPart } from './from-scratch-part.ts';
import { privacyPart } from './privacy-part.ts';
import { qualityPart } from './quality-part.ts';
import { usefulnessPart, usefulnessSentence } from './usefulness-part.ts';

export type ReportFacts = {
  batchId: string;
  entity: string;
  records: number;
  createdAt: Date;
  tenant: string;
  manifest: {
    sha256: string;
    seed: string;
    engine: { name: string; version: string };
    source: Record<string, unknown> | null;
    files: { name: string; sha256: string }[];
    notes: Record<string, unknown>;
  };
  qualityScore: number | null;
  privacyScore: number | null;
  quality: QualityReport | null;
  privacy: PrivacyReport | null;
  fromScratch: FromScratchReport | null;
  /** Canonical JSON, whose SHA-256 is in the manifest. */
  json: string;
  sha256: string;
};

const VERDICTS: Record<PrivacyReport['verdict'], string> = {
  pass: 'Passed the privacy tests',
  fail: 'Did not pass the privacy tests',
  withheld: 'Privacy not scored',
};

function verdictOf({ privacy, fromScratch }: ReportFacts): string {
  if (privacy !== null) return VERDICTS[privacy.verdict];
  if (fromScratch === null) return 'Quality measured, privacy not';
  return fromScratch.lawsHold
    ? 'By construction: the ledger adds up'
    : 'The ledger does not add up';
}

const score = (value: number | null) => (value === null ? 'Not scored' : `${value}/100`);

/** Renders a batch's report as PDF with the JSON attached. Deterministic, with the batch's time. */
export function reportPdf(facts: ReportFacts): Promise<Buffer> {
  const { manifest, privacy, quality, fromScratch } = facts;
  const measured = sha256Hex(facts.json);
  const { document, finish } = createPdf({
    title: `Report of batch ${facts.batchId.slice(0, 8)}`,
    subject: `Batch ${facts.batchId}`,
    at: facts.createdAt,
    prints: measured,
  });
  const page = pdfPage(document);
  document
    .save()
    .translate(document.page.width - 148, 40)
    .scale(1);
  const { sha256: stored, ...content } = manifest;
  // The seal uses the hash of the current content, not the recorded hash.
  const computed = canonicalHash(content as unknown as Json);
  document.path(guilloche(computed, 'fine')).lineWidth(0.3).stroke('#1B4D3E').restore();

  const usefulness = quality?.usefulness;
  const worst =
    usefulness && usefulness.verdict !== 'useful'
      ? usefulnessSentence(usefulness)
      : quality && worstColumnSentence(quality);
  page.title([verdictOf(facts), worst].filter(Boolean).join('. '));
  page.facts([
    ['Batch', facts.batchId],
    ['Rows', `${facts.records} ${facts.entity}`],
    ['Created', facts.createdAt.toISOString()],
    ['Organization', facts.tenant],
    ['Engine', `${manifest.engine.name} ${manifest.engine.version}, seed ${manifest.seed}`],
    ['Learned from', sourceOf(manifest.source, fromScratch !== null)],
    ['Quality score', score(facts.qualityScore)],
    ...(usefulness ? [['Usefulness', usefulnessSentence(usefulness)] as const] : []),
    ['Privacy score', `${score(facts.privacyScore)}${capOf(privacy)}`],
    ['Score driver', privacy?.reason ?? fromScratch?.privacy.reason ?? 'not measured'],
  ]);
  page.text(
    'Scores cover the metrics and attacks listed here, and nothing else. Whether the remaining risk is acceptable ' +
      'is for the data owner to decide.',
  );
  if (privacy !== null) privacyPart(page, privacy, mechanismOf(manifest.notes));
  if (usefulness) usefulnessPart(page, usefulness);
  if (quality !== null) qualityPart(page, quality);
  if (fromScratch !== null) fromScratchPart(page, fromScratch);
  const open = [quality, privacy, fromScratch].flatMap((part) => part?.notMeasured ?? []);
  page.heading('Not measured');
  page.list(
    open.map(({ metric, reason, n }) => `${metric}: ${reason}${n > 0 ? ` (n = ${n})` : ''}`),
  );
  page.heading('Hashes (SHA-256)');
  page.facts([
    ['Manifest', computed],
    ...(computed === stored ? [] : [['Noted as', `${stored}: the manifest was changed`] as const]),
    ['Report', measured],
    ...(measured === facts.sha256
      ? []
      : [['Noted as', `${facts.sha256}: the report was changed`] as const]),
    ...manifest.files.map((file): [string, string] => [file.name, file.sha256]),
  ]);
  page.text(
    'Hashes of manifest and report were computed for this print; file hashes are those in the manifest, against which ' +
      'every download is verified.',
  );
  const engines = [quality?.engine, privacy?.engine, fromScratch?.engine].find((one) => one);
  page.text(`Measured by ${engines ?? 'nothing'}. The report as JSON is attached to this file.`);
  page.heading('Decision');
  page.facts(['Name', 'Role', 'Date', 'Signature'].map((field) => [field, '']));
  document.file(Buffer.from(facts.json), {
    name: 'report.json',
    type: 'application/json',
    description: 'The report in its JSON form',
    creationDate: facts.createdAt,
    modifiedDate: facts.createdAt,
  });
  return finish();
}

function mechanismOf(notes: Record<string, unknown>): string | null {
  const { mechanism } = (notes.privacy ?? {}) as { mechanism?: unknown };
  return typeof mechanism === 'string' ? mechanism : null;
}

function sourceOf(source: Record<string, unknown> | null, scratch: boolean): string {
  if (scratch || source === null) return 'nothing: simulated';
  if (source.commitment !== undefined)
    return `${shown(source.filename)}, by commitment ${shown(source.commitment)}`;
  return `${shown(source.filename)}, ${shown(source.records)} rows, ${shown(source.sha256)}`;
}

const capOf = (privacy: PrivacyReport | null) =>
  privacy === null
    ? ''
    : privacy.score === privacy.cap && privacy.guarantee === null
      ? ` (assurance ${privacy.assurance}: ${scoreLimit(privacy)})`
      : ` (assurance ${privacy.assurance}, at most ${privacy.cap})`;
