import { blobOf, copyWords, SLACK } from './blobs.ts';
import { formatDate } from './civil-date.ts';
import { centWords, clockOf, writeMoney, writePadded } from './number-text.ts';
import type { RowBatch } from './row-batch.ts';
import { copyFormat, csvFormat, type TextFormat } from './text-formats.ts';
import { CODES, LINES, MONEY, SECONDS, SEQUENCE, widest, writersOf } from './writers.ts';

const encoder = new TextEncoder();

/** The separator after each value becomes the line feed after the last one. */
function encodeRows(
  batch: RowBatch,
  format: TextFormat,
  head: string,
  tail: string,
  title: string,
): Uint8Array {
  const writers = writersOf(batch, format);
  const separator = format.separator.charCodeAt(0);
  const cents = centWords(separator);
  const clock = clockOf(separator);
  const before = blobOf([head]);
  const after = blobOf([tail]);
  const opening = encoder.encode(title);
  const width = writers.reduce((sum, w) => sum + widest(w), before.longest + after.longest + 1);
  let bytes = new Uint8Array(opening.length + width + SLACK + batch.rows * Math.min(width, 192));
  bytes.set(opening);
  let out = new DataView(bytes.buffer);
  let at = opening.length;
  let today = Number.NaN;
  let date = before.view;
  for (let row = 0; row < batch.rows; row++) {
    if (at + width + SLACK > bytes.length) {
      const larger = new Uint8Array(Math.ceil(bytes.length * 1.3) + width + SLACK);
      larger.set(bytes);
      bytes = larger;
      out = new DataView(bytes.buffer);
    }
    if (before.longest > 0) at = copyWords(before.view, 0, before.longest, out, at);
    for (let w = 0; w < writers.length; w++) {
      const writer = writers[w]!;
      switch (writer.kind) {
        case CODES: {
          const code = writer.codes[row]!;
          const shared = code < writer.sharedCount;
          const { view, offsets } = shared ? writer.shared : writer.own;
          const index = shared ? code : code - writer.sharedCount;
          at = copyWords(view, offsets[index]!, offsets[index + 1]!, out, at);
          break;
        }
        case MONEY:
          at = writeMoney(writer.numbers[row]!, cents, out, at);
          break;
        case SECONDS: {
          const seconds = writer.numbers[row]!;
          const day = Math.floor(seconds / 86_400);
          if (day !== today) {
            date = blobOf([`${formatDate(day)}T`]).view;
            today = day;
          }
          at = copyWords(date, 0, 11, out, at);
          const second = (seconds - day * 86_400) * 10;
          at = copyWords(clock, second, second + 10, out, at);
          break;
        }
        case SEQUENCE: {
          const { view, longest } = writer.own;
          at = copyWords(view, 0, longest, out, at);
          at = writePadded(writer.first + row, writer.digits, out, at);
          out.setUint8(at++, separator);
          break;
        }
        case LINES: {
          const { view, offsets } = writer.own;
          at = copyWords(view, offsets[row]!, offsets[row + 1]!, out, at);
        }
      }
    }
    if (after.longest > 0) at = copyWords(after.view, 0, after.longest, out, at);
    out.setUint8(at - 1, 10);
  }
  return bytes.subarray(0, at);
}

/** Bytes of a CSV file (RFC 4180 quoting, UTF-8, line feeds), with the header line if asked for. */
export function encodeCsv(batch: RowBatch, options: { header?: boolean } = {}): Uint8Array {
  return encodeRows(batch, csvFormat, '', '', options.header === true ? csvHeader(batch) : '');
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
    values.map((value) => copyFormat.quote(value) + copyFormat.separator).join('');
  return encodeRows(batch, copyFormat, line(constants.before), line(constants.after), '');
}
