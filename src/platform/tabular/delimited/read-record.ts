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

/** One record as it was read. Places are offsets into the bytes given. */
export type ReadRecord = {
  /** Where the next record starts; of a faulty record, where the fault showed. */
  next: number;
  /** Where its last line starts; of a faulty record, the line with the fault. */
  lastLine: number;
  lines: number;
  fields: number;
  /** Fields without a value. */
  missing: number;
  blank: boolean;
  fault: RecordFault | null;
  /** Where its plain form ends in the output. */
  outEnd: number;
};

export type RecordReader = {
  record: ReadRecord;
  /** Columns in which something was escaped. */
  escaped: Uint8Array;
  /**
   * Reads the record that starts at `from` into `record`, and its values in plain form (see plain-rows.ts) to
   * `out` at `at`. False where the bytes end before the record does and more of them can follow.
   */
  read: (input: RecordInput) => boolean;
};

/**
 * The parser of delimited text, by RFC 4180: records end with LF, CRLF or CR outside of quotes; a quote counts only
 * where a value starts; spaces before and behind a quoted value do not belong to it. A value of no characters and
 * without quotes is none, "" is the empty string. Whatever of the file is read, is read by this.
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

/** Moves behind the line end; false where a CR may be the first half of one. */
function passRecordEnd(cursor: RecordCursor): boolean {
  const { bytes, to, final } = cursor.input;
  if (cursor.next >= cursor.stop) return true;
  if (bytes[cursor.next++] !== CR) return true;
  if (cursor.next >= to) return final;
  if (bytes[cursor.next] === LF) cursor.next++;
  return true;
}

/** The bytes are at their end, or the record is too long. */
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
 * Up to where no value can go over several lines, behind a record over several lines that is faulty: as far as its
 * quote could be followed, or up to the line whose own quote closed it. So no line is read more than three times.
 */
export const singleLinesBehind = ({ fault, lastLine, next }: ReadRecord): number =>
  fault === 'stray' ? lastLine : next;

/** Where the line behind the one at `from` starts; -1 where the bytes end first and more of them can follow. */
export function nextLine(bytes: Uint8Array, from: number, to: number, final: boolean): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] === LF) return i + 1;
    if (bytes[i] !== CR) continue;
    if (i + 1 < to) return bytes[i + 1] === LF ? i + 2 : i + 1;
    return final ? to : -1;
  }
  return final ? to : -1;
}
