import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const unpack = promisify(inflate);
/** Limit of unpacked bytes of a document of 10 MB, without images; larger ones are unreadable. */
const MAX_UNPACKED = 50 * 1024 * 1024;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** Arrays and strings shown by a text operator (ISO 32000-1, 9.4.3). */
const SHOWN =
  /\[((?:\((?:\\.|[^()\\])*\)|[^[\]()])*)\]\s*TJ|(\((?:\\.|[^()\\])*\)|<[0-9a-f\s]*>)\s*(?:Tj|'|")/gi;
const STRING = /\(((?:\\.|[^()\\])*)\)|<([0-9a-f\s]*)>/gi;

export type ReadText = { pages: number; texts: string[]; titles: string[] };
const NOTHING: ReadText = { pages: 0, texts: [], titles: [] };

/**
 * Extracts pages, text and titles of a PDF (ISO 32000-1): text in fonts with character codes, and
 * attached files. Glyph numbers and images give no text. An encrypted or damaged file has no page.
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
  // Objects are in the file itself or, since PDF 1.5, in streams.
  const objects = [outside, ...unpacked];
  return {
    pages: objects.reduce((sum, text) => sum + (text.match(PAGE)?.length ?? 0), 0),
    texts: [...objects, ...unpacked.map(shownText)],
    // The title is in the file information, possibly in a separate object.
    titles: [...outside.matchAll(STRING)].map(([, literal]) => literal ?? ''),
  };
}

type Stream = { head: string; start: number; end: number };

/** Splits the file into stream positions with their dictionaries, and the rest. */
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

/** Inflates a stream: empty if damaged, null if larger than `room`. */
async function inflated(part: Buffer, room: number): Promise<Buffer | null> {
  if (room <= 0) return null;
  return unpack(part, { maxOutputLength: room }).catch((error: unknown) =>
    (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? null : Buffer.alloc(0),
  );
}

/** Returns the text of a content stream, a line per operator. */
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
