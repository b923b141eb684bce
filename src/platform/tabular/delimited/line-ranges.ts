import type { LineRange } from '../../../shared/contracts/ingestion.ts';

export type LineRanges = {
  lines: number;
  /** First ranges in the file's order; neighbors with the same reason are merged. */
  ranges: LineRange[];
};

export type LineRangeList = {
  found: LineRanges;
  add: (range: { fromLine: number; toLine: number; reason: string; text: () => string }) => void;
};

/** Counts all added lines and stores the first ranges. Ranges must be added in the file's order. */
export function createLineRanges(maxRanges: number): LineRangeList {
  const found: LineRanges = { lines: 0, ranges: [] };
  const { ranges } = found;
  return {
    found,
    add: ({ fromLine, toLine, reason, text }) => {
      found.lines += toLine - fromLine + 1;
      const last = ranges.at(-1);
      if (last && last.reason === reason && last.toLine + 1 === fromLine) last.toLine = toLine;
      else if (ranges.length < maxRanges) ranges.push({ fromLine, toLine, reason, text: text() });
    },
  };
}
