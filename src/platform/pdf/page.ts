import { PDF_MARGIN as MARGIN, printable } from './create-pdf.ts';

const BOTTOM = 60;
const INK = '#14202B';

type PdfColumn = { header: string; width: number; right?: boolean };

export type PdfPage = {
  title: (text: string) => void;
  /** Begins a new page unless `below` points fit with it. */
  heading: (text: string, below?: number) => void;
  text: (text: string) => void;
  list: (lines: readonly string[]) => void;
  facts: (rows: readonly (readonly [name: string, value: string])[]) => void;
  table: (columns: readonly PdfColumn[], rows: readonly (readonly string[])[]) => void;
  block: (
    height: number,
    draw: (document: PDFKit.PDFDocument, at: { x: number; y: number; width: number }) => void,
  ) => void;
};

export const shown = (value: unknown): string =>
  value === null || value === undefined ? '-' : printable(String(value));

export const share = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined ? '-' : value.toFixed(digits);

export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : `${Number((value * 100).toFixed(1))} %`;

export function pdfPage(document: PDFKit.PDFDocument): PdfPage {
  const width = document.page.width - 2 * MARGIN;
  const room = (height: number) => {
    if (document.y + height > document.page.height - BOTTOM) document.addPage();
  };
  const heightOf = (text: string, most: number) =>
    Math.max(11, document.heightOfString(text, { width: most }));
  const cells = (columns: readonly PdfColumn[], texts: readonly string[]) => {
    const height = Math.max(...columns.map((c, i) => heightOf(texts[i] ?? '', c.width - 6)));
    room(height + 4);
    const top = document.y;
    let x = MARGIN;
    for (const [i, column] of columns.entries()) {
      const align = column.right === true ? 'right' : 'left';
      document.text(texts[i] ?? '', x, top, { width: column.width - 6, align });
      x += column.width;
    }
    document.x = MARGIN;
    document.y = top + height + 4;
  };
  return {
    block: (height, draw) => {
      room(height);
      const { y } = document;
      draw(document, { x: MARGIN, y, width });
      document.x = MARGIN;
      document.y = y + height;
    },
    title: (text) => {
      document.fillColor(INK).font('serif').fontSize(22);
      document.text(printable(text), MARGIN, MARGIN, { width: width - 120 });
      document.moveDown(0.6);
    },
    heading: (text, below = 60) => {
      room(below);
      document.moveDown(0.8).fillColor(INK).font('serif').fontSize(14);
      document.text(printable(text), MARGIN, document.y, { width }).moveDown(0.3);
      document.fillColor(INK).font('sans').fontSize(9);
    },
    text: (text) => {
      document.fillColor(INK).font('sans').fontSize(9);
      room(heightOf(text, width));
      document.text(printable(text), MARGIN, document.y, { width }).moveDown(0.4);
    },
    list: (lines) => {
      document.fillColor(INK).font('sans').fontSize(9);
      for (const line of lines.length > 0 ? lines : ['none known']) {
        cells(
          [
            { header: '', width: 12 },
            { header: '', width: width - 12 },
          ],
          ['-', printable(line)],
        );
      }
    },
    facts: (rows) => {
      for (const [name, value] of rows) {
        document.fillColor(INK).font('sans').fontSize(9);
        // The seal is at the top right of the first page.
        const { start, count } = document.bufferedPageRange();
        const beside = start + count === 1 && document.y < 150 ? 120 : 0;
        cells(
          [
            { header: '', width: 100 },
            { header: '', width: width - 100 - beside },
          ],
          [printable(name), printable(value)],
        );
      }
    },
    table: (columns, rows) => {
      room(60);
      document.fillColor(INK).font('bold').fontSize(8);
      cells(
        columns,
        columns.map(({ header }) => header),
      );
      document
        .moveTo(MARGIN, document.y - 2)
        .lineTo(MARGIN + width, document.y - 2)
        .lineWidth(0.5)
        .stroke('#7C8790');
      document.fillColor(INK).font('sans').fontSize(8);
      for (const row of rows) cells(columns, row.map(printable));
    },
  };
}
