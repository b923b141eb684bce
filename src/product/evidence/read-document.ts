import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { unpackZip } from '../../platform/files/unpack-zip.ts';
import { MAX_ENTRIES } from './check-document.ts';
import { type ReadText, readPdf } from './read-pdf.ts';

/** Facts that an approval requires: readable or not, and the batches mentioned. */
type DocumentContent = {
  readable: boolean;
  /** Batch ids in the text, distinct, in order of appearance. */
  mentions: string[];
  /** First digits of the batch if the title is that of its report. */
  reportOf: string | null;
};

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const MAX_MENTIONS = 1000;
const REPORT_TITLE = /^Report of batch ([0-9a-f]{8})$/;
const DOCX_TEXT = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<DocumentContent> {
  const { pages, texts, titles } =
    kind === 'pdf' ? await readPdf(await readFile(path)) : await readDocx(path);
  const ids = texts.flatMap((text) => text.match(ID) ?? []);
  const mentions = [...new Set(ids.map((id) => id.toLowerCase()))];
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
  await unpackZip(path, { maxFiles: MAX_ENTRIES }, async (name, bytes) => {
    if (!DOCX_TEXT.test(name)) return void bytes.destroy();
    const xml = await text(bytes);
    texts.push(xml.replaceAll('</w:p>', '\n').replaceAll(/<[^<>]*>/g, ''));
  });
  return { pages: texts.some((each) => each.trim() !== '') ? 1 : 0, texts, titles: [] };
}
