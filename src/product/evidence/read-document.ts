import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { type ReadText, readPdf } from './read-pdf.ts';

/** What an approval asks of a document: whether it can be read, and which batches it is about. */
type DocumentContent = {
  readable: boolean;
  /** Ids in its text, in order of appearance, each once. */
  mentions: string[];
  /** The first digits of the batch whose report it is, by its title. */
  reportOf: string | null;
};

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const MAX_MENTIONS = 1000;
const REPORT_TITLE = /^Report of batch ([0-9a-f]{8})$/;
const DOCX_TEXT = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/** Reads a document that passed the check of its kind. */
export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<DocumentContent> {
  const bytes = await readFile(path);
  const { pages, texts, titles } = kind === 'pdf' ? await readPdf(bytes) : readDocx(bytes);
  const ids = texts.flatMap((text) => text.match(ID) ?? []);
  const mentions = [...new Set(ids.map((id) => id.toLowerCase()))];
  return {
    // Too many to keep is too many to judge by.
    readable: pages > 0 && mentions.length <= MAX_MENTIONS,
    mentions: mentions.slice(0, MAX_MENTIONS),
    reportOf: titles.flatMap((title) => REPORT_TITLE.exec(title)?.[1] ?? [])[0] ?? null,
  };
}

/** The words of a Word document, in whichever runs they stand. One without a word has no page. */
function readDocx(bytes: Uint8Array): ReadText {
  const parts = unzipSync(bytes, { filter: ({ name }) => DOCX_TEXT.test(name) });
  const texts = Object.values(parts).map((part) =>
    strFromU8(part)
      .replaceAll('</w:p>', '\n')
      .replaceAll(/<[^<>]*>/g, ''),
  );
  return { pages: texts.some((text) => text.trim() !== '') ? 1 : 0, texts, titles: [] };
}
