import { getDocumentProxy } from 'unpdf';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

const MAX_PAGES = 5000;
const MAX_CHARACTERS = 50_000_000;
const TAIL_CHARACTERS = 100;

export type ReadText = { pages: number; texts: string[]; titles: string[] };
export const NOTHING: ReadText = { pages: 0, texts: [], titles: [] };

/**
 * Extracts the number of pages, text and title of a PDF: text as displayed, links, form values,
 * document properties and attached files. A file that is damaged, cut off, or needs a password has no
 * page. Runs only in a thread with bounds: hostile files take any time and memory.
 */
export async function readPdf(bytes: Buffer): Promise<ReadText> {
  if (!isWhole(bytes)) return NOTHING;
  const options = {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
  };
  try {
    return await textOf(await getDocumentProxy(new Uint8Array(bytes), options));
  } catch {
    return NOTHING;
  }
}

/** Returns true if the file ends as ISO 32000-1, 7.5.5 demands; bytes may follow. */
function isWhole(bytes: Buffer): boolean {
  const tail = bytes.lastIndexOf('startxref');
  if (tail === -1) return false;
  const text = bytes.toString('latin1', tail, tail + TAIL_CHARACTERS);
  return /^startxref\s{1,9}\d{1,19}\s{1,9}%%EOF/.test(text);
}

async function textOf(pdf: Pdf): Promise<ReadText> {
  if (pdf.numPages > MAX_PAGES) return NOTHING;
  const info: Record<string, unknown> = { ...(await pdf.getMetadata()).info };
  const texts = Object.values(info).filter((value) => typeof value === 'string');
  let room = MAX_CHARACTERS;
  const add = (text: string) => {
    texts.push(text);
    room -= text.length;
  };
  for (const file of await attachedFiles(pdf)) add(Buffer.from(file).toString('latin1'));
  for (let number = 1; number <= pdf.numPages && room > 0; number++) {
    const page = await pdf.getPage(number);
    add(await shownText(page));
    add(await annotationText(page));
    page.cleanup();
  }
  if (room <= 0) return NOTHING;
  const title = info.Title;
  return { pages: pdf.numPages, texts, titles: typeof title === 'string' ? [title] : [] };
}

async function attachedFiles(pdf: Pdf): Promise<Uint8Array[]> {
  const attached = (await pdf.getAttachments()) as Record<string, { content?: Uint8Array }> | null;
  return Object.values(attached ?? {}).flatMap(({ content }) => content ?? []);
}

async function shownText(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('');
}

async function annotationText(page: Page): Promise<string> {
  const annotations: Record<string, unknown>[] = await page.getAnnotations();
  return annotations
    .flatMap(({ url, contentsObj, fieldValue }) => [
      url,
      (contentsObj as { str?: unknown } | undefined)?.str,
      fieldValue,
    ])
    .filter((value) => typeof value === 'string')
    .join('\n');
}
