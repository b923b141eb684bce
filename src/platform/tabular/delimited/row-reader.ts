import { isClosingLine, isTotalRow } from './footer.ts';
import type { Layout } from './layout.ts';
import type { LineRangeList } from './line-ranges.ts';
import { missingRow, ROW_END, valuesOf } from './plain-rows.ts';
import {
  createRecordReader,
  MAX_RECORD_BYTES,
  MAX_RECORD_LINES,
  nextLine,
  type RecordFault,
  singleLinesBehind,
} from './read-record.ts';
import { fitsShape } from './row-shape.ts';
import { createSwallowCheck } from './swallowed.ts';
import { createTableEnd } from './table-end.ts';
import type { TextWindow } from './text-window.ts';

const SHOWN_BYTES = 300;

/** Why reading paused: more of the file is needed, the output is to be taken away, or all is read. */
type Pause = 'starved' | 'full' | 'done';

export type RowReader = {
  readOn: (fullAt: number) => Pause;
  outEnd: () => number;
  emptied: () => void;
  result: () => { rows: number; lines: number; escaped: Uint8Array };
};

const REASON: Record<RecordFault, string> = {
  stray: 'Text follows a closing quote',
  open: 'A quote is opened and never closed',
  long: `The record has more than ${MAX_RECORD_BYTES} bytes or ${MAX_RECORD_LINES} lines`,
};
const UNLIKE = 'Stands behind a quote that is never closed, and does not read as a row';

/**
 * Reads row for row what a window shows of a file. A quote that is left open costs the line that opens it: reading
 * goes on with the next line, at first without values over several lines, until the place up to which the open
 * quote could be followed.
 */
