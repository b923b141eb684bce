import { encodeCsv } from '../../engines/table/encode-csv.ts';
import type { Table } from '../../engines/table/table.ts';
import { csvRecord } from '../../shared/csv.ts';

export type CsvPart = { bytes: Uint8Array; rows: number };

const ROWS_A_PART = 65_536;

/** The first line of a file. */
export const csvHeader = (names: readonly string[]): Uint8Array => Buffer.from(csvRecord(names));

/** The lines of a table in parts, so that its text is never there as a whole. */
export function* csvParts(table: Table): Generator<CsvPart> {
  for (let from = 0; from < table.rows; from += ROWS_A_PART) {
    const to = Math.min(table.rows, from + ROWS_A_PART);
    yield { bytes: encodeCsv(table, { from, to }), rows: to - from };
  }
}
