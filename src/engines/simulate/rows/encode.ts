import { formatIsoDate } from '../../../shared/civil-date.ts';
import { type Blob, blobOf, copyWords, SLACK } from '../../table/blobs.ts';
import { centWords, minuteTexts, padded, secondWords, writeMoney } from './number-text.ts';
import type { RowBatch } from './row-batch.ts';
import { copyFormat, csvFormat, type TextFormat } from './text-formats.ts';
import {
  CODES,
  GAPPED_MONEY,
  MONEY,
  NUMBERED,
  SECONDS,
  SEQUENCE,
  STEM,
  type Writer,
  widest,
  writersOf,
} from './writers.ts';

const encoder = new TextEncoder();

const endings = new Map(
  [csvFormat, copyFormat].map((format) => {
    const separator = format.separator.charCodeAt(0);
    return [format, { separator, cents: centWords(separator), seconds: secondWords(separator) }];
  }),
);

/** State of writing one batch. The row loop calls small functions, which compile well. */
type Sheet = {
  writers: readonly Writer[];
  separator: number;
  cents: Int32Array;
  seconds: Int32Array;
  /** Start of the current day, and its date text including the T. */
  midnight: number;
  date: DataView;
  /** Output buffer and maximum bytes per row. */
  bytes: Uint8Array;
  out: DataView;
  width: number;
  before: Blob;
  after: Blob;
  returns: boolean;
};

function writeCode(writer: Writer, row: number, out: DataView, at: number): number {
  const code = writer.codes[row];
  const { sharedCount } = writer;
  if (code < sharedCount) {
    const { view, offsets } = writer.shared;
    return copyWords(view, { from: offsets[code], end: offsets[code + 1], out, at });
  }
  const { view, offsets } = writer.own;
  const own = code - sharedCount;
  return copyWords(view, { from: offsets[own], end: offsets[own + 1], out, at });
}

function writeSeconds(sheet: Sheet, seconds: number, at: number): number {
  let second = seconds - sheet.midnight;
  if (!(second >= 0 && second < 86_400)) {
    const day = Math.floor(seconds / 86_400);
    const text = `${formatIsoDate(day)}T`;
    for (let i = 0; i < text.length; i++) sheet.date.setUint8(i, text.charCodeAt(i));
    sheet.midnight = day * 86_400;
    second = seconds - sheet.midnight;
  }
  const { out } = sheet;
  const to = copyWords(sheet.date, { from: 0, end: 11, out, at });
  const whole = second | 0;
  const minute = (whole / 60) | 0;
  out.setInt32(to, minuteTexts.getInt32(minute * 8, true), true);
  out.setInt32(to + 4, minuteTexts.getInt32(minute * 8 + 4, true), true);
  out.setInt32(to + 6, sheet.seconds[whole - minute * 60], true);
  return to + 10;
}

/** Writes a sequence number; all but its last four digits change once in ten thousand rows. */
function writeSequence(sheet: Sheet, writer: Writer, number: number, at: number): number {
  const { out } = sheet;
  let low = number - writer.first;
  if (!(low >= 0 && low < STEM)) {
    const high = Math.floor(number / STEM);
    writer.first = high * STEM;
    writer.own = blobOf([writer.prefix + String(high).padStart(writer.digits - 4, '0')]);
    low = number - writer.first;
  }
  const end = copyWords(writer.own.view, { from: 0, end: writer.own.longest, out, at });
  out.setInt32(end, padded[low], true);
  out.setUint8(end + 4, sheet.separator);
  return end + 5;
}

const writeMissing = ({ shared }: Writer, out: DataView, at: number): number =>
  copyWords(shared.view, { from: 0, end: shared.longest, out, at });

