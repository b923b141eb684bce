import { formatDate } from './civil-date.ts';
import type { Codes, Dictionary, RowBatch } from './row-batch.ts';
import { cellText } from './text-form.ts';

/** Strings laid end to end; the string of code c is bytes[offsets[c] … offsets[c + 1]). */
type Blob = { bytes: Uint8Array; offsets: Uint32Array; longest: number };
type Layered = { shared: Blob; own: Blob };

type Writer =
  | { kind: 'blob'; codes: Codes; shared: Blob; own: Blob; sharedCount: number }
  | { kind: 'text'; values: Blob }
  | { kind: 'money'; minor: Float64Array }
  | { kind: 'seconds'; values: Float64Array }
  | { kind: 'sequence'; prefix: Uint8Array; first: number; digits: number };

/** How one text format writes a value and what stands between and around values. */
type Form = { separator: string; quote: (text: string) => string };

const CSV: Form = {
  separator: ',',
  quote: (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
};

const COPY_ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const COPY: Form = {
  separator: '\t',
  quote: (text) => (text === '' ? '\\N' : text.replace(/[\\\t\n\r]/g, (c) => COPY_ESCAPES[c]!)),
};

const encoder = new TextEncoder();
const NOTHING: Dictionary = { strings: [] };
const DIGITS = Uint8Array.from(
  { length: 200 },
  (_, i) => 48 + (i % 2 === 0 ? Math.floor(i / 20) : (i >> 1) % 10),
);

function blobOf(strings: readonly string[]): Blob {
  const offsets = new Uint32Array(strings.length + 1);
  let bytes = new Uint8Array(Math.max(64, strings.length * 24));
  let end = 0;
  let longest = 0;
  for (let i = 0; i < strings.length; i++) {
    const text = strings[i]!;
    if (end + text.length * 3 > bytes.length) {
      const larger = new Uint8Array((end + text.length * 3) * 2);
      larger.set(bytes);
      bytes = larger;
    }
    const { written } = encoder.encodeInto(text, bytes.subarray(end));
    end += written;
    offsets[i + 1] = end;
    longest = Math.max(longest, written);
  }
  return { bytes, offsets, longest };
}

/** Blobs of runs of dictionaries are kept as long as the run's first list of strings is. */
const kept = new WeakMap<
  readonly string[],
  { form: Form; run: readonly (readonly string[])[]; blob: Blob }[]
>();

function blobOfRun(run: readonly (readonly string[])[], form: Form): Blob {
  const first = run[0]!;
  const known = kept.get(first) ?? [];
  const found = known.find(
    (entry) =>
      entry.form === form &&
      entry.run.length === run.length &&
      entry.run.every((s, i) => s === run[i]),
  );
  if (found !== undefined) return found.blob;
  const joined = first.map((_, code) =>
    run.map((strings) => form.quote(strings[code]!) + form.separator).join(''),
  );
  const blob = blobOf(joined);
  kept.set(first, [...known, { form, run, blob }]);
  return blob;
}

function layered(dictionaries: readonly Dictionary[], form: Form): Layered {
  return {
    shared: blobOfRun(
      dictionaries.map((d) => (d.base ?? NOTHING).strings),
      form,
    ),
    own: blobOfRun(
      dictionaries.map((d) => d.strings),
      form,
    ),
  };
}

function writersOf(batch: RowBatch, form: Form): Writer[] {
  const writers: Writer[] = [];
  for (let i = 0; i < batch.columns.length; i++) {
    const column = batch.columns[i]!;
    if (column.kind === 'dictionary') {
      const run = [column.dictionary];
      let next = batch.columns[i + 1];
      while (next?.kind === 'dictionary' && next.codes === column.codes) {
        run.push(next.dictionary);
        i++;
        next = batch.columns[i + 1];
      }
      writers.push({
        kind: 'blob',
        codes: column.codes,
        ...layered(run, form),
        sharedCount: column.dictionary.base?.strings.length ?? 0,
      });
    } else if (column.kind === 'sequence') {
      const { first, digits } = column;
      writers.push({ kind: 'sequence', prefix: encoder.encode(column.prefix), first, digits });
    } else if (
      column.kind === 'money' &&
      !column.minor.subarray(0, batch.rows).some(Number.isNaN)
    ) {
      writers.push(column);
    } else if (column.kind === 'seconds') {
      writers.push(column);
    } else {
      const values = Array.from(
        { length: batch.rows },
        (_, row) => form.quote(cellText(column, row)) + form.separator,
      );
      writers.push({ kind: 'text', values: blobOf(values) });
    }
  }
  return writers;
}

function widest(writer: Writer): number {
  switch (writer.kind) {
    case 'blob':
      return Math.max(writer.shared.longest, writer.own.longest);
    case 'text':
      return writer.values.longest;
    case 'sequence':
      return writer.prefix.length + 18;
    default:
      return 24;
  }
}

function copyOf(blob: Blob, code: number, out: Uint8Array, at: number): number {
  const { bytes, offsets } = blob;
  const end = offsets[code + 1]!;
  let to = at;
  for (let from = offsets[code]!; from < end; from++) out[to++] = bytes[from]!;
  return to;
}

function writeInteger(value: number, least: number, out: Uint8Array, at: number): number {
  let length = 1;
  for (let limit = 10; value >= limit && length < 17; limit *= 10) length++;
  if (length < least) length = least;
  let rest = value;
  let to = at + length;
  while (rest > 2147483647) {
    const quotient = Math.floor(rest / 10);
    out[--to] = 48 + (rest - quotient * 10);
    rest = quotient;
  }
  let small = rest | 0;
  while (to > at) {
    const quotient = (small / 10) | 0;
    out[--to] = 48 + small - quotient * 10;
    small = quotient;
  }
  return at + length;
}

function writeMoney(minor: number, out: Uint8Array, at: number): number {
  let to = at;
  let whole = minor;
  if (minor < 0) {
    out[to++] = 45;
    whole = -minor;
  }
  const units = Math.floor(whole / 100);
  const cents = whole - units * 100;
  to = writeInteger(units, 1, out, to);
  out[to++] = 46;
  out[to++] = DIGITS[cents * 2]!;
  out[to++] = DIGITS[cents * 2 + 1]!;
  return to;
}

/** The separator after each value becomes the line feed after the last one. */
function encodeRows(
  batch: RowBatch,
  form: Form,
  head: string,
  tail: string,
  title: string,
): Uint8Array {
  const writers = writersOf(batch, form);
  const separator = form.separator.charCodeAt(0);
  const before = encoder.encode(head);
  const after = encoder.encode(tail);
  const opening = encoder.encode(title);
  const width = writers.reduce((sum, w) => sum + widest(w), before.length + after.length + 1);
  let out = new Uint8Array(opening.length + width + batch.rows * Math.min(width, 224));
  out.set(opening);
  let at = opening.length;
  let today = Number.NaN;
  const date = new Uint8Array(11);
  for (let row = 0; row < batch.rows; row++) {
    if (at + width > out.length) {
      const larger = new Uint8Array(Math.ceil(out.length * 1.4) + width);
      larger.set(out);
      out = larger;
    }
    for (let i = 0; i < before.length; i++) out[at++] = before[i]!;
    for (let w = 0; w < writers.length; w++) {
      const writer = writers[w]!;
      switch (writer.kind) {
        case 'blob': {
          const code = writer.codes[row]!;
          at =
            code < writer.sharedCount
              ? copyOf(writer.shared, code, out, at)
              : copyOf(writer.own, code - writer.sharedCount, out, at);
          break;
        }
        case 'money':
          at = writeMoney(writer.minor[row]!, out, at);
          out[at++] = separator;
          break;
        case 'seconds': {
          const seconds = writer.values[row]!;
          const day = Math.floor(seconds / 86400);
          if (day !== today) {
            encoder.encodeInto(`${formatDate(day)}T`, date);
            today = day;
          }
          for (let i = 0; i < 11; i++) out[at++] = date[i]!;
          const rest = (seconds - day * 86400) | 0;
          const hours = (rest / 3600) | 0;
          const minutes = ((rest / 60) | 0) - hours * 60;
          const last = rest - hours * 3600 - minutes * 60;
          out[at++] = DIGITS[hours * 2]!;
          out[at++] = DIGITS[hours * 2 + 1]!;
          out[at++] = 58;
          out[at++] = DIGITS[minutes * 2]!;
          out[at++] = DIGITS[minutes * 2 + 1]!;
          out[at++] = 58;
          out[at++] = DIGITS[last * 2]!;
          out[at++] = DIGITS[last * 2 + 1]!;
          out[at++] = 90;
          out[at++] = separator;
          break;
        }
        case 'sequence': {
          const prefix = writer.prefix;
          for (let i = 0; i < prefix.length; i++) out[at++] = prefix[i]!;
          at = writeInteger(writer.first + row, writer.digits, out, at);
          out[at++] = separator;
          break;
        }
        case 'text':
          at = copyOf(writer.values, row, out, at);
      }
    }
    for (let i = 0; i < after.length; i++) out[at++] = after[i]!;
    out[at - 1] = 10;
  }
  return out.subarray(0, at);
}

/** Bytes of a CSV file (RFC 4180 quoting, UTF-8, line feeds), with the header line if asked for. */
export function encodeCsv(batch: RowBatch, options: { header?: boolean } = {}): Uint8Array {
  return encodeRows(batch, CSV, '', '', options.header === true ? csvHeader(batch) : '');
}

/** The header line of a file. */
export function csvHeader(batch: Pick<RowBatch, 'fields'>): string {
  return `${batch.fields.map((field) => field.name).join(',')}\n`;
}

/**
 * Bytes for PostgreSQL's `COPY … FROM STDIN` in text format; no value is `\N`.
 *
 * @param constants values written before and after those of each row, such as a tenant's id
 */
export function encodeCopy(
  batch: RowBatch,
  constants: { before?: readonly string[]; after?: readonly string[] } = {},
): Uint8Array {
  const line = (values: readonly string[] = []) =>
    values.map((value) => COPY.quote(value) + COPY.separator).join('');
  return encodeRows(batch, COPY, line(constants.before), line(constants.after), '');
}
