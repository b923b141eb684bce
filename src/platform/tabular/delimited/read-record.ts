import type { Dialect } from './dialect.ts';
import { EMPTY, ESCAPE, escapeLetter, SEPARATOR } from './plain-rows.ts';

/** A longer record is no record: a quote was left open, or the file is no table. */
export const MAX_RECORD_BYTES = 1_900_000;
export const MAX_RECORD_LINES = 10_000;

/** Text behind a closing quote; a quote that the text or the line does not close; more than the limits above. */
export type RecordFault = 'stray' | 'open' | 'long';

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

type RecordInput = {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Whether nothing follows behind `to`. */
  final: boolean;
  out: Uint8Array;
  at: number;
  /** Whether a line end within quotes is a fault. */
  singleLine: boolean;
};

const LF = 10;
const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;

/**
 * The parser of delimited text, by RFC 4180: records end with LF, CRLF or CR outside of quotes; a quote counts only
 * where a value starts; spaces before and behind a quoted value do not belong to it. A value of no characters and
 * without quotes is none, "" is the empty string. Whatever of the file is read, is read by this.
 */
export function createRecordReader(dialect: Dialect, columns: number): RecordReader {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote.charCodeAt(0);
  const backslash = dialect.escape === 'backslash';
  const escaped = new Uint8Array(columns);
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

  const faulty = (fault: RecordFault, next: number) => {
    record.fault = fault;
    record.next = next;
    return true;
  };

  const read = ({ bytes, from, to, final, out, at, singleLine }: RecordInput): boolean => {
    const stop = Math.min(to, from + MAX_RECORD_BYTES + 1);
    /** The bytes are at their end, or the record is too long. */
    const cut = (inQuotes: boolean): boolean => {
      if (stop < to || stop > from + MAX_RECORD_BYTES) return faulty('long', stop);
      return final && inQuotes ? faulty('open', stop) : false;
    };
    let i = from;
    let o = at;
    let missing = 0;
    let byte = 0;
    record.fault = null;
    record.lines = 1;
    record.lastLine = from;
    record.fields = 1;
    for (;;) {
      const start = i;
      const outStart = o;
      while (i < stop && bytes[i] === SPACE) i++;
      if (i < stop && bytes[i] === quote) {
        i++;
        for (;;) {
          if (i >= stop) return cut(true);
          byte = bytes[i++]!;
          if (byte === quote) {
            if (backslash) break;
            if (i >= to && !final) return cut(true);
            if (i >= to || bytes[i] !== quote) break;
            i++;
          } else if (backslash && byte === BACKSLASH) {
            if (i >= stop) return cut(true);
            byte = bytes[i++]!;
          }
          const letter = escapeLetter[byte]!;
          if (letter === 0) {
            out[o++] = byte;
            continue;
          }
          escaped[record.fields - 1] = 1;
          out[o++] = ESCAPE;
          out[o++] = letter;
          if (byte !== LF && byte !== CR) continue;
          if (byte === CR) {
            if (i >= to && !final) return cut(true);
            if (i < to && bytes[i] === LF) continue;
          }
          if (singleLine) return faulty('open', i);
          record.lastLine = i;
          if (++record.lines > MAX_RECORD_LINES) return faulty('long', i);
        }
        if (o === outStart) {
          escaped[record.fields - 1] = 1;
          out[o++] = ESCAPE;
          out[o++] = EMPTY;
        }
        while (i < stop && bytes[i] === SPACE) i++;
        if (i < stop) {
          byte = bytes[i]!;
          if (byte !== delimiter && byte !== LF && byte !== CR) return faulty('stray', i);
        }
      } else {
        i = start;
        while (i < stop) {
          byte = bytes[i]!;
          if (byte === delimiter || byte === LF || byte === CR) break;
          i++;
          const letter = escapeLetter[byte]!;
          if (letter === 0) out[o++] = byte;
          else {
            escaped[record.fields - 1] = 1;
            out[o++] = ESCAPE;
            out[o++] = letter;
          }
        }
        if (o === outStart) missing++;
      }
      if (i >= stop) {
        if (!(final && stop === to) || i - from > MAX_RECORD_BYTES) return cut(false);
        break;
      }
      if (byte !== delimiter) break;
      i++;
      record.fields++;
      out[o++] = SEPARATOR;
    }
    const blank = i === from;
    if (i < stop) {
      i++;
      if (byte === CR) {
        if (i >= to && !final) return false;
        if (i < to && bytes[i] === LF) i++;
      }
    }
    record.next = i;
    record.missing = missing;
    record.blank = blank;
    record.outEnd = o;
    return true;
  };

  return { record, escaped, read };
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
