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

/** Progress of reading rows, and expectations of the following lines. */
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
  /** Byte offset in the text up to which values must not span lines. */
  singleLinesTo: number;
  /** True after an open quote until a line reads as a row. */
  wary: boolean;
  /** True within an overlong line that is already skipped. */
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

export function countRow(state: RowState, line: number): void {
  state.rowLines.note(state.rows++, line);
}

/** Counts the rows among the held-back lines, as another row follows. */
export function countHeld(state: RowState): void {
  for (const line of state.end.goOn()) countRow(state, line);
}

export function advance(state: RowState, next: number, lines: number): void {
  state.window.from = next;
  state.line += lines;
}

/** Returns the line at `from`, to display what was skipped. */
export const textFrom = (window: TextWindow, from: number) => (): string => {
  const shown = window.bytes.subarray(from, Math.min(window.to, from + SHOWN_BYTES));
  const stop = nextLine(shown, 0, shown.length, false);
  const text = shown.subarray(0, stop < 0 ? undefined : stop).toString('utf8');
  return stop < 0 && shown.length === SHOWN_BYTES
    ? `${text.replace(/(?<!\ufffd)\ufffd+$/, '')}…`
    : text.replace(/(?<![\r\n])[\r\n]+$/, '');
};

export const rowValues = ({ out, input, reader }: RowState): (string | null)[] =>
  valuesOf(out.subarray(input.at, reader.record.outEnd));
