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
};

const MARGIN = 48;
const COLUMNS: readonly [header: string, width: number, text: (row: AuditRow) => string][] = [
  ['Run', 62, (row) => row.run_id.slice(0, 8)],
  ['Model', 110, (row) => row.model_type],
  ['Dataset', 130, (row) => row.dataset_ref],
  ['Accuracy', 52, (row) => row.accuracy_score?.toFixed(4) ?? 'N/A'],
  ['Risk', 44, (row) => row.risk_score?.toFixed(4) ?? 'N/A'],
  ['Status', 56, (row) => (row.approved_for_production ? 'Approved' : 'Pending')],
  ['Evidence', 48, (row) => (row.evidence === 0 ? 'None' : String(row.evidence))],
];
const ROW_HEIGHT = 18;

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
    if (y > document.page.height - MARGIN - ROW_HEIGHT) {
      document.addPage();
      y = heading(document, MARGIN);
    }
    line(document, y, (column) => column[2](row));
    y += ROW_HEIGHT;
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
