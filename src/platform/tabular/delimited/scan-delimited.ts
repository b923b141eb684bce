import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { checkCells } from '../check-cells.ts';
import { twinNotice } from '../columns/layout-notices.ts';
import type { Encoding } from '../encoding/encoding.ts';
import { readAsUtf8 } from '../encoding/utf8-source.ts';
import { parquetOrNoFile } from '../parquet/parquet-or-no-file.ts';
import type { FileStyle } from './file-style.ts';
import { type Layout, readLayout } from './layout.ts';
import type { LineRanges } from './line-ranges.ts';
import type { PlainTable } from './plain-table.ts';
import { readRows } from './read-rows.ts';
import type { RowLines } from './row-lines.ts';
import { type PlainOptions, storeOrKeep } from './store-table.ts';

export type ScanOptions = {
  /** Target of the rows. During the scan, temporary files with the same prefix exist next to it. */
  parquetPath: string;
  /** True if the first record names the columns; detected if absent, like lines above the table. */
  header?: boolean;
  /** Checks the column names before the long work; may throw to end the scan. */
  checkColumns?: (names: string[]) => void;
  /** Checks the unreadable lines before rows are stored; may throw to end the scan. */
  checkLeftOut?: ((leftOut: LineRanges, lines: number) => void) | undefined;
  /** Limit of listed line ranges, each of unreadable and of skipped ones. */
  maxRanges?: number;
  memoryLimitMb?: number;
  /** Leaves the rows in plain form for a caller that reads all of them; no Parquet is written. */
  plain?: PlainOptions;
  signal?: AbortSignal;
};

export type ScanResult = {
  columns: ColumnLayout[];
  rowCount: number;
  leftOut: LineRanges;
  skipped: LineRanges;
  rowLines: RowLines;
  parquetPath: string;
  plain: PlainTable | null;
  encoding: Encoding;
  dialect: Layout['dialect'];
  style: FileStyle;
  header: boolean;
  decimal: '.' | ',' | null;
};

/** Returns the decimal mark of the numbers; a comma if both occur. */
function decimalMarkOf(columns: readonly ColumnLayout[]): '.' | ',' | null {
  const marks = columns.flatMap(({ form }) =>
    form.kind === 'number' && form.decimals > 0 ? [form.decimalMark] : [],
  );
  return marks.includes(',') ? ',' : (marks[0] ?? null);
}

/**
 * Reads a delimited file of any supported encoding and dialect into an all-text Parquet file, rows
 * unchanged and in order; returns the columns' layouts and the unreadable lines. Leaves no file on
 * failure.
 */
export async function scanDelimited(path: string, options: ScanOptions): Promise<ScanResult> {
  const { parquetPath, memoryLimitMb, maxRanges = 1000, plain, signal } = options;
  const plainPath = `${parquetPath}.rows`;
  const files = { parquetPath, rowsPath: plainPath, isKept: plain !== undefined };
  return parquetOrNoFile({ ...files, signal }, async () => {
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
      const table = { path: plainPath, columns: layout.columns, escaped, rows };
      const { delimiter } = layout.dialect;
      const stored = await storeOrKeep(table, {
        parquetPath,
        delimiter,
        memoryLimitMb,
        signal,
        ...(plain && { plain }),
      });
      const columns = stored.layouts.map((column) =>
        layout.twins.includes(column.name)
          ? { ...column, notices: [twinNotice(column.name), ...column.notices] }
          : column,
      );
      return {
        columns,
        rowCount: rows,
        leftOut,
        skipped,
        rowLines,
        parquetPath,
        plain: stored.plain,
        encoding,
        dialect: layout.dialect,
        style: layout.style,
        header: layout.header,
        decimal: decimalMarkOf(columns),
      };
    });
  });
}
