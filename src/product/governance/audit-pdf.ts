import PDFDocument from 'pdfkit';

export type AuditRow = {
  run_id: string;
  model_type: string;
  dataset_ref: string;
  accuracy_score: number | null;
  risk_score: number | null;
  approved_for_production: boolean;
  created_at: string;
  evidence: number;
  /** The open approval, and the e-mail addresses of who gave it. */
  approval: AuditApproval | null;
};

export type AuditApproval = {
  state: 'approved' | 'awaiting' | 'lapsed';
  lapsed_because: string | null;
  intended_use: string;
  audience: string;
  expires_on: string;
  notes: string | null;
  exception_name: string | null;
  exception_reason: string | null;
  evidence: { filename: string; sha256: string | null }[];
  sha256: string;
  approver: string | null;
  approved_at: string;
  confirmer: string | null;
  confirmed_at: string | null;
};

const MARGIN = 48;
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
const DETAIL_INDENT = 62;
const STATUS_WORDS = { approved: 'Approved', awaiting: 'Awaiting', lapsed: 'Lapsed' } as const;

function statusOf({ approval, approved_for_production: approved }: AuditRow): string {
  if (approval !== null) return STATUS_WORDS[approval.state];
  // Given before approvals stated terms.
  return approved ? STATUS_WORDS.lapsed : 'Pending';
}

const byAt = (person: string | null, at: string | null) =>
  `${person ?? 'an account that is gone'}, ${new Date(at!).toISOString()}`;

/** What an approval says, a line each. */
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
    `Use: ${approval.intended_use}`,
    `Audience: ${approval.audience}`,
    `Expires: ${approval.expires_on}`,
    ...(notes ? [`Notes: ${notes}`] : []),
    ...approval.evidence.map(({ filename, sha256 }) => `Evidence: ${filename}, ${sha256}`),
    `SHA-256 of the approval: ${approval.sha256}`,
  ];
}

/** The audit trail as a PDF. The same rows and time give the same bytes. */
export function auditPdf(
  rows: readonly AuditRow[],
  facts: { tenant: string; at: Date },
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: 'AI audit trail', CreationDate: facts.at, ModDate: facts.at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.font('Times-Roman').fontSize(20).text('AI audit trail');
  document
    .font('Helvetica')
    .fontSize(9)
    .text(`${facts.tenant} · ${rows.length} records · ${facts.at.toISOString()}`)
    .moveDown();
  let y = heading(document, document.y);
  for (const row of rows) {
    y = withRoom(document, y, ROW_HEIGHT);
    line(document, y, (column) => column[2](row));
    y += ROW_HEIGHT;
    for (const text of row.approval ? approvalLines(row.approval) : []) {
      y = detail(document, y, text);
    }
  }
  document.end();
  return done;
}

type Column = (typeof COLUMNS)[number];

function line(document: PDFKit.PDFDocument, y: number, text: (column: Column) => string): void {
  let x = MARGIN;
  for (const column of COLUMNS) {
    const [, width] = column;
    document.text(text(column), x, y, {
      width: width - 6,
      height: 11,
      ellipsis: true,
      lineBreak: false,
    });
    x += width;
  }
}

/** The place for something so high: on this page, or below the heading of the next. */
function withRoom(document: PDFKit.PDFDocument, y: number, height: number): number {
  if (y <= document.page.height - MARGIN - height) return y;
  document.addPage();
  return heading(document, MARGIN);
}

/** Wrapped, however long: nothing of an approval is cut off. */
function detail(document: PDFKit.PDFDocument, y: number, text: string): number {
  const width = document.page.width - 2 * MARGIN - DETAIL_INDENT;
  const height = document.heightOfString(text, { width });
  const place = withRoom(document, y, height);
  document.text(text, MARGIN + DETAIL_INDENT, place, { width });
  return place + height + 3;
}

function heading(document: PDFKit.PDFDocument, y: number): number {
  document.font('Helvetica-Bold').fontSize(8);
  line(document, y, ([header]) => header);
  document
    .moveTo(MARGIN, y + 13)
    .lineTo(document.page.width - MARGIN, y + 13)
    .lineWidth(0.5)
    .stroke('#7C8790');
  document.font('Helvetica').fontSize(8);
  return y + ROW_HEIGHT;
}
