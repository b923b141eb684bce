import { rm } from 'node:fs/promises';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { AppError } from '../../../shared/errors.ts';
import { checkCells } from '../check-cells.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import type { Encoding } from '../encoding/encoding.ts';
import { readAsUtf8 } from '../encoding/utf8-source.ts';
import type { FileStyle } from './file-style.ts';
import { type Layout, readLayout } from './layout.ts';
import type { LineRanges } from './line-ranges.ts';
import { readRows } from './read-rows.ts';
import type { RowLines } from './row-lines.ts';
import { storeRows } from './store-rows.ts';

export type ScanOptions = {
  /** Where the rows go. Beside it lie, for the time of the scan, files that begin with its name. */
  parquetPath: string;
  /** Whether the first record names the columns; found out where absent, as is what stands above the table. */
  header?: boolean;
  /** Looks at the columns' names before the long work; what it throws ends the scan. */
  checkColumns?: (names: string[]) => void;
  /** Looks at what could not be read before the rows are stored; what it throws ends the scan. */
  checkLeftOut?: ((leftOut: LineRanges, lines: number) => void) | undefined;
  /** So many ranges of lines are listed, of those left out and of those skipped. */
  maxRanges?: number;
  memoryLimitMb?: number;
  signal?: AbortSignal;
};

export type ScanResult = {
  columns: ColumnLayout[];
  rowCount: number;
  /** Lines of the table that could not be read; all others are in the Parquet file, or were skipped. */
  leftOut: LineRanges;
  /** Lines above and below the table, and empty ones. */
  skipped: LineRanges;
  rowLines: RowLines;
  parquetPath: string;
  encoding: Encoding;
  dialect: Layout['dialect'];
  style: FileStyle;
  header: boolean;
  /** Decimal mark of the numbers, null where no number has one. */
  decimal: '.' | ',' | null;
};

/** The decimal mark that numbers with digits behind one have; a comma where both occur. */
function decimalMarkOf(columns: readonly ColumnLayout[]): '.' | ',' | null {
  const marks = columns.flatMap(({ form }) =>
    form.kind === 'number' && form.decimals > 0 ? [form.decimalMark] : [],
  );
  return marks.includes(',') ? ',' : (marks[0] ?? null);
}

/**
 * Reads a delimited file of any supported encoding and dialect into an all-text Parquet file, rows in
 * the file's order and as written, says what the columns hold, and lists the lines it could not read.
 * Nothing stays where it fails.
 */
export async function scanDelimited(path: string, options: ScanOptions): Promise<ScanResult> {
  const { parquetPath, memoryLimitMb, maxRanges = 1000, signal } = options;
  const plainPath = `${parquetPath}.rows`;
  try {
    const workPath = `${parquetPath}.utf8.csv`;
    return await readAsUtf8(path, { workPath, signal }, async (source) => {
      const { skipBytes, encoding } = source;
      const layout = await readLayout(source.path, { skipBytes, header: options.header });
      options.checkColumns?.(layout.columns);
      const read = await readRows(source, layout, { target: plainPath, maxRanges, signal });
      if (read.kind === 'not-utf8') return read;
      const { rows, lines, rowLines, leftOut, skipped, escaped } = read;
      checkCells(rows, layout.columns.length);
      options.checkLeftOut?.(leftOut, lines);
      const table = { columns: layout.columns, escaped, rows };
      await storeRows(plainPath, parquetPath, table, { memoryLimitMb, signal });
      const columns = await detectColumns(parquetPath, layout.columns, {
        delimiter: layout.dialect.delimiter,
        signal,
      });
      return {
        columns,
        rowCount: rows,
        leftOut,
        skipped,
        rowLines,
        parquetPath,
        encoding,
        dialect: layout.dialect,
        style: layout.style,
        header: layout.header,
        decimal: decimalMarkOf(columns),
      };
    });
  } catch (error) {
    await rm(parquetPath, { force: true });
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled', { cause: error });
    throw error;
  } finally {
    await rm(plainPath, { force: true });
  }
}
