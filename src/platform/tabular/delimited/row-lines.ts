/** Maps row indexes (from 0) to line numbers (from 1). */
export type RowLines = {
  /** Rows not on the line after the previous row, with their lines; the first row is one. */
  jumps: [row: number, line: number][];
  /** First row without a known line, if the limit of jumps was exceeded; else null. */
  until: number | null;
};

/** Limit of jumps; in files with multi-line rows most rows are jumps. */
const MAX_JUMPS = 1000;

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

/** Returns the line a row starts on; null if unknown. */
export function lineOfRow({ jumps, until }: RowLines, row: number): number | null {
  if (until !== null && row >= until) return null;
  const jump = jumps.findLast(([from]) => from <= row);
  return jump === undefined ? null : jump[1] + row - jump[0];
}
