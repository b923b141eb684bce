export type CsvHead = { headers: string[]; records: number };

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
/** Milliseconds after which the page gets its turn: what is read from memory comes without a pause. */
const MAX_AT_A_STRETCH = 30;
const DELIMITERS = [',', ';', '\t', '|'];

/** Bytes of the file, as UTF-8: files in UTF-16 with a mark are put over on the way. */
async function openBytes(file: Blob): Promise<ReadableStream<Uint8Array>> {
  const mark = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const encoding =
    mark[0] === 0xff && mark[1] === 0xfe
      ? 'utf-16le'
      : mark[0] === 0xfe && mark[1] === 0xff
        ? 'utf-16be'
        : null;
  const bytes = file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  if (encoding === null) return bytes;
  return bytes.pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
}

/**
 * Reads a CSV's header record and counts the records below it, quoted line breaks and all, without ever
 * holding the file, and without holding up the page. Blank lines are no records.
 */
export async function readCsvHead(file: Blob, signal?: AbortSignal): Promise<CsvHead> {
  const reader = (await openBytes(file)).getReader();
  const head: number[] = [];
  let headRead = false;
  let quoted = false;
  let filled = false;
  let records = 0;
  let since = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) break;
    if (performance.now() - since > MAX_AT_A_STRETCH) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    for (const byte of value) {
      if (byte === QUOTE) quoted = !quoted;
      if ((byte === LF || byte === CR) && !quoted) {
        if (!filled) continue;
        if (headRead) records += 1;
        headRead = true;
        filled = false;
        continue;
      }
      filled = true;
      if (!headRead && head.length < 1_000_000) head.push(byte);
    }
  }
  if (filled && headRead) records += 1;
  const text = new TextDecoder().decode(new Uint8Array(head));
  return { headers: splitHead(text), records };
}

/** The names in a header record, by the delimiter that stands in it most. */
export function splitHead(text: string): string[] {
  const plain = text.replace(/^\ufeff/, '');
  if (plain === '') return [];
  const best = DELIMITERS.map((delimiter) => split(plain, delimiter)).reduce((a, b) =>
    b.length > a.length ? b : a,
  );
  return best;
}

function split(text: string, delimiter: string): string[] {
  const names: string[] = [];
  let name = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const letter = text.charAt(i);
    if (letter === '"') {
      if (quoted && text.charAt(i + 1) === '"') {
        name += '"';
        i += 1;
      } else quoted = !quoted;
    } else if (letter === delimiter && !quoted) {
      names.push(name);
      name = '';
    } else name += letter;
  }
  return [...names, name];
}
