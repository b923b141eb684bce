import { inflateSync } from 'node:zlib';

type Stream = { head: string; bytes: Buffer };

/** Every stream of a PDF, inflated, with the dictionary before it. */
function streamsOf(pdf: Buffer): Stream[] {
  const streams: Stream[] = [];
  const text = pdf.toString('latin1');
  for (const found of text.matchAll(/(<<(?:(?!>>\s*stream).)*>>)\s*stream\r?\n/gs)) {
    const from = found.index + found[0].length;
    const raw = pdf.subarray(from, text.indexOf('endstream', from));
    const head = found[1]!.slice(found[1]!.lastIndexOf(' obj') + 1);
    streams.push({ head, bytes: head.includes('/FlateDecode') ? inflateSync(raw) : raw });
  }
  return streams;
}

/** What a PDF in a standard font shows, one line a piece of text. */
export function pdfText(pdf: Buffer): string {
  const lines: string[] = [];
  for (const { head, bytes } of streamsOf(pdf)) {
    if (head.includes('/EmbeddedFile')) continue;
    for (const [, pieces] of bytes.toString('latin1').matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...pieces!.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits!).join('');
      lines.push(Buffer.from(hex, 'hex').toString('latin1'));
    }
  }
  return lines.join('\n');
}

/** The files attached to a PDF, in its order. */
export const pdfAttachments = (pdf: Buffer): Buffer[] =>
  streamsOf(pdf)
    .filter(({ head }) => head.includes('/EmbeddedFile'))
    .map(({ bytes }) => bytes);
