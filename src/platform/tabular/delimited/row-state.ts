import type { Layout } from './layout.ts';
import type { LineRangeList } from './line-ranges.ts';
import { valuesOf } from './plain-rows.ts';
import { createRecordReader, nextLine, type RecordReader } from './read-record.ts';
import type { RecordInput } from './record-cursor.ts';
import { createRowLines } from './row-lines.ts';
import { createTableEnd } from './table-end.ts';
import type { TextWindow } from './text-window.ts';

const SHOWN_BYTES = 300;

export type RowReaderParts = {
  layout: Layout;
  window: TextWindow;
  out: Buffer;
  leftOut: LineRangeList;
  skipped: LineRangeList;
};

/** How far the rows of a file are read, and what is known of the lines that follow. */
export type RowState = RowReaderParts & {
  columns: number;
  reader: RecordReader;
  end: ReturnType<typeof createTableEnd>;
  input: RecordInput;
  line: number;
  rows: number;
  rowLines: ReturnType<typeof createRowLines>;
  started: boolean;
  headerDue: boolean;
  behindBlank: boolean;
  /** Up to here, in bytes of the text, no value goes over several lines. */
  singleLinesTo: number;
  /** Behind an open quote, until a line reads as a row. */
  wary: boolean;
  /** Within a line that is longer than any record, which is left out already. */
  discarding: boolean;
};

export function createRowState(parts: RowReaderParts): RowState {
  const { layout, window, out, leftOut, skipped } = parts;
  const columns = layout.columns.length;
  return {
    ...parts,
    columns,
    reader: createRecordReader(layout.dialect, columns),
    end: createTableEnd({ leftOut, skipped }),
    input: { bytes: window.bytes, from: 0, to: 0, final: false, out, at: 0, singleLine: false },
    line: layout.start.line,
    rows: 0,
    rowLines: createRowLines(),
    started: false,
    headerDue: layout.header,
    behindBlank: false,
    singleLinesTo: 0,
    wary: false,
    discarding: false,
  };
}

/** Counts a row that starts on a line. */
export function countRow(state: RowState, line: number): void {
  state.rowLines.note(state.rows++, line);
}

/** Counts the rows among the lines that were held back: another follows. */
export function countHeld(state: RowState): void {
  for (const line of state.end.goOn()) countRow(state, line);
}

export function advance(state: RowState, next: number, lines: number): void {
  state.window.from = next;
  state.line += lines;
}

/** The line that starts at `from`, to show what was left out. */
export const textFrom = (window: TextWindow, from: number) => (): string => {
  const shown = window.bytes.subarray(from, Math.min(window.to, from + SHOWN_BYTES));
  const stop = nextLine(shown, 0, shown.length, false);
  const text = shown.subarray(0, stop < 0 ? undefined : stop).toString('utf8');
  return stop < 0 && shown.length === SHOWN_BYTES
    ? `${text.replace(/\ufffd+$/, '')}…`
    : text.replace(/[\r\n]+$/, '');
};

/** The values of the record that was read last. */
export const rowValues = ({ out, input, reader }: RowState): (string | null)[] =>
  valuesOf(out.subarray(input.at, reader.record.outEnd));
