import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const unpack = promisify(inflate);
/** Unpacked bytes that a document of 10 MB may have in all, without its pictures; one that has more counts as unreadable. */
const MAX_UNPACKED = 50 * 1024 * 1024;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** Arrays and strings that a text operator shows (ISO 32000-1, 9.4.3). */
const SHOWN =
  /\[((?:\((?:\\.|[^()\\])*\)|[^[\]()])*)\]\s*TJ|(\((?:\\.|[^()\\])*\)|<[0-9a-f\s]*>)\s*(?:Tj|'|")/gi;
const STRING = /\(((?:\\.|[^()\\])*)\)|<([0-9a-f\s]*)>/gi;

export type ReadText = { pages: number; texts: string[]; titles: string[] };
const NOTHING: ReadText = { pages: 0, texts: [], titles: [] };

/**
 * Pages, texts and titles of a PDF (ISO 32000-1). Its texts are those of fonts whose codes are characters, and of
 * attached files; what is drawn by glyph numbers or as a picture has none. An encrypted or damaged file has no page.
 */
export async function readPdf(bytes: Buffer): Promise<ReadText> {
  const raw = bytes.toString('latin1');
  const isWhole = raw.includes('%PDF-') && /startxref\s+\d+\s+%%EOF/.test(raw);
  if (!isWhole || /\/Encrypt\s+\d+\s+\d+\s+R/.test(raw)) return NOTHING;
  const { outside, streams } = splitStreams(raw);
  const unpacked: string[] = [];
  let room = MAX_UNPACKED;
  for (const { head, start, end } of streams) {
    if (head.includes('/Image')) continue;
    const part = bytes.subarray(start, end);
    const text = head.includes('/FlateDecode') ? await inflated(part, room) : part;
    if (text === null) return NOTHING;
    room -= text.length;
    unpacked.push(text.toString('latin1'));
  }
  // Objects may lie in the file itself or, since PDF 1.5, in streams.
  const objects = [outside, ...unpacked];
  return {
    pages: objects.reduce((sum, text) => sum + (text.match(PAGE)?.length ?? 0), 0),
    texts: [...objects, ...unpacked.map(shownText)],
    // A title stands in the file information, in an object of its own where the writer likes.
    titles: [...outside.matchAll(STRING)].map(([, literal]) => literal ?? ''),
  };
}

type Stream = { head: string; start: number; end: number };

/** The file without its streams, and where each of these lies, with the dictionary before it. */
function splitStreams(raw: string): { outside: string; streams: Stream[] } {
  const opening = /\bstream\r?\n/g;
  const outside: string[] = [];
  const streams: Stream[] = [];
  let from = 0;
  for (let found = opening.exec(raw); found !== null; found = opening.exec(raw)) {
    const start = opening.lastIndex;
    const end = raw.indexOf('endstream', start);
    if (end === -1) break;
    const before = raw.slice(from, found.index);
    outside.push(before);
    streams.push({ head: before.slice(Math.max(0, before.lastIndexOf(' obj'))), start, end });
    from = end;
    opening.lastIndex = end;
  }
  return { outside: [...outside, raw.slice(from)].join('\n'), streams };
}

/** A damaged stream has no bytes; null for one that unpacks to more than there is room for. */
async function inflated(part: Buffer, room: number): Promise<Buffer | null> {
  if (room <= 0) return null;
  return unpack(part, { maxOutputLength: room }).catch((error: unknown) =>
    (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? null : Buffer.alloc(0),
  );
}

/** What the text operators of a content stream show, a line each. */
const shownText = (stream: string) =>
  [...stream.matchAll(SHOWN)].map(([, array, text]) => decoded(array ?? text ?? '')).join('\n');

const decoded = (text: string) =>
  [...text.matchAll(STRING)]
    .map(([, literal, hex]) =>
      literal !== undefined
        ? literal.replaceAll(/\\(.)/gs, '$1')
        : Buffer.from(hex!.replaceAll(/\s/g, ''), 'hex').toString('latin1'),
    )
    .join('');
