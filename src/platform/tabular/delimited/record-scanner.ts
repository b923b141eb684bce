import type { Dialect } from './dialect.ts';

/** What is wrong with a record's quotes: text behind a closing quote, or a quote never closed. */
export type QuoteFault = 'stray' | 'open';

/** Told of each record, without its line end. Offsets are bytes from the start of the stream. */
export type OnRecord = (
  start: number,
  end: number,
  line: number,
  fields: number,
  fault: QuoteFault | null,
) => void;

export type RecordScanner = {
  push: (chunk: Uint8Array) => void;
  end: () => void;
};

const LF = 10;
const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;

const AT_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const ESCAPED = 3;
const CLOSED = 4;
const STRAY = 5;

/**
 * Splits UTF-8 into records by RFC 4180: records end with LF, CRLF or CR outside of quotes; a quote
 * counts only where a value starts, spaces before and behind a quoted value do not belong to it.
 * Blank lines are told as records of no bytes. After text behind a closing quote, the record goes on to
 * the next line end.
 */
export function createRecordScanner(dialect: Dialect, onRecord: OnRecord): RecordScanner {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote.charCodeAt(0);
  const backslash = dialect.escape === 'backslash';
  let state = AT_START;
  let offset = 0;
  let start = 0;
  let line = 1;
  let recordLine = 1;
  let fields = 1;
  let stray = false;
  let afterCr = false;
  /** Last byte of the chunk before. */
  let last = 0;
  const chunkBefore = (chunk: Uint8Array, i: number) => (i > 0 ? chunk[i - 1] : last);

  const finish = (end: number, next: number) => {
    onRecord(start, end, recordLine, fields, stray ? 'stray' : null);
    start = next;
    recordLine = line;
    fields = 1;
    stray = false;
    state = AT_START;
  };

  const push = (chunk: Uint8Array) => {
    const { length } = chunk;
    let i = 0;
    if (afterCr && length > 0) {
      afterCr = false;
      if (chunk[0] === LF) {
        i = 1;
        start = offset + 1;
      }
    }
    while (i < length) {
      let byte = chunk[i]!;
      if (state === PLAIN || state === STRAY) {
        while (byte !== delimiter && byte !== LF && byte !== CR) {
          if (++i === length) break;
          byte = chunk[i]!;
        }
        if (i === length) break;
      } else if (state === QUOTED) {
        while (byte !== quote && !(backslash && byte === BACKSLASH)) {
          if (byte === LF) line++;
          if (++i === length) break;
          byte = chunk[i]!;
        }
        if (i === length) break;
        state = byte === quote ? CLOSED : ESCAPED;
        i++;
        continue;
      } else if (state === ESCAPED) {
        if (byte === LF) line++;
        state = QUOTED;
        i++;
        continue;
      }
      // Here: the start of a value, behind a closing quote, or a byte that ends a plain value.
      if (byte === LF || byte === CR) {
        line++;
        const end = offset + i;
        i++;
        if (byte === CR) {
          if (i < length) {
            if (chunk[i] === LF) i++;
          } else afterCr = true;
        }
        finish(end, offset + i);
        continue;
      }
      if (byte === delimiter) {
        if (state !== STRAY) {
          fields++;
          state = AT_START;
        }
      } else if (state === CLOSED) {
        if (byte === quote && !backslash && chunkBefore(chunk, i) === quote) state = QUOTED;
        else if (byte !== SPACE) {
          stray = true;
          state = STRAY;
        }
      } else if (state === AT_START) {
        if (byte === quote) state = QUOTED;
        else if (byte !== SPACE) state = PLAIN;
      }
      i++;
    }
    last = length > 0 ? chunk[length - 1]! : last;
    offset += length;
  };

  return {
    push,
    end: () => {
      if (offset === start) return;
      const open = state === QUOTED || state === ESCAPED;
      onRecord(start, offset, recordLine, fields, stray ? 'stray' : open ? 'open' : null);
      start = offset;
    },
  };
}
