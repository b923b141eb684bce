import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import { createPdf } from '../../platform/pdf/create-pdf.ts';
import { pdfPage } from '../../platform/pdf/page.ts';
import type { Json } from '../../shared/canonical-json.ts';
import type { OpenCaseAnswer } from '../../shared/contracts/cases.ts';

const MAX_ROWS = 12;

const rowsText = (rows: readonly number[]) =>
  rows.length === 0
    ? ''
    : `Rows ${rows.slice(0, MAX_ROWS).join(', ')}${rows.length > MAX_ROWS ? ` and ${rows.length - MAX_ROWS} more` : ''}`;

/** Narrative of a case for a suspicious activity report: facts, each with the rows it rests on. */
export async function casePdf(
  found: OpenCaseAnswer,
  { organization, at }: { organization: string; at: Date },
): Promise<Buffer> {
  const { narrative, network, usual, subject, subject_column, filename } = found;
  const prints = canonicalHash({ narrative, usual, network } as unknown as Json);
  const title = `Case of ${subject_column} ${subject}`;
  const pdf = createPdf({ title, subject: filename, at, prints });
  const page = pdfPage(pdf.document);
  page.title(title);
  page.facts([
    ['Case', found.case_id],
    ['Organization', organization],
    ['Source', filename],
    ['Written', at.toISOString()],
    ['Flagged rows', rowsText(found.rows)],
  ]);
  for (const { question, facts } of narrative) {
    page.heading(question);
    page.table(
      [
        { header: 'Fact', width: 359 },
        { header: 'Rests on', width: 140 },
      ],
      facts.map(({ text, rows }) => [text, rowsText(rows)]),
    );
  }
  page.heading('Beside what is usual');
  page.table(
    [
      { header: '', width: 99 },
      { header: 'Other rows', width: 200 },
      { header: 'Flagged rows', width: 200 },
    ],
    usual.map((each) => [each.name, each.usual, each.flagged]),
  );
  page.heading('Transfers in order of time');
  page.table(
    [
      { header: 'Date', width: 70 },
      { header: 'From', width: 120 },
      { header: 'To', width: 120 },
      { header: 'Amount', width: 80, right: true },
      { header: 'Rows', width: 109 },
    ],
    network.transfers.map(({ from, to, at: day, amount, rows }) => [
      day?.slice(0, 10) ?? '-',
      network.accounts[from]!,
      network.accounts[to]!,
      amount?.toFixed(2) ?? '-',
      rows.join(', '),
    ]),
  );
  if (network.omitted > 0) page.text(`${network.omitted} smaller transfers are left out.`);
  return pdf.finish();
}
