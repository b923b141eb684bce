import { checkCells } from '../../check-cells.ts';
import { settleTyped } from '../../columns/typed-cells.ts';
import { storeOrKeep } from '../../delimited/store-table.ts';
import { parquetOrNoFile } from '../../parquet/parquet-or-no-file.ts';
import { NO_LINES, type ScanFormat, type ScanOptions } from '../scan.ts';
import { chooseSheet, filledSheets } from './choose-sheet.ts';
import { withPackage } from './package.ts';
import { readSheet } from './read-sheet.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readStyles } from './styles.ts';
import { readWorkbook } from './workbook.ts';

const MAX_RANGES = 1000;

const readTable = (path: string, options: ScanOptions, target: string) =>
  withPackage(path, async (office) => {
    const { maxRanges = MAX_RANGES, checkColumns, signal } = options;
    const workbook = await readWorkbook(office, signal);
    const { sheet, notices } = chooseSheet(
      await filledSheets(office, workbook, signal),
      options.table,
    );
    const source = {
      strings: await readSharedStrings(office, workbook.strings, signal),
      styles: await readStyles(office, workbook.styles, signal),
      date1904: workbook.date1904,
    };
    const { part } = sheet;
    const read = await readSheet({ office, part, source, target, maxRanges, checkColumns, signal });
    return { ...read, fileNotices: notices, table: sheet.name };
  });

/**
 * Scans a workbook (ECMA-376): the table of one sheet. Macros, links and formulas are not run.
 */
export const scanXlsx: ScanFormat = async (path, options) => {
  const { parquetPath, plain, signal } = options;
  const target = `${parquetPath}.rows`;
  const files = { parquetPath, rowsPath: target, isKept: plain !== undefined };
  return parquetOrNoFile({ ...files, signal }, async () => {
    const { columns, rows, escaped, styles, ...read } = await readTable(path, options, target);
    checkCells(rows, columns.length);
    const stored = await storeOrKeep(
      { path: target, columns, escaped, rows },
      { parquetPath, delimiter: null, signal, ...(plain && { plain }) },
    );
    const layouts = settleTyped(stored.layouts, styles).map((layout, i) => ({
      ...layout,
      notices: [...layout.notices, ...read.notices[i]!],
    }));
    return {
      columns: layouts,
      rowCount: rows,
      parquetPath,
      plain: stored.plain,
      encoding: 'UTF-8',
      leftOut: NO_LINES,
      skipped: read.skipped,
      delimited: null,
      typed: { header: read.hasHeader, cells: styles, rowLines: read.rowLines },
      notices: read.fileNotices,
      table: read.table,
    };
  });
};
