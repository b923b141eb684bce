import type { Dialect } from './dialect.ts';

/** A longer record is no record: a quote was left open, or the file is no table. */
export const MAX_RECORD_BYTES = 1_900_000;
export const MAX_RECORD_LINES = 10_000;

export const LF = 10;
export const CR = 13;

/** Text behind a closing quote; a quote that the text or the line does not close; more than the limits above. */
export type RecordFault = 'stray' | 'open' | 'long';

export type RecordInput = {
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

/** The characters that a dialect gives a meaning, as bytes. */
type Marks = { delimiter: number; quote: number; backslash: boolean };

/** How far a record has been read. Values move it on; its shape never changes, which keeps the loops fast. */
export type RecordCursor = {
  marks: Marks;
  /** Columns in which something was escaped. */
  escaped: Uint8Array;
  input: RecordInput;
  /** Where the bytes end, or the longest record. */
  stop: number;
  /** The next byte to read, and where the next one is written. */
  next: number;
  outEnd: number;
  column: number;
  /** Values that are none. */
  missing: number;
  lines: number;
  /** Where the line at hand starts. */
  lastLine: number;
};

const NOTHING: RecordInput = {
  bytes: new Uint8Array(0),
  from: 0,
  to: 0,
  final: false,
  out: new Uint8Array(0),
  at: 0,
  singleLine: false,
};

export const createRecordCursor = (dialect: Dialect, columns: number): RecordCursor => ({
  marks: {
    delimiter: dialect.delimiter.charCodeAt(0),
    quote: dialect.quote.charCodeAt(0),
    backslash: dialect.escape === 'backslash',
  },
  escaped: new Uint8Array(columns),
  input: NOTHING,
  stop: 0,
  next: 0,
  outEnd: 0,
  column: 0,
  missing: 0,
  lines: 1,
  lastLine: 0,
});

/** Puts the cursor at the start of a record. */
export function placeCursor(cursor: RecordCursor, input: RecordInput): void {
  cursor.input = input;
  cursor.stop = Math.min(input.to, input.from + MAX_RECORD_BYTES + 1);
  cursor.next = input.from;
  cursor.outEnd = input.at;
  cursor.column = 0;
  cursor.missing = 0;
  cursor.lines = 1;
  cursor.lastLine = input.from;
}
