import { formatCount } from '../../lib/format.ts';

/** '1 line was', '99 lines were', for what was done with them. */
export const linesCounted = (lines: number): string =>
  lines === 1 ? '1 line was' : `${formatCount(lines)} lines were`;

/** Which lines of a file, as a person counts them. */
export const linesOf = (range: { fromLine: number; toLine: number }): string =>
  range.fromLine === range.toLine
    ? `Line ${formatCount(range.fromLine)}`
    : `Lines ${formatCount(range.fromLine)}–${formatCount(range.toLine)}`;
