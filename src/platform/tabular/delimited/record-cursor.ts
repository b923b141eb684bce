import type { Dialect } from './dialect.ts';

/** Length limit; a longer record means an open quote or a file that is no table. */
export const MAX_RECORD_BYTES = 1_900_000;
export const MAX_RECORD_LINES = 10_000;

export const LF = 10;
export const CR = 13;

/** Text after a closing quote; an unclosed quote; more than the limits above. */
export type RecordFault = 'stray' | 'open' | 'long';

export type RecordInput = {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** True if nothing follows `to`. */
  final: boolean;
  out: Uint8Array;
  at: number;
  /** True if a line end within quotes is a fault. */
  singleLine: boolean;
};

type Marks = { delimiter: number; quote: number; backslash: boolean };

/** Parser state within a record. Its object shape never changes, which keeps the loops fast. */
export type RecordCursor = {
  marks: Marks;
  escaped: Uint8Array;
  input: RecordInput;
  /** End of the bytes or of the longest record. */
  stop: number;
  next: number;
  outEnd: number;
  column: number;
  missing: number;
  lines: number;
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