function writeRow(sheet: Sheet, row: number, start: number): number {
  const { writers, out } = sheet;
  let at = start;
  for (let w = 0; w < writers.length; w++) {
    const writer = writers[w];
    switch (writer.kind) {
      case CODES:
        at = writeCode(writer, row, out, at);
        break;
      case MONEY:
        at = writeMoney(writer.numbers[row], sheet.cents, out, at);
        break;
      case SECONDS:
        at = writeSeconds(sheet, writer.numbers[row], at);
        break;
      case SEQUENCE:
        at = writeSequence(sheet, writer, writer.from + row, at);
        break;
      case NUMBERED:
        at = Number.isNaN(writer.numbers[row])
          ? writeMissing(writer, out, at)
          : writeSequence(sheet, writer, writer.numbers[row], at);
        break;
      case GAPPED_MONEY:
        at = Number.isNaN(writer.numbers[row])
          ? writeMissing(writer, out, at)
          : writeMoney(writer.numbers[row], sheet.cents, out, at);
        break;
      default: {
        const { view, offsets } = writer.own;
        at = copyWords(view, { from: offsets[row], end: offsets[row + 1], out, at });
      }
    }
  }
  return at;
}

function enlarge(sheet: Sheet): void {
  const larger = new Uint8Array(Math.ceil(sheet.bytes.length * 1.3) + sheet.width);
  larger.set(sheet.bytes);
  sheet.bytes = larger;
  sheet.out = new DataView(larger.buffer);
}

function writeRows(sheet: Sheet, rows: number, start: number): number {
  const { before, after, width, returns } = sheet;
  let at = start;
  for (let row = 0; row < rows; row++) {
    if (at + width > sheet.bytes.length) enlarge(sheet);
    const { out } = sheet;
    if (before.longest > 0) at = copyWords(before.view, { from: 0, end: before.longest, out, at });
    at = writeRow(sheet, row, at);
    if (after.longest > 0) at = copyWords(after.view, { from: 0, end: after.longest, out, at });
    if (returns) out.setUint8(at++ - 1, 13);
    out.setUint8(at - 1, 10);
  }
  return at;
}

/** Memory shared by successive encodings; fresh pages would cost a third of the time. */
type Scratch = { bytes: Uint8Array; codes: Int32Array[] };

function encodeRows(
  batch: RowBatch,
  {
    format,
    head,
    tail,
    title,
    scratch,
  }: { format: TextFormat; head: string; tail: string; title: string; scratch: Scratch },
): Uint8Array {
  if (batch.rows === 0) return encoder.encode(title);
  const writers = writersOf(batch, format, scratch.codes);
  const before = blobOf([head]);
  const after = blobOf([tail]);
  const opening = encoder.encode(title);
  const width = writers.reduce((sum, w) => sum + widest(w), before.longest + after.longest + SLACK);
  const needed = opening.length + width + batch.rows * Math.min(width, 192);
  const { length } = scratch.bytes;
  // Grow by half at once, not by the few rows that a batch has more than the last.
  const room = Math.max(needed, Math.ceil(length * 1.5));
  const bytes = length >= needed ? scratch.bytes : new Uint8Array(room);
  bytes.set(opening);
  const sheet: Sheet = {
    writers,
    ...endings.get(format)!,
    midnight: Number.NaN,
    date: new DataView(new ArrayBuffer(11 + SLACK)),
    bytes,
    out: new DataView(bytes.buffer),
    width,
    before,
    after,
    returns: format.lineEnd === '\r\n',
  };
  const end = writeRows(sheet, batch.rows, opening.length);
  scratch.bytes = sheet.bytes;
  return sheet.bytes.subarray(0, end);
}

const freshScratch = (): Scratch => ({ bytes: new Uint8Array(0), codes: [] });

/** Encodes a CSV file (RFC 4180, UTF-8), optionally with the header line. */
export function encodeCsv(batch: RowBatch, options: { header?: boolean } = {}): Uint8Array {
  return csvEncoder()(batch, options);
}

/** Returns an encoder for successive batches; each call overwrites the previous bytes. */
export function csvEncoder(): (batch: RowBatch, options?: { header?: boolean }) => Uint8Array {
  const scratch = freshScratch();
  return (batch, options = {}) => {
    const title = options.header === true ? csvHeader(batch) : '';
    return encodeRows(batch, { format: csvFormat, head: '', tail: '', title, scratch });
  };
}

export function csvHeader(batch: Pick<RowBatch, 'fields'>): string {
  return `${batch.fields.map((field) => field.name).join(',')}${csvFormat.lineEnd}`;
}

/**
 * Encodes rows for PostgreSQL's `COPY … FROM STDIN` in text format; missing values are `\N`.
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
  return encodeRows(batch, {
    format: copyFormat,
    head: before,
    tail: after,
    title: '',
    scratch: freshScratch(),
  });
}
