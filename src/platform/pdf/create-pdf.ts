import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { readWoff } from './read-woff.ts';

export const PDF_MARGIN = 48;
const FOOT = 34;

const FONTS = {
  sans: 'sans/files/ibm-plex-sans-latin-400-normal.woff',
  bold: 'sans/files/ibm-plex-sans-latin-600-normal.woff',
  serif: 'serif/files/ibm-plex-serif-latin-400-normal.woff',
};
const require = createRequire(import.meta.url);

const readFonts = () =>
  Object.entries(FONTS).map(([name, file]) => ({
    name,
    font: readWoff(readFileSync(require.resolve(`@fontsource/ibm-plex-${file}`))),
  }));
let fonts: ReturnType<typeof readFonts> | undefined;

/** Replaces characters missing in the fonts by a mark. */
export const printable = (text: string): string =>
  text.replace(
    /[^\n\x20-\x7e\xa0-\xff\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122\u2212]/g,
    '?',
  );

/** PDF under construction; `finish` numbers its pages and returns its bytes. */
export type Pdf = { document: PDFKit.PDFDocument; finish: () => Promise<Buffer> };

/** Keyword that binds a PDF to the SHA-256 of the JSON that it prints. */
export const printsKeyword = (sha256: string): string => `prints sha256 ${sha256}`;

type PdfFacts = { title: string; subject: string; at: Date; prints: string };

/**
 * Creates a PDF in the product's typefaces. The same content gives the same bytes.
 *
 * @param facts `prints` is the SHA-256 of the JSON that the PDF shows
 */
export function createPdf(facts: PdfFacts): Pdf {
  const { title, subject, at, prints } = facts;
  const document = new PDFDocument({
    size: 'A4',
    margin: PDF_MARGIN,
    bufferPages: true,
    info: {
      Title: title,
      Subject: subject,
      Keywords: printsKeyword(prints),
      CreationDate: at,
      ModDate: at,
    },
  });
  fonts ??= readFonts();
  for (const { name, font } of fonts) document.registerFont(name, font);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  return {
    document,
    finish: () => {
      const { start, count } = document.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        document.switchToPage(page);
        // Below the margin, where text would otherwise start a new page.
        document.page.margins.bottom = 0;
        const width = document.page.width - 2 * PDF_MARGIN;
        const y = document.page.height - FOOT;
        document.font('sans').fontSize(8).fillColor('#4A5763');
        document.text(printable(title), PDF_MARGIN, y, { width, lineBreak: false });
        document.text(`Page ${page + 1} of ${count}`, PDF_MARGIN, y, { width, align: 'right' });
      }
      document.end();
      return done;
    },
  };
}
