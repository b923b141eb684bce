import type { Table } from '../engines/table/table.ts';
import type { ScanResult } from '../platform/tabular/delimited/scan-delimited.ts';
import { AppError } from '../shared/errors.ts';

/** Share of distinct values above which a single text column is prose, code or names. */
const MAX_DISTINCT_SHARE = 0.5;

/** Rejects prose, code and JSON, which parse as one column or as a few rows among bad lines. */
export function refuseNoTable(
  path: string,
  { leftOut, skipped, rowCount }: Pick<ScanResult, 'leftOut' | 'skipped' | 'rowCount'>,
  table: Table,
): void {
  const others = leftOut.lines + skipped.lines;
  // A delimiter at the end of every line adds an empty column.
  const [first, ...more] = table.columns.filter(
    (column) => column.kind !== 'category' || column.dictionary.length > 0,
  );
  const isText =
    more.length === 0 &&
    first?.kind === 'category' &&
    first.dictionary.length > MAX_DISTINCT_SHARE * rowCount;
  const reason =
    others > rowCount
      ? `${others} of ${others + rowCount} lines do not match the columns of the others`
      : isText
        ? 'it has a single text column with few repeated values'
        : null;
  if (reason !== null) throw new AppError('bad_request', `${path} is not a table: ${reason}.`);
}
