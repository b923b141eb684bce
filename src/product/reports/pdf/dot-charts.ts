import { printable } from '../../../platform/pdf/create-pdf.ts';
import type { PdfPage } from '../../../platform/pdf/page.ts';
import { type DotFigures, dotTable } from '../../../shared/report-sentences/fairness-picture.ts';
import { type PictureSide, SIDE_NAMES } from '../../../shared/report-sentences/picture-table.ts';
import { INK_SOFT, LINE, REAL, SYNTHETIC } from './colors.ts';

const LABELS = 120;
const AXIS = 340;
const LINE_HEIGHT = 13;
const RADIUS = 3.2;

function drawMark(document: PDFKit.PDFDocument, side: PictureSide, x: number, y: number): void {
  if (side === 'real') document.circle(x, y, RADIUS).fill(REAL);
  else if (side === 'holdout') document.rect(x - 0.6, y - 5, 1.2, 10).fill(INK_SOFT);
  else
    document
      .circle(x, y, RADIUS + 0.6)
      .lineWidth(1.2)
      .dash(1.6, { space: 1 })
      .stroke(SYNTHETIC)
      .undash();
}

type Row = { at: { x: number; y: number }; most: number; sides: readonly PictureSide[] };

function drawRow(
  document: PDFKit.PDFDocument,
  { label, shares }: DotFigures['rows'][number],
  { at: { x, y }, most, sides }: Row,
): void {
  document.font('sans').fontSize(7.5).fillColor(INK_SOFT);
  document.text(printable(label), x, y + 1, { width: LABELS - 8, height: 10, ellipsis: true });
  const middle = y + LINE_HEIGHT / 2;
  const left = x + LABELS;
  document
    .moveTo(left, middle)
    .lineTo(left + AXIS, middle)
    .lineWidth(0.3)
    .stroke(LINE);
  const known = sides.flatMap((side) => {
    const share = shares[side];
    return typeof share === 'number' ? [{ side, place: left + (share / most) * AXIS }] : [];
  });
  for (const { side, place } of known) drawMark(document, side, place, middle);
}

/** Draws shares by group as dots on one axis, with their figures as a table. */
export function dotChart(page: PdfPage, picture: DotFigures): void {
  const { title, note, sides, rows, most } = picture;
  page.heading(title, 80 + rows.length * LINE_HEIGHT);
  page.text(note);
  page.block(LINE_HEIGHT + 4, (document, { x, y }) => {
    document.font('sans').fontSize(7.5);
    for (const [i, side] of sides.entries()) {
      const left = x + LABELS + i * 80;
      drawMark(document, side, left + 4, y + 5);
      document.fillColor('#14202B').text(SIDE_NAMES[side], left + 12, y);
    }
  });
  for (const row of rows)
    page.block(LINE_HEIGHT, (document, at) => drawRow(document, row, { at, most, sides }));
  page.block(14, (document, { x, y }) => {
    document.font('sans').fontSize(7).fillColor(INK_SOFT);
    document.text('0%', x + LABELS, y, { width: 30 });
    document.text(`${Math.round(most * 100)}%`, x + LABELS + AXIS - 30, y, {
      width: 30,
      align: 'right',
    });
  });
  const { header, rows: lines } = dotTable(picture);
  page.table(
    header.map((name, i) => ({ header: name, width: i === 0 ? 199 : 100, right: i > 0 })),
    lines,
  );
}
