import { isTotalRow } from './footer.ts';
import { discard, leaveFault, leaveRecord, resumeBehindQuote } from './leave-out.ts';
import { missingRow, ROW_END } from './plain-rows.ts';
import type { RowLines } from './row-lines.ts';
import { fitsShape } from './row-shape.ts';
import {
  advance,
  countHeld,
  countRow,
  createRowState,
  type RowReaderParts,
  type RowState,
  rowValues,
  textFrom,
} from './row-state.ts';
import { createSwallowCheck } from './swallowed.ts';

/** Reason for a pause: input needed, output full, or finished. */
type Pause = 'starved' | 'full' | 'done';

export type RowReader = {
  readOn: (fullAt: number) => Pause;
  outEnd: () => number;
  emptied: () => void;
  result: () => { rows: number; lines: number; rowLines: RowLines; escaped: Uint8Array };
};

const UNLIKE = 'Follows an unclosed quote and is not a valid row';

/**
 * Reads the rows in a window of a file. An open quote costs the line that opens it: reading resumes
 * with the next line, at first without multi-line values, up to the position to which the quote was
 * followed.
 */
export function createRowReader(parts: RowReaderParts): RowReader {
  const { window, layout } = parts;
  const state = createRowState(parts);
  const { input } = state;
  const swallowed = createSwallowCheck(layout);
  return {
    readOn: (fullAt) => {
      if (window.to === 0 && !window.final) return 'starved';
      if (!state.started) begin(state);
      input.to = window.to;
      input.final = window.final;
      while (window.from < window.to) {
        if (!(state.discarding ? discard(state) : readOne(state, swallowed))) {
          if (window.final) throw new Error('a file of which all is there has no end');
          return 'starved';
        }
        if (input.at >= fullAt && !state.end.holds()) return 'full';
      }
      if (!window.final) return 'starved';
      input.at = state.end.finish(input.at);
      return 'done';
    },
    outEnd: () => input.at,
    emptied: () => {
      input.at = 0;
    },
    result: () => ({
      rows: state.rows,
      lines: state.line - 1,
      rowLines: state.rowLines.found,
      escaped: state.reader.escaped,
    }),
  };
}

function begin(state: RowState): void {
  const { window, skipped } = state;
  const { start } = state.layout;
  state.started = true;
  if (start.line === 1) return;
  const text = textFrom(window, 0);
  const reason = start.byte === 0 || text().trim() === '' ? 'Empty line' : 'Above the table';
  skipped.add({ fromLine: 1, toLine: start.line - 1, reason, text });
  window.from = start.byte;
}

/** Reads one record; false if more of the file is needed. */
function readOne(state: RowState, swallowed: ReturnType<typeof createSwallowCheck>): boolean {
  const { input, window, reader, columns } = state;
  const { record } = reader;
  input.from = window.from;
  input.singleLine = window.base + window.from < state.singleLinesTo;
  if (!reader.read(input)) return false;
  const { fault, lines, fields } = record;
  if (fault !== null) return leaveFault(state, fault);
  if (record.blank) takeBlank(state);
  else if (state.headerDue) {
    state.headerDue = false;
    advance(state, record.next, lines);
  } else if (lines > 1 && swallowed(window, record.next)) {
    return resumeBehindQuote(state, record.lastLine);
  } else if (fields !== columns) leaveRecord(state, `Expected ${columns} values, found ${fields}`);
  else if (state.wary && !fitsShape(state.layout.shape, rowValues(state))) {
    leaveRecord(state, UNLIKE);
  } else {
    state.wary = false;
    takeRow(state);
  }
  return true;
}

/** Handles an empty line: a missing value in a one-column table, else no row. */
function takeBlank(state: RowState): void {
  const { input, out, reader, line } = state;
  if (state.columns === 1 && !state.headerDue) {
    out.set(missingRow, input.at);
    input.at += missingRow.length;
    reader.escaped[0] = 1;
    countRow(state, line);
  } else {
    state.behindBlank = true;
    state.skipped.add({ fromLine: line, toLine: line, reason: 'Empty line', text: () => '' });
  }
  advance(state, reader.record.next, 1);
}

/** Handles a full-width record: a row, unless it may be the total below the last one. */
function takeRow(state: RowState): void {
  const { input, out, end, window, line, columns } = state;
  const { record } = state.reader;
  const sparse = record.missing * 2 >= columns && record.lines === 1;
  if (sparse && !end.full() && isTotalRow(rowValues(state), state.layout.shape)) {
    end.add({ line, reason: '', text: textFrom(window, window.from)(), rowAt: input.at });
  } else {
    if (end.holds()) countHeld(state);
    countRow(state, line);
    state.behindBlank = false;
  }
  out[record.outEnd] = ROW_END;
  input.at = record.outEnd + 1;
  advance(state, record.next, record.lines);
}
