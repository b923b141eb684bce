import type { CellStyle } from '../../../shared/cell-styles.ts';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { LineRanges } from '../delimited/line-ranges.ts';
import type { PlainTable } from '../delimited/plain-table.ts';
import type { RowLines } from '../delimited/row-lines.ts';
import type { ScanOptions as DelimitedOptions, ScanResult } from '../delimited/scan-delimited.ts';
import type { Encoding } from '../encoding/encoding.ts';

export type ScanOptions = Pick<
  DelimitedOptions,
  'parquetPath' | 'checkColumns' | 'checkLeftOut' | 'maxRanges' | 'plain' | 'signal'
> & {
  /** Name of a table in a file that contains several. */
  table?: string | undefined;
};

export type TableScan = {
  columns: ColumnLayout[];
  rowCount: number;
  parquetPath: string;
  /** Rows left in plain form in place of Parquet; null if they were stored. */
  plain: PlainTable | null;
  encoding: Encoding;
  leftOut: LineRanges;
  skipped: LineRanges;
  delimited: Pick<ScanResult, 'dialect' | 'style' | 'header' | 'decimal' | 'rowLines'> | null;
  /** Reading of cells with stated types; null for other formats. */
  typed: {
    header: boolean | null;
    cells: CellStyle[];
    rowLines?: RowLines;
    /** Names of nested objects, whose members are columns such as `payer.zip`. */
    objects?: string[];
  } | null;
  /** Messages about the file, in sentences. */
  notices: string[];
  /** Name of the table in its file; null in formats of one table. */
  table: string | null;
};

/**
 * Reads a whole file into all-text Parquet, rows unchanged and in order, and detects the layouts of
 * its columns. Leaves no file on failure. A file with several tables is refused with their names,
 * unless one is wanted.
 *
 * @throws AppError if the file is not of the format, damaged, or beyond a limit
 */
export type ScanFormat = (path: string, options: ScanOptions) => Promise<TableScan>;

export const NO_LINES: LineRanges = { lines: 0, ranges: [] };
