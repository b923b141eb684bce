import type { LineRangeList } from './line-ranges.ts';

/** Maximum lines below the last row of a statement. */
const MAX_CLOSING_LINES = 20;

type ClosingLine = {
  line: number;
  reason: string;
  text: string;
  /** Start of its row in the output, if it is a row unless the table ends here. */
  rowAt: number | null;
};

/** Held-back lines that may follow the last row, until the file ends or another row follows. */
export type TableEnd = {
  add: (line: ClosingLine) => void;
  /** Accepts the lines, as another row follows. Returns the lines of those that are rows. */
  goOn: () => number[];
  finish: (outEnd: number) => number;
  holds: () => boolean;
};

/** Tracks lines that may end a table; the others are skipped or become rows. */
export function createTableEnd(lists: {
  leftOut: LineRangeList;
  skipped: LineRangeList;
}): TableEnd & { full: () => boolean } {
  let lines: ClosingLine[] = [];
  const addTo = (list: LineRangeList, { line, reason, text }: ClosingLine) =>
    list.add({ fromLine: line, toLine: line, reason, text: () => text });
  return {
    add: (line) => {
      lines.push(line);
    },
    goOn: () => {
      if (lines.length === 0) return [];
      const rows = lines.filter(({ rowAt }) => rowAt !== null).map(({ line }) => line);
      for (const line of lines) if (line.rowAt === null) addTo(lists.leftOut, line);
      lines = [];
      return rows;
    },
    finish: (outEnd) => {
      for (const line of lines) {
        addTo(lists.skipped, { ...line, reason: 'Below the last row' });
      }
      return lines.find(({ rowAt }) => rowAt !== null)?.rowAt ?? outEnd;
    },
    holds: () => lines.length > 0,
    full: () => lines.length >= MAX_CLOSING_LINES,
  };
}
