import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { unpackZip } from '../../platform/files/unpack-zip.ts';
import { MAX_ENTRIES } from './check-document.ts';
import { NOTHING, type ReadText, readPdf } from './read-pdf.ts';

export type DocumentContent = {
  readable: boolean;
  mentions: string[];
  /** First digits of the batch if the title is that of its report. */
  reportOf: string | null;
};

/** Batch id; browsers break lines within it. */
const ID = /\b(?:[0-9a-f]\n?){8}-\n?(?:(?:[0-9a-f]\n?){4}-\n?){3}(?:[0-9a-f]\n?){11}[0-9a-f]\b/gi;
const MAX_MENTIONS = 1000;
const REPORT_TITLE = /^Report of batch ([0-9a-f]{8})$/;
const MAX_TEXT_BYTES = 50 * 1024 * 1024;
const DOCX_TEXT = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<DocumentContent> {
  const { pages, texts, titles } =
    kind === 'pdf' ? await readPdf(await readFile(path)) : await readDocx(path);
  const ids = texts.flatMap((text) => text.match(ID) ?? []);
  const mentions = [...new Set(ids.map((id) => id.replaceAll('\n', '').toLowerCase()))];
  return {
    // Documents with too many mentions are treated as unreadable.
    readable: pages > 0 && mentions.length <= MAX_MENTIONS,
    mentions: mentions.slice(0, MAX_MENTIONS),
    reportOf: titles.flatMap((title) => REPORT_TITLE.exec(title)?.[1] ?? [])[0] ?? null,
  };
}

/** Extracts the text of a Word document across runs. A document without text has no page. */
async function readDocx(path: string): Promise<ReadText> {
  const texts: string[] = [];
  let room = MAX_TEXT_BYTES;
  await unpackZip(path, { maxFiles: MAX_ENTRIES }, async (name, bytes) => {
    if (!DOCX_TEXT.test(name) || room < 0) return void bytes.destroy();
    const xml = await text(limited(bytes, room));
    room -= xml.length;
    texts.push(xml.replaceAll('</w:p>', '\n').replaceAll(/<[^<>]*>/g, ''));
  });
  if (room < 0) return NOTHING;
  return { pages: texts.some((each) => each.trim() !== '') ? 1 : 0, texts, titles: [] };
}

async function* limited(bytes: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    yield chunk;
    if (size > limit) return;
  }
}
