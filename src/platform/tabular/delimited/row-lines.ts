/** Where the rows of a file stand in it. Rows count from 0, lines from 1. */
export type RowLines = {
  /** Rows that do not stand on the line below the row before, with their lines; the first row is one. */
  jumps: [row: number, line: number][];
  /** The row from which on no lines are known: more jumps were met than are kept. Null where all are kept. */
  until: number | null;
};

/** Of files whose rows go over several lines, most rows are jumps. */
const MAX_JUMPS = 1000;

/** Notes the lines of rows as they are read, in order. */
export function createRowLines(): { found: RowLines; note: (row: number, line: number) => void } {
  const found: RowLines = { jumps: [], until: null };
  let offset = Number.NaN;
  return {
    found,
    note: (row, line) => {
      if (line - row === offset || found.until !== null) return;
      offset = line - row;
      if (found.jumps.length < MAX_JUMPS) found.jumps.push([row, line]);
      else found.until = row;
    },
  };
}

/** The line that a row starts on; null where it is not known. */
export function lineOfRow({ jumps, until }: RowLines, row: number): number | null {
  if (until !== null && row >= until) return null;
  const jump = jumps.findLast(([from]) => from <= row);
  return jump === undefined ? null : jump[1] + row - jump[0];
}
