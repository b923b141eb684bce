import { formatCount } from '../../lib/format.ts';

/** Returns '1 line was' or '99 lines were', to be followed by a participle. */
export const linesCounted = (lines: number): string =>
  lines === 1 ? '1 line was' : `${formatCount(lines)} lines were`;

export const linesOf = (range: { fromLine: number; toLine: number }): string =>
  range.fromLine === range.toLine
    ? `Line ${formatCount(range.fromLine)}`
    : `Lines ${formatCount(range.fromLine)}–${formatCount(range.toLine)}`;
