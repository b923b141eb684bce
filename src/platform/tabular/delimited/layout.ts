import { AppError } from '../../../shared/errors.ts';
import { columnNames } from '../columns/column-names.ts';
import { readBytes } from '../encoding/inspect-head.ts';
import { detectDialect } from './detect-dialect.ts';
import type { Dialect } from './dialect.ts';
import { type FileStyle, styleOf } from './file-style.ts';
import { findTable, looksLikeHeader } from './find-table.ts';
import { type RowShape, shapeOf } from './row-shape.ts';
import { sampleRecords } from './sample-records.ts';

const SAMPLE_BYTES = 256 * 1024;

const BLANK = 'The file is empty: it has blank lines alone.';
const unreadable = (line: number) =>
  `Line ${line}, with which the table should begin, can't be read: a quote in it is not closed, text follows a closing quote, or it has more than ${SAMPLE_BYTES} bytes.`;

export type Layout = {
  dialect: Dialect;
  /** Whether the first record names the columns. */
  header: boolean;
  columns: string[];
  /** Where the table's first record starts, header or not: bytes from the start of the text, and the line from 1. */
  start: { byte: number; line: number };
  /** What the rows of the beginning look like. */
  shape: RowShape;
  style: FileStyle;
};

/**
 * Delimiter, quotes, header and columns of a file in UTF-8, by its beginning, and where its table begins.
 *
 * @param options.header true where the first record is known to name the columns, as in files of our own
 */
export async function readLayout(
  path: string,
  options: { skipBytes: number; header?: boolean | undefined },
): Promise<Layout> {
  const sample = await readBytes(path, options.skipBytes, SAMPLE_BYTES);
  const whole = sample.length < SAMPLE_BYTES;
  const dialect = detectDialect(sample, whole);
  const records = sampleRecords(sample, dialect, whole);
  const table = records.slice(options.header === undefined ? findTable(records) : 0);
  const [first] = table;
  if (!first || first.faulty) {
    const blank = sample.toString('utf8').trim() === '';
    throw new AppError('validation_failed', blank ? BLANK : unreadable(first?.line ?? 1));
  }
  if (first.values.length === 1 && (first.values[0] ?? '').trim() === '') {
    throw new AppError('validation_failed', BLANK);
  }
  const header = options.header ?? looksLikeHeader(table);
  const columns = columnNames(header ? first.values : first.values.map(() => null));
  const rows = table
    .slice(header ? 1 : 0)
    .filter(({ values, faulty }) => !faulty && values.length === columns.length)
    .map(({ values }) => values);
  return {
    dialect,
    header,
    columns,
    start: { byte: first.start, line: first.line },
    shape: shapeOf(rows, columns.length),
    style: styleOf(sample, table, {
      dialect,
      header,
      columns: columns.length,
      byteOrderMark: options.skipBytes > 0,
    }),
  };
}