export function createRowReader(parts: {
  layout: Layout;
  window: TextWindow;
  out: Buffer;
  leftOut: LineRangeList;
  skipped: LineRangeList;
}): RowReader {
  const { layout, window, out, leftOut, skipped } = parts;
  const { shape, dialect, start } = layout;
  const columns = layout.columns.length;
  const reader = createRecordReader(dialect, columns);
  const { record } = reader;
  const swallowed = createSwallowCheck(layout);
  const end = createTableEnd({ leftOut, skipped });
  const input = {
    bytes: window.bytes,
    from: 0,
    to: 0,
    final: false,
    out,
    at: 0,
    singleLine: false,
  };
  let line = start.line;
  let rows = 0;
  let started = false;
  let headerDue = layout.header;
  let behindBlank = false;
  /** Up to here, in bytes of the text, no value goes over several lines. */
  let singleLinesTo = 0;
  /** Behind an open quote, until a line reads as a row. */
  let wary = false;
  /** Within a line that is longer than any record, which is left out already. */
  let discarding = false;

  const textFrom = (from: number) => () => {
    const shown = window.bytes.subarray(from, Math.min(window.to, from + SHOWN_BYTES));
    const stop = nextLine(shown, 0, shown.length, false);
    const text = shown.subarray(0, stop < 0 ? undefined : stop).toString('utf8');
    return stop < 0 && shown.length === SHOWN_BYTES
      ? `${text.replace(/\ufffd+$/, '')}…`
      : text.replace(/[\r\n]+$/, '');
  };

  const leaveOut = (lines: number, reason: string) => {
    rows += end.goOn();
    leftOut.add({
      fromLine: line,
      toLine: line + lines - 1,
      reason,
      text: textFrom(window.from),
    });
  };

  const advance = (next: number, lines: number) => {
    window.from = next;
    line += lines;
  };

  const rowValues = () => valuesOf(out.subarray(input.at, record.outEnd));

  /** Leaves out the line at hand alone; false where its end is not in sight yet. */
  const leaveLine = (reason: string): boolean => {
    const { bytes, from, to, final } = window;
    const next = nextLine(bytes, from, to, final);
    if (next < 0 && to - from <= MAX_RECORD_BYTES) return false;
    leaveOut(1, reason);
    if (next >= 0) advance(next, 1);
    else discarding = true;
    return true;
  };

  /** Leaves out the line whose quote stays open, and looks at the lines it took along one by one. */
  const resume = (readTo: number): boolean => {
    const to = window.base + readTo;
    if (!leaveLine(REASON.open)) return false;
    singleLinesTo = Math.max(singleLinesTo, to);
    wary = true;
    return true;
  };

  const discard = (): boolean => {
    const { bytes, from, to, final } = window;
    const next = nextLine(bytes, from, to, final);
    if (next < 0) {
      // A CR at the end may be the first half of a line end.
      window.from = bytes[to - 1] === 0x0d ? to - 1 : to;
      return false;
    }
    discarding = false;
    advance(next, 1);
    return true;
  };

  const takeBlank = () => {
    if (columns === 1 && !headerDue) {
      out.set(missingRow, input.at);
      input.at += missingRow.length;
      reader.escaped[0] = 1;
      rows++;
    } else {
      behindBlank = true;
      skipped.add({ fromLine: line, toLine: line, reason: 'Empty line', text: () => '' });
    }
    advance(record.next, 1);
  };

  /** A record of another number of values, or unlike the rows where only a row may follow. */
  const leaveRecord = (reason: string) => {
    const mayClose = record.lines === 1 && record.fields < columns && !wary && !end.full();
    const values = mayClose ? rowValues() : [];
    if (mayClose && isClosingLine(values, { shape, behindBlank: behindBlank || end.holds() })) {
      end.add({ line, reason, text: textFrom(window.from)(), rowAt: null });
    } else leaveOut(record.lines, reason);
    advance(record.next, record.lines);
  };

  const takeRow = () => {
    const at = input.at;
    const sparse = record.missing * 2 >= columns && record.lines === 1;
    if (sparse && !end.full() && isTotalRow(rowValues(), shape)) {
      end.add({ line, reason: '', text: textFrom(window.from)(), rowAt: at });
    } else {
      if (end.holds()) rows += end.goOn();
      rows++;
      behindBlank = false;
    }
    out[record.outEnd] = ROW_END;
    input.at = record.outEnd + 1;
    advance(record.next, record.lines);
  };

  /** Reads one record; false where more of the file is needed. */
  const readOne = (): boolean => {
    input.from = window.from;
    input.singleLine = window.base + window.from < singleLinesTo;
    if (!reader.read(input)) return false;
    const { fault, lines, fields } = record;
    if (fault !== null) {
      if (lines === 1) return leaveLine(REASON[fault]);
      return resume(singleLinesBehind(record));
    }
    if (record.blank) takeBlank();
    else if (headerDue) {
      headerDue = false;
      advance(record.next, lines);
    } else if (lines > 1 && swallowed(window, record.next)) return resume(record.lastLine);
    else if (fields !== columns) leaveRecord(`Expected ${columns} values, found ${fields}`);
    else if (wary && !fitsShape(shape, rowValues())) leaveRecord(UNLIKE);
    else {
      wary = false;
      takeRow();
    }
    return true;
  };

  const begin = () => {
    started = true;
    if (start.line === 1) return;
    const text = textFrom(0);
    const reason =
      start.byte === 0 || text().trim() === '' ? 'Empty line' : 'Stands above the table';
    skipped.add({ fromLine: 1, toLine: start.line - 1, reason, text });
    window.from = start.byte;
  };

  return {
    readOn: (fullAt) => {
      if (window.to === 0 && !window.final) return 'starved';
      if (!started) begin();
      input.to = window.to;
      input.final = window.final;
      while (window.from < window.to) {
        if (!(discarding ? discard() : readOne())) {
          if (window.final) throw new Error('a file of which all is there has no end');
          return 'starved';
        }
        if (input.at >= fullAt && !end.holds()) return 'full';
      }
      if (!window.final) return 'starved';
      input.at = end.finish(input.at);
      return 'done';
    },
    outEnd: () => input.at,
    emptied: () => {
      input.at = 0;
    },
    result: () => ({ rows, lines: line - 1, escaped: reader.escaped }),
  };
}
