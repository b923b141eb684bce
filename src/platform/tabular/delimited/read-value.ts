import { EMPTY, ESCAPE, escapeLetter } from './plain-rows.ts';
import { CR, LF, MAX_RECORD_LINES, type RecordCursor, type RecordFault } from './record-cursor.ts';

const SPACE = 32;
const BACKSLASH = 92;

/** Reason why a value ended: normally (null), a fault, or the end of the bytes within quotes. */
type ValueStop = RecordFault | 'cut' | null;

/** Reads the value at the cursor up to its delimiter or line end and writes its plain form. */
export function readValue(cursor: RecordCursor): ValueStop {
  const { input, stop, marks } = cursor;
  const at = skipSpaces(input.bytes, cursor.next, stop);
  if (at >= stop || input.bytes[at] !== marks.quote) {
    readUnquoted(cursor);
    return null;
  }
  const outStart = cursor.outEnd;
  cursor.next = at + 1;
  const stopped = readQuoted(cursor);
  if (stopped !== null) return stopped;
  if (cursor.outEnd === outStart) {
    cursor.escaped[cursor.column] = 1;
    input.out[cursor.outEnd++] = ESCAPE;
    input.out[cursor.outEnd++] = EMPTY;
  }
  cursor.next = skipSpaces(input.bytes, cursor.next, stop);
  if (cursor.next >= stop) return null;
  const byte = input.bytes[cursor.next];
  return byte === marks.delimiter || byte === LF || byte === CR ? null : 'stray';
}

function skipSpaces(bytes: Uint8Array, from: number, stop: number): number {
  let i = from;
  while (i < stop && bytes[i] === SPACE) i++;
  return i;
}

function readUnquoted(cursor: RecordCursor): void {
  const { input, stop, marks, outEnd } = cursor;
  const { bytes, out } = input;
  const { delimiter } = marks;
  let i = cursor.next;
  let o = outEnd;
  while (i < stop) {
    const byte = bytes[i]!;
    if (byte === delimiter || byte === LF || byte === CR) break;
    i++;
    const letter = escapeLetter[byte]!;
    if (letter === 0) out[o++] = byte;
    else {
      cursor.escaped[cursor.column] = 1;
      out[o++] = ESCAPE;
      out[o++] = letter;
    }
  }
  if (o === outEnd) cursor.missing++;
  cursor.next = i;
  cursor.outEnd = o;
}

/** Reads from after the opening quote to after the closing one. */
function readQuoted(cursor: RecordCursor): ValueStop {
  const { input, stop, marks } = cursor;
  const { bytes, to, final, out } = input;
  const { quote, backslash } = marks;
  let i = cursor.next;
  let o = cursor.outEnd;
  let stopped: ValueStop = null;
  for (;;) {
    if (i >= stop) return 'cut';
    let byte = bytes[i++]!;
    if (byte === quote) {
      if (backslash) break;
      if (i >= to && !final) return 'cut';
      if (i >= to || bytes[i] !== quote) break;
      i++;
    } else if (backslash && byte === BACKSLASH) {
      if (i >= stop) return 'cut';
      byte = bytes[i++]!;
    }
    const letter = escapeLetter[byte]!;
    if (letter === 0) {
      out[o++] = byte;
      continue;
    }
    cursor.escaped[cursor.column] = 1;
    out[o++] = ESCAPE;
    out[o++] = letter;
    if (byte !== LF && byte !== CR) continue;
    stopped = passLineEnd(cursor, byte, i);
    if (stopped !== null) break;
  }
  cursor.next = i;
  cursor.outEnd = o;
  return stopped;
}

/** Counts a line end within quotes; `behind` is the position after its byte. */
function passLineEnd(cursor: RecordCursor, byte: number, behind: number): ValueStop {
  const { bytes, to, final, singleLine } = cursor.input;
  if (byte === CR) {
    if (behind >= to && !final) return 'cut';
    if (behind < to && bytes[behind] === LF) return null;
  }
  if (singleLine) return 'open';
  cursor.lastLine = behind;
  return ++cursor.lines > MAX_RECORD_LINES ? 'long' : null;
}
