import { isClosingLine } from './footer.ts';
import { nextLine, singleLinesBehind } from './read-record.ts';
import { MAX_RECORD_BYTES, MAX_RECORD_LINES, type RecordFault } from './record-cursor.ts';
import { advance, countHeld, type RowState, rowValues, textFrom } from './row-state.ts';

const REASON: Record<RecordFault, string> = {
  stray: 'Text follows a closing quote',
  open: 'A quote is never closed',
  long: `The record has more than ${MAX_RECORD_BYTES} bytes or ${MAX_RECORD_LINES} lines`,
};

function leaveOut(state: RowState, lines: number, reason: string): void {
  const { line, window } = state;
  countHeld(state);
  state.leftOut.add({
    fromLine: line,
    toLine: line + lines - 1,
    reason,
    text: textFrom(window, window.from),
  });
}

/** Skips only the current line; false if its end is not in the window yet. */
function leaveLine(state: RowState, reason: string): boolean {
  const { bytes, from, to, final } = state.window;
  const next = nextLine(bytes, from, to, final);
  if (next < 0 && to - from <= MAX_RECORD_BYTES) return false;
  leaveOut(state, 1, reason);
  if (next >= 0) advance(state, next, 1);
  else state.discarding = true;
  return true;
}

/** Skips the line with the open quote and re-reads the lines it swallowed, up to `readTo`. */
export function resumeBehindQuote(state: RowState, readTo: number): boolean {
  const to = state.window.base + readTo;
  if (!leaveLine(state, REASON.open)) return false;
  state.singleLinesTo = Math.max(state.singleLinesTo, to);
  state.wary = true;
  return true;
}

/** Skips the line of a faulty record; false if its end is not in the window yet. */
export function leaveFault(state: RowState, fault: RecordFault): boolean {
  const { record } = state.reader;
  return record.lines === 1
    ? leaveLine(state, REASON[fault])
    : resumeBehindQuote(state, singleLinesBehind(record));
}

/** Passes over the rest of a skipped line; false if its end is not in the window yet. */
export function discard(state: RowState): boolean {
  const { bytes, from, to, final } = state.window;
  const next = nextLine(bytes, from, to, final);
  if (next < 0) {
    // A final CR may be the first half of a line end.
    state.window.from = bytes[to - 1] === 0x0d ? to - 1 : to;
    return false;
  }
  state.discarding = false;
  advance(state, next, 1);
  return true;
}

/** Skips a record with a wrong number of values, or unlike the rows when only a row may follow. */
export function leaveRecord(state: RowState, reason: string): void {
  const { reader, columns, end, window, line, behindBlank } = state;
  const { shape } = state.layout;
  const { record } = reader;
  const mayClose = record.lines === 1 && record.fields < columns && !state.wary && !end.full();
  const values = mayClose ? rowValues(state) : [];
  if (mayClose && isClosingLine(values, { shape, behindBlank: behindBlank || end.holds() })) {
    end.add({ line, reason, text: textFrom(window, window.from)(), rowAt: null });
  } else leaveOut(state, record.lines, reason);
  advance(state, record.next, record.lines);
}
