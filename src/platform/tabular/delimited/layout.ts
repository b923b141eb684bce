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

const BLANK = 'The file is empty: it contains only blank lines.';
const unreadable = (line: number) =>
  `Line ${line}, the expected start of the table, can't be read: it has an unclosed quote, text after a closing quote, or more than ${SAMPLE_BYTES} bytes.`;

export type Layout = {
  dialect: Dialect;
  /** True if the first record names the columns. */
  header: boolean;
  columns: string[];
  /** Columns that got a number, since an earlier one has the same header. */
  twins: string[];
  /** Start of the first record, header or not: byte offset in the text, and line from 1. */
  start: { byte: number; line: number };
  shape: RowShape;
  style: FileStyle;
};

/**
 * Detects delimiter, quotes, header, columns and table start from the beginning of a UTF-8 file.
 *
 * @param options.header true if the first record is known to name the columns, as in files of this
 * program
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
  const columns = columnNames(header ? first.values : first.values.map(() => null), {
    numbersTwins: true,
  });
  const twins = header
    ? columns.filter((name, i) => name !== (first.values[i]?.trim() || `column_${i + 1}`))
    : [];
  const rows = table
    .slice(header ? 1 : 0)
    .filter(({ values, faulty }) => !faulty && values.length === columns.length)
    .map(({ values }) => values);
  return {
    dialect,
    header,
    columns,
    twins,
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
