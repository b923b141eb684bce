import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import { createPdf, PDF_MARGIN as MARGIN, printable } from '../../platform/pdf/create-pdf.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { guilloche } from '../../shared/guilloche.ts';
import { MAKER_CHECKER_OFF, type StoredApproval } from '../../shared/stored-approval.ts';

export type AuditRow = {
  run_id: string;
  model_type: string;
  dataset_ref: string;
  accuracy_score: number | null;
  risk_score: number | null;
  approved_for_production: boolean;
  created_at: string;
  evidence: number;
  approval: AuditApproval | null;
  entry: { seq: number; kind: string; outside_at: string | null } | null;
};

export type AuditFacts = { tenant: string; at: Date; checkpoint: AuditCheckpoint | null };
export type AuditCheckpoint = {
  origin: string;
  size: number;
  root: string;
  sealedAt: string;
  outside: string | null;
};

export type AuditApproval = StoredApproval & { approver: string | null; confirmer: string | null };

const COLUMNS: readonly [header: string, width: number, text: (row: AuditRow) => string][] = [
  ['Run', 62, (row) => row.run_id.slice(0, 8)],
  ['Model', 110, (row) => row.model_type],
  ['Dataset', 130, (row) => row.dataset_ref],
  ['Accuracy', 52, (row) => row.accuracy_score?.toFixed(4) ?? 'N/A'],
  ['Risk', 44, (row) => row.risk_score?.toFixed(4) ?? 'N/A'],
  ['Status', 56, (row) => statusOf(row)],
  ['Evidence', 48, (row) => (row.evidence === 0 ? 'None' : String(row.evidence))],
];
const ROW_HEIGHT = 18;
const SEAL = 72;
const DETAIL_INDENT = 62;
const STATUS_WORDS = { approved: 'Approved', awaiting: 'Awaiting', lapsed: 'Lapsed' } as const;

function statusOf({ approval, approved_for_production: approved }: AuditRow): string {
  if (approval !== null) return STATUS_WORDS[approval.state];
  // Approvals given before terms were recorded.
  return approved ? STATUS_WORDS.lapsed : 'Pending';
}

const isoOf = (at: string) => new Date(at).toISOString();

const byAt = (person: string | null, at: string | null) =>
  `${person ?? 'a deleted account'}, ${isoOf(at!)}`;

const KINDS: Record<string, string> = {
  'model.approval_requested': 'approval requested',
  'model.approved': 'approved',
  'model.lapsed': 'lapsed',
  'model.revoked': 'revoked',
};

function proofLines({ entry }: AuditRow): string[] {
  if (entry === null) return [];
  const outside =
    entry.outside_at === null ? '' : `, signed from outside ${isoOf(entry.outside_at)}`;
  return [`Proof: entry ${entry.seq}, ${KINDS[entry.kind] ?? entry.kind}${outside}`];
}

function approvalLines(approval: AuditApproval): string[] {
  const { exception_name: exception, notes, lapsed_because: lapse } = approval;
  return [
    ...(lapse ? [`Lapsed: ${lapse}`] : []),
    `Approved by ${byAt(approval.approver, approval.approved_at)}`,
    ...(exception ? [`Exception: ${exception}. ${approval.exception_reason}`] : []),
    ...(exception
      ? [
          approval.confirmed_at === null
            ? 'Awaiting a second approver'
            : `Confirmed by ${byAt(approval.confirmer, approval.confirmed_at)}`,
        ]
      : []),
    ...(approval.maker_checker === false ? [MAKER_CHECKER_OFF] : []),
    `Use: ${approval.intended_use}`,
    `Audience: ${approval.audience}`,
    `Expires: ${approval.expires_on}`,
    ...(notes ? [`Notes: ${notes}`] : []),
    ...approval.evidence.map(({ filename, sha256 }) => `Evidence: ${filename}, ${sha256}`),
    `SHA-256 of the approval: ${approval.sha256}`,
  ];
}

