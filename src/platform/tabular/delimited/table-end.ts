import type { LineRangeList } from './line-ranges.ts';

/** So many lines stand below the last row of a statement, at most. */
const MAX_CLOSING_LINES = 20;

type ClosingLine = {
  line: number;
  reason: string;
  text: string;
  /** Where its row starts in the output, if it is one unless the table ends here. */
  rowAt: number | null;
};

/** Lines that may stand below the last row: what they are shows when the file ends, or goes on. */
export type TableEnd = {
  add: (line: ClosingLine) => void;
  /** Another row follows: they were lines of the table. Answers the lines of those that are rows. */
  goOn: () => number[];
  /** The file ends. Answers where the output ends. */
  finish: (outEnd: number) => number;
  /** Whether output is held back. */
  holds: () => boolean;
};

/** Follows the lines that may end a table; those that do not are left out, or rows after all. */
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
        addTo(lists.skipped, { ...line, reason: 'Stands below the last row' });
      }
      return lines.find(({ rowAt }) => rowAt !== null)?.rowAt ?? outEnd;
    },
    holds: () => lines.length > 0,
    full: () => lines.length >= MAX_CLOSING_LINES,
  };
}
