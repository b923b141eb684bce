import { MAX_RECORD_BYTES } from '../../delimited/record-cursor.ts';
import { fault } from './flatten.ts';

type Sink = (text: string, line: number) => void;

/** Splits text, pushed in pieces, into the texts of records. */
export type Splitter = { push: (text: string) => void; end: () => void; lines: () => number };

/** Limit of a file that is one object. */
const MAX_OBJECT_BYTES = 64 * 1024 ** 2;

/** Rejects a record longer than one of delimited text may be; a character has at most three bytes. */
function checkLength(text: string, most = MAX_RECORD_BYTES): void {
  if (3 * text.length <= most || Buffer.byteLength(text) <= most) return;
  throw fault(`a record of more than ${most} bytes`);
}

/** Splits JSON Lines: every line that is not blank is a record. */
export function splitLines(sink: Sink): Splitter {
  let rest = '';
  let line = 1;
  const take = (text: string) => {
    if (text.trim() !== '') sink(text, line);
    line++;
  };
  return {
    push: (text) => {
      let from = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        take(rest + text.slice(from, at));
        rest = '';
        from = at + 1;
      }
      rest += text.slice(from);
      checkLength(rest);
    },
    end: () => {
      if (rest.trim() !== '') take(rest);
    },
    lines: () => line - 1,
  };
}

const CHARACTER = { lf: 10, quote: 34, comma: 44, open: 91, backslash: 92, close: 93, left: 123 };
const RIGHT = 125;
const isBlank = (c: number) => c === 32 || (c >= 9 && c <= 13);

type ArrayState = 'start' | 'first' | 'next' | 'record' | 'after' | 'end';

/** Next state at a character between records; 'record' begins one. */
function between(state: ArrayState, c: number): ArrayState {
  if (isBlank(c)) return state;
  if (state === 'start' && c === CHARACTER.open) return 'first';
  if (state === 'start' && c === CHARACTER.left) return 'record';
  if (state === 'first' && c === CHARACTER.close) return 'end';
  if (state === 'after' && c === CHARACTER.close) return 'end';
  if (state === 'after' && c === CHARACTER.comma) return 'next';
  if ((state === 'first' || state === 'next') && c === CHARACTER.left) return 'record';
  throw fault(
    state === 'end' ? 'text after the end of the JSON' : 'expected an array of objects: [{…}, {…}]',
  );
}

/** Splits a JSON array of objects, or takes one object; brackets within strings do not count. */
export function splitArray(sink: Sink): Splitter {
  let state: ArrayState = 'start';
  let isObject = false;
  let rest = '';
  let line = 1;
  let begin = 1;
  let depth = 0;
  let inString = false;
  let escaped = false;

  /** Consumes a character of a record; returns true at its end. */
  const within = (c: number): boolean => {
    if (inString) {
      if (escaped) escaped = false;
      else if (c === CHARACTER.backslash) escaped = true;
      else if (c === CHARACTER.quote) inString = false;
    } else if (c === CHARACTER.quote) inString = true;
    else if (c === CHARACTER.left || c === CHARACTER.open) depth++;
    else if (c === RIGHT || c === CHARACTER.close) depth--;
    return depth === 0;
  };

  return {
    push: (text) => {
      let from = 0;
      for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        if (c === CHARACTER.lf) line++;
        if (state !== 'record') {
          const before = state;
          state = between(state, c);
          if (state !== 'record') continue;
          isObject = before === 'start';
          [from, begin] = [i, line];
        }
        if (!within(c)) continue;
        sink(rest + text.slice(from, i + 1), begin);
        rest = '';
        state = isObject ? 'end' : 'after';
      }
      if (state === 'record') rest += text.slice(from);
      checkLength(rest, isObject ? MAX_OBJECT_BYTES : undefined);
    },
    end: () => {
      if (state !== 'end') throw fault('the JSON is not closed: the file is truncated');
    },
    lines: () => line,
  };
}
