import PDFDocument from 'pdfkit';

export function smallPdf(words: string): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.text(words);
  document.end();
  return done;
}