export const recordsHash = (rows: readonly AuditRow[]): string =>
  canonicalHash(rows as unknown as Json);

function head(
  document: PDFKit.PDFDocument,
  rows: readonly AuditRow[],
  { tenant, at, checkpoint }: AuditFacts,
): void {
  const hash = recordsHash(rows);
  document.save().translate(document.page.width - MARGIN - SEAL, MARGIN - 8);
  document
    .scale(SEAL / 100)
    .path(guilloche(hash, 'fine'))
    .lineWidth(0.3)
    .stroke('#1B4D3E')
    .restore();
  document.font('serif').fontSize(20).text('AI audit trail');
  const log =
    checkpoint === null
      ? ['Log: nothing is sealed yet']
      : [
          `Checkpoint: ${checkpoint.origin}, ${checkpoint.size} entries, sealed ${checkpoint.sealedAt}`,
          `Root: ${checkpoint.root}`,
          `Last external signature: ${checkpoint.outside ?? 'none'}`,
        ];
  const lines = [
    `${tenant} · ${rows.length} records · ${at.toISOString()}`,
    `SHA-256 of the records: ${hash}`,
    ...log,
  ];
  document.font('sans').fontSize(9);
  const width = document.page.width - 2 * MARGIN - SEAL;
  for (const text of lines) document.text(printable(text), { width });
  document.moveDown();
}

/** Renders the audit trail as PDF with its records attached as canonical JSON. Deterministic. */
export function auditPdf(rows: readonly AuditRow[], facts: AuditFacts): Promise<Buffer> {
  const { document, finish } = createPdf({
    title: 'AI audit trail',
    subject: `${facts.tenant}, ${rows.length} records`,
    at: facts.at,
    prints: recordsHash(rows),
  });
  head(document, rows, facts);
  let y = heading(document, document.y);
  for (const row of rows) {
    y = withRoom(document, y, ROW_HEIGHT);
    line(document, y, (column) => column[2](row));
    y += ROW_HEIGHT;
    const details = [...(row.approval ? approvalLines(row.approval) : []), ...proofLines(row)];
    for (const text of details) {
      y = detail(document, y, text);
    }
  }
  document.file(Buffer.from(canonicalJson(rows as unknown as Json)), {
    name: 'records.json',
    type: 'application/json',
    description: 'The records in their JSON form',
    creationDate: facts.at,
    modifiedDate: facts.at,
  });
  return finish();
}

type Column = (typeof COLUMNS)[number];

function line(document: PDFKit.PDFDocument, y: number, text: (column: Column) => string): void {
  let x = MARGIN;
  for (const column of COLUMNS) {
    const [, width] = column;
    document.text(printable(text(column)), x, y, {
      width: width - 6,
      height: 11,
      ellipsis: true,
      lineBreak: false,
    });
    x += width;
  }
}

function withRoom(document: PDFKit.PDFDocument, y: number, height: number): number {
  if (y <= document.page.height - MARGIN - height) return y;
  document.addPage();
  return heading(document, MARGIN);
}

function detail(document: PDFKit.PDFDocument, y: number, text: string): number {
  const width = document.page.width - 2 * MARGIN - DETAIL_INDENT;
  const shown = printable(text);
  const height = document.heightOfString(shown, { width });
  const place = withRoom(document, y, height);
  document.text(shown, MARGIN + DETAIL_INDENT, place, { width });
  return place + height + 3;
}

function heading(document: PDFKit.PDFDocument, y: number): number {
  document.font('bold').fontSize(8);
  line(document, y, ([header]) => header);
  document
    .moveTo(MARGIN, y + 13)
    .lineTo(document.page.width - MARGIN, y + 13)
    .lineWidth(0.5)
    .stroke('#7C8790');
  document.font('sans').fontSize(8);
  return y + ROW_HEIGHT;
}
