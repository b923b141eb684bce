import { inflateSync } from 'node:zlib';

type Stream = { id: string; head: string; bytes: Buffer };

function streamsOf(pdf: Buffer): Stream[] {
  const streams: Stream[] = [];
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/(\d+) 0 obj\s*(<<(?:(?!endobj).)*?>>)\s*stream\r?\n/gs)) {
    const from = match.index + match[0].length;
    const raw = pdf.subarray(from, text.indexOf('endstream', from));
    const head = match[2]!;
    const bytes = head.includes('/FlateDecode') ? inflateSync(raw) : raw;
    streams.push({ id: match[1]!, head, bytes });
  }
  return streams;
}

/** Maps each font's glyphs to characters, by font name on pages (ISO 32000-1, 9.10.3). */
function fontsOf(pdf: Buffer, streams: readonly Stream[]): Map<string, string[]> {
  const text = pdf.toString('latin1');
  const fonts = new Map<string, string[]>();
  for (const [, name, id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = new RegExp(`\\b${id} 0 obj\\s*<<(?:(?!endobj).)*?/ToUnicode (\\d+) 0 R`, 's').exec(
      text,
    );
    const map = streams.find((stream) => stream.id === font?.[1])?.bytes.toString('latin1') ?? '';
    const glyphs: string[] = [];
    for (const [, first, list] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
      const characters = [...list!.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex]) =>
        Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
      for (const [i, character] of characters.entries()) {
        glyphs[Number.parseInt(first!, 16) + i] = character;
      }
    }
    fonts.set(name!, glyphs);
  }
  return fonts;
}

export function pdfText(pdf: Buffer): string {
  const lines: string[] = [];
  const streams = streamsOf(pdf);
  const fonts = fontsOf(pdf, streams);
  for (const { head, bytes } of streams) {
    if (head.includes('/EmbeddedFile')) continue;
    let glyphs: string[] = [];
    for (const [, font, pieces] of bytes
      .toString('latin1')
      .matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) glyphs = fonts.get(font) ?? [];
      else {
        const hex = [...pieces!.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits).join('');
        const codes = hex.match(/.{4}/g) ?? [];
        lines.push(codes.map((code) => glyphs[Number.parseInt(code, 16)] ?? '').join(''));
      }
    }
  }
  return lines.join('\n');
}

export const pdfAttachments = (pdf: Buffer): Buffer[] =>
  streamsOf(pdf)
    .filter(({ head }) => head.includes('/EmbeddedFile'))
    .map(({ bytes }) => bytes);
