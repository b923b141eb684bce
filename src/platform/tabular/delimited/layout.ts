import { AppError } from '../../../shared/errors.ts';
import { columnNames } from '../columns/column-names.ts';
import { readBytes } from '../encoding/inspect-head.ts';
import { detectDialect, firstRecord, looksLikeHeader } from './detect-dialect.ts';
import type { Dialect } from './dialect.ts';

const SAMPLE_BYTES = 256 * 1024;

export type Layout = {
  dialect: Dialect;
  /** Whether the first record names the columns. */
  header: boolean;
  columns: string[];
};

/** Delimiter, quotes, header and columns of a file in UTF-8, by its beginning. */
export async function readLayout(
  path: string,
  options: { skipBytes: number; header?: boolean | undefined },
): Promise<Layout> {
  const sample = await readBytes(path, options.skipBytes, SAMPLE_BYTES);
  const whole = sample.length < SAMPLE_BYTES;
  const dialect = detectDialect(sample, whole);
  const first = firstRecord(sample, dialect, whole);
  if (first === null || (first.length === 1 && (first[0] ?? '').trim() === '')) {
    throw new AppError('validation_failed', 'The file is empty: it has blank lines alone.');
  }
  const header = options.header ?? looksLikeHeader(first);
  const columns = header ? columnNames(first) : first.map((_, i) => `column_${i + 1}`);
  return { dialect, header, columns };
}
