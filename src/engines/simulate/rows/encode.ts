import { type Blob, blobOf, copyWords, SLACK } from '../../table/blobs.ts';
import { formatDate } from './civil-date.ts';
import { centWords, minuteTexts, padded, secondWords, writeMoney } from './number-text.ts';
import type { RowBatch } from './row-batch.ts';
import { copyFormat, csvFormat, type TextFormat } from './text-formats.ts';
import { CODES, MONEY, SECONDS, SEQUENCE, type Writer, widest, writersOf } from './writers.ts';

const encoder = new TextEncoder();

/** State of writing one batch. The loop over rows calls small functions, which are compiled well. */
type Sheet = {
  writers: readonly Writer[];
  separator: number;
  cents: Int32Array;
  seconds: Int32Array;
  /** When the day began whose date is at hand, and that date's text with the T. */
  midnight: number;
  date: DataView;
  /** What the numbers of a sequence begin with, from one of them on. */
  stem: { writer: Writer | null; from: number; text: Blob };
  out: DataView;
};

function writeCode(writer: Writer, row: number, out: DataView, at: number): number {
  const code = writer.codes[row]!;
  const { sharedCount } = writer;
  if (code < sharedCount) {
    const { view, offsets } = writer.shared;
    return copyWords(view, offsets[code]!, offsets[code + 1]!, out, at);
  }
  const { view, offsets } = writer.own;
  const own = code - sharedCount;
  return copyWords(view, offsets[own]!, offsets[own + 1]!, out, at);
}

function writeSeconds(sheet: Sheet, seconds: number, at: number): number {
  let second = seconds - sheet.midnight;
  if (!(second >= 0 && second < 86_400)) {
    const day = Math.floor(seconds / 86_400);
    sheet.date = blobOf([`${formatDate(day)}T`]).view;
    sheet.midnight = day * 86_400;
    second = seconds - sheet.midnight;
  }
  const { out } = sheet;
  const to = copyWords(sheet.date, 0, 11, out, at);
  const whole = second | 0;
  const minute = (whole / 60) | 0;
  out.setInt32(to, minuteTexts.getInt32(minute * 8, true), true);
  out.setInt32(to + 4, minuteTexts.getInt32(minute * 8 + 4, true), true);
  out.setInt32(to + 6, sheet.seconds[whole - minute * 60]!, true);
  return to + 10;
}

/** All but the last four digits of a sequence change once in ten thousand rows. */
function writeSequence(sheet: Sheet, writer: Writer, row: number, at: number): number {
  const { out, stem } = sheet;
  let low = writer.first + row - stem.from;
  if (stem.writer !== writer || !(low >= 0 && low < 10_000)) {
    const high = Math.floor((writer.first + row) / 10_000);
    stem.writer = writer;
    stem.from = high * 10_000;
    stem.text = blobOf([writer.prefix + String(high).padStart(writer.digits - 4, '0')]);
    low = writer.first + row - stem.from;
  }
  const end = copyWords(stem.text.view, 0, stem.text.longest, out, at);
  out.setInt32(end, padded[low]!, true);
  out.setUint8(end + 4, sheet.separator);
  return end + 5;
}

function writeRow(sheet: Sheet, row: number, start: number): number {
  const { writers, out } = sheet;
  let at = start;
  for (let w = 0; w < writers.length; w++) {
    const writer = writers[w]!;
    switch (writer.kind) {
      case CODES:
        at = writeCode(writer, row, out, at);
        break;
      case MONEY:
        at = writeMoney(writer.numbers[row]!, sheet.cents, out, at);
        break;
      case SECONDS:
        at = writeSeconds(sheet, writer.numbers[row]!, at);
        break;
      case SEQUENCE:
        at = writeSequence(sheet, writer, row, at);
        break;
      default: {
        const { view, offsets } = writer.own;
        at = copyWords(view, offsets[row]!, offsets[row + 1]!, out, at);
      }
    }
  }
  return at;
}

/** Memory that one encoding after another may use; fresh pages cost a third of the time otherwise. */
type Scratch = { bytes: Uint8Array; codes: Int32Array[] };

/** The separator after the last value becomes the line's end, or its first sign. */
function encodeRows(
  batch: RowBatch,
  format: TextFormat,
  head: string,
  tail: string,
  title: string,
  scratch: Scratch,
): Uint8Array {
  const writers = writersOf(batch, format, scratch.codes);
  const before = blobOf([head]);
  const after = blobOf([tail]);
  const opening = encoder.encode(title);
  const width = writers.reduce((sum, w) => sum + widest(w), before.longest + after.longest + SLACK);
  const wanted = opening.length + width + batch.rows * Math.min(width, 192);
  let bytes = scratch.bytes.length >= wanted ? scratch.bytes : new Uint8Array(wanted);
  bytes.set(opening);
  const separator = format.separator.charCodeAt(0);
  const returns = format.lineEnd === '\r\n';
  const sheet: Sheet = {
    writers,
    separator,
    cents: centWords(separator),
    seconds: secondWords(separator),
    midnight: Number.NaN,
    date: before.view,
    stem: { writer: null, from: 0, text: before },
    out: new DataView(bytes.buffer),
  };
  let at = opening.length;
  for (let row = 0; row < batch.rows; row++) {
    if (at + width > bytes.length) {
      const larger = new Uint8Array(Math.ceil(bytes.length * 1.3) + width);
      larger.set(bytes);
      bytes = larger;
      sheet.out = new DataView(bytes.buffer);
    }
    if (before.longest > 0) at = copyWords(before.view, 0, before.longest, sheet.out, at);
    at = writeRow(sheet, row, at);
    if (after.longest > 0) at = copyWords(after.view, 0, after.longest, sheet.out, at);
    if (returns) bytes[at++ - 1] = 13;
    bytes[at - 1] = 10;
  }
  scratch.bytes = bytes;
  return bytes.subarray(0, at);
}

const freshScratch = (): Scratch => ({ bytes: new Uint8Array(0), codes: [] });

/** Bytes of a CSV file (RFC 4180, UTF-8), with the header line if asked for. */
export function encodeCsv(batch: RowBatch, options: { header?: boolean } = {}): Uint8Array {
  return csvEncoder()(batch, options);
}

/** The same for many batches in a row: the bytes of one call are overwritten by the next. */
export function csvEncoder(): (batch: RowBatch, options?: { header?: boolean }) => Uint8Array {
  const scratch = freshScratch();
  return (batch, options = {}) => {
    const title = options.header === true ? csvHeader(batch) : '';
    return encodeRows(batch, csvFormat, '', '', title, scratch);
  };
}

/** The header line of a file. */
export function csvHeader(batch: Pick<RowBatch, 'fields'>): string {
  return `${batch.fields.map((field) => field.name).join(',')}${csvFormat.lineEnd}`;
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
    values.map((value) => copyFormat.quote(value) + copyFormat.separator).join('');
  const [before, after] = [line(constants.before), line(constants.after)];
  return encodeRows(batch, copyFormat, before, after, '', freshScratch());
}
