import { encodeCsv } from '../../engines/table/encode-csv.ts';
import type { Table } from '../../engines/table/table.ts';
import { dialectHead, inEncoding } from '../../platform/tabular/delimited/write-dialect.ts';
import { type CsvDialect, csvRecord } from '../../shared/csv.ts';

export type CsvPart = { bytes: Uint8Array; rows: number };

const ROWS_A_PART = 65_536;

export const csvHeader = (names: readonly string[], dialect: CsvDialect | undefined): Uint8Array =>
  dialect === undefined ? Buffer.from(csvRecord(names)) : dialectHead(dialect);

export function csvBytes(
  table: Table,
  dialect: CsvDialect | undefined,
  range: { from?: number; to?: number } = {},
): Uint8Array {
  const bytes = encodeCsv(table, { ...range, dialect });
  if (dialect === undefined || dialect.encoding === 'UTF-8') return bytes;
  return inEncoding(Buffer.from(bytes).toString('utf8'), dialect.encoding);
}

/** Yields a table's lines in parts, so that the whole text is never in memory. */
export function* csvParts(table: Table, dialect: CsvDialect | undefined): Generator<CsvPart> {
  for (let from = 0; from < table.rows; from += ROWS_A_PART) {
    const to = Math.min(table.rows, from + ROWS_A_PART);
    yield { bytes: csvBytes(table, dialect, { from, to }), rows: to - from };
  }
}
