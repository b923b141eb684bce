import type { Table } from '../engines/table/table.ts';
import type { ScanResult } from '../platform/tabular/delimited/scan-delimited.ts';
import { AppError } from '../shared/errors.ts';

/** Of a single column of text, more different values than this share of its rows are prose, code or names. */
const MAX_DISTINCT_SHARE = 0.5;

/** Prose, code and JSON can be read as lines of one column, or as a few rows among lines that don't fit. */
export function refuseNoTable(
  path: string,
  { leftOut, skipped, rowCount }: Pick<ScanResult, 'leftOut' | 'skipped' | 'rowCount'>,
  table: Table,
): void {
  const others = leftOut.lines + skipped.lines;
  // Lines that all end with the mark between columns have an empty one more.
  const [first, ...more] = table.columns.filter(
    (column) => column.kind !== 'category' || column.dictionary.length > 0,
  );
  const isText =
    more.length === 0 &&
    first?.kind === 'category' &&
    first.dictionary.length > MAX_DISTINCT_SHARE * rowCount;
  const reason =
    others > rowCount
      ? `${others} of its ${others + rowCount} lines don't fit the columns of the others`
      : isText
        ? 'it has a single column of text, of which few values repeat'
        : null;
  if (reason !== null) throw new AppError('bad_request', `${path} is not a table: ${reason}.`);
}
