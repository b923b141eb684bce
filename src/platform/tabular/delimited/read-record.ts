import type { Dialect } from './dialect.ts';
import { SEPARATOR } from './plain-rows.ts';
import { readValue } from './read-value.ts';
import {
  CR,
  createRecordCursor,
  LF,
  MAX_RECORD_BYTES,
  placeCursor,
  type RecordCursor,
  type RecordFault,
  type RecordInput,
} from './record-cursor.ts';

/** Parsed record. Places are offsets into the given bytes. */
export type ReadRecord = {
  /** Start of the next record; for a faulty record, the position of the fault. */
  next: number;
  /** Start of its last line; for a faulty record, the line with the fault. */
  lastLine: number;
  lines: number;
  fields: number;
  missing: number;
  blank: boolean;
  fault: RecordFault | null;
  /** End of its plain form in the output. */
  outEnd: number;
};

export type RecordReader = {
  record: ReadRecord;
  escaped: Uint8Array;
  /**
   * Parses the record at `from` into `record`, and its values in plain form (see plain-rows.ts)
   * into `out` at `at`. Returns false if the bytes end before the record and more may follow.
   */
  read: (input: RecordInput) => boolean;
};

/**
 * Parser of delimited text by RFC 4180, used for all reading: records end with LF, CRLF or CR
 * outside of quotes; a quote counts only at the start of a value; spaces around a quoted value are
 * ignored. An empty unquoted value is missing, "" is the empty string.
 */
export function createRecordReader(dialect: Dialect, columns: number): RecordReader {
  const cursor = createRecordCursor(dialect, columns);
  const record: ReadRecord = {
    next: 0,
    lastLine: 0,
    lines: 1,
    fields: 0,
    missing: 0,
    blank: false,
    fault: null,
    outEnd: 0,
  };
  return {
    record,
    escaped: cursor.escaped,
    read: (input) => {
      placeCursor(cursor, input);
      record.fault = null;
      return readRecord(cursor, record);
    },
  };
}

function readRecord(cursor: RecordCursor, record: ReadRecord): boolean {
  const { input, stop, marks } = cursor;
  const { bytes, from, to, final, out } = input;
  for (;;) {
    const stopped = readValue(cursor);
    if (stopped === 'cut') return endShort(cursor, record, true);
    if (stopped !== null) return faulty(cursor, record, stopped);
    if (cursor.next >= stop) {
      const whole = final && stop === to && cursor.next - from <= MAX_RECORD_BYTES;
      if (!whole) return endShort(cursor, record, false);
      break;
    }
    if (bytes[cursor.next] !== marks.delimiter) break;
    cursor.next++;
    cursor.column++;
    out[cursor.outEnd++] = SEPARATOR;
  }
  const blank = cursor.next === from;
  if (!passRecordEnd(cursor)) return false;
  record.blank = blank;
  record.missing = cursor.missing;
  record.outEnd = cursor.outEnd;
  finish(cursor, record);
  return true;
}

/** Moves past the line end; false if a CR may be the first half of one. */
function passRecordEnd(cursor: RecordCursor): boolean {
  const { bytes, to, final } = cursor.input;
  if (cursor.next >= cursor.stop) return true;
  if (bytes[cursor.next++] !== CR) return true;
  if (cursor.next >= to) return final;
  if (bytes[cursor.next] === LF) cursor.next++;
  return true;
}

/** Ends a record at the end of the bytes or at the length limit. */
function endShort(cursor: RecordCursor, record: ReadRecord, inQuotes: boolean): boolean {
  const { stop, input } = cursor;
  cursor.next = stop;
  if (stop < input.to || stop > input.from + MAX_RECORD_BYTES) {
    return faulty(cursor, record, 'long');
  }
  return input.final && inQuotes && faulty(cursor, record, 'open');
}

function faulty(cursor: RecordCursor, record: ReadRecord, fault: RecordFault): true {
  record.fault = fault;
  finish(cursor, record);
  return true;
}

function finish(cursor: RecordCursor, record: ReadRecord): void {
  record.next = cursor.next;
  record.fields = cursor.column + 1;
  record.lines = cursor.lines;
  record.lastLine = cursor.lastLine;
}

/**
 * Returns the position up to which values must not span lines after a faulty multi-line record: as
 * far as its quote was followed, or to the line whose quote closed it. This bounds reads of a line
 * to three.
 */
export const singleLinesBehind = ({ fault, lastLine, next }: ReadRecord): number =>
  fault === 'stray' ? lastLine : next;

/** Returns the start of the next line; -1 if the bytes end first and more may follow. */
export function nextLine(bytes: Uint8Array, from: number, to: number, final: boolean): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] === LF) return i + 1;
    if (bytes[i] !== CR) continue;
    if (i + 1 < to) return bytes[i + 1] === LF ? i + 2 : i + 1;
    return final ? to : -1;
  }
  return final ? to : -1;
}
