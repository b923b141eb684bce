import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { layoutsOfTable } from '../engines/table/parse-columns.ts';
import type { Table } from '../engines/table/table.ts';
import { type ScanResult, scanDelimited } from '../platform/tabular/delimited/scan-delimited.ts';
import { type ParquetScan, scanParquet } from '../platform/tabular/parquet/scan-parquet.ts';
import { readTable as readTypedTable } from '../product/data/read-table.ts';
import { mapRows } from '../product/ingestion/propose.ts';
import type { CsvDialect } from '../shared/csv.ts';
import { AppError } from '../shared/errors.ts';
import { printBalanceBreaks, printLines, printNotices } from './print-reading.ts';
import { refuseNoTable } from './refuse-no-table.ts';
import { unpacked } from './unpacked.ts';

/** Memory of a cell as a separate string. */
const BYTES_A_CELL = 48;
const USABLE = 0.8;

async function readDelimited(shown: string, path: string, parquetPath: string) {
  const scan = await scanDelimited(path, { parquetPath });
  printLines(shown, scan.skipped, 'skipped outside the table');
  printLines(shown, scan.leftOut, 'skipped as unreadable');
  return scan;
}

/** Rejects a file that would not fit in memory if every cell were a separate string. */
function refuseTooLarge(path: string, rows: number, columns: number): void {
  const needed = rows * columns * BYTES_A_CELL;
  const most = USABLE * getHeapStatistics().heap_size_limit;
  if (needed <= most) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  throw new AppError(
    'bad_request',
    `${path} needs about ${megabytes(needed)} MB of memory for ${rows} rows of ${columns} columns; ` +
      `${megabytes(most)} MB are available. Raise NODE_OPTIONS=--max-old-space-size or use fewer rows.`,
  );
}

/** Prints the rows that break the running balance, if the file has one. */
async function tellBreaks(shown: string, scan: ScanResult | ParquetScan): Promise<void> {
  const [header, rowLines] = 'rowLines' in scan ? [scan.header, scan.rowLines] : [true, undefined];
  const { balance } = await mapRows({ ...scan, header, rowLines });
  printBalanceBreaks(shown, balance);
}

/**
 * Reads a CSV (optionally gzipped) or Parquet file into memory; unreadable lines go to stderr.
 * @param options.model table that fixes the column types; by default they are detected
 * @param options.tellBreaks true to print rows that break a running balance
 */
export const readTable = async (path: string, options: ReadOptions = {}): Promise<Table> =>
  (await readSource(path, options)).table;

type ReadOptions = { model?: Table; tellBreaks?: boolean };

const dialectOf = (scan: ScanResult): CsvDialect => ({
  ...scan.style,
  encoding: scan.encoding,
  delimiter: scan.dialect.delimiter,
});

/** Reads a table as `readTable` does, with the dialect of its file. */
export async function readSource(
  path: string,
  options: ReadOptions = {},
): Promise<{ table: Table; dialect: CsvDialect | undefined }> {
  const { model } = options;
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-table-'));
  try {
    const file = await unpacked(path, folder);
    const parquetPath = join(folder, 'rows.parquet');
    const delimited = file.parquet ? null : await readDelimited(path, file.path, parquetPath);
    const scan = delimited ?? (await scanParquet(file.path, { parquetPath }));
    const names = scan.columns.map(({ name }) => name);
    refuseTooLarge(path, scan.rowCount, names.length);
    const layouts =
      model === undefined
        ? Object.fromEntries(scan.columns.map((layout) => [layout.name, layout]))
        : layoutsOfTable(model);
    if (model === undefined) printNotices(path, scan.columns);
    if (options.tellBreaks === true) await tellBreaks(path, scan);
    const { parquetPath: rowsPath, rowCount: rows } = scan;
    const source = { parquetPath: rowsPath, columns: names, rows, layouts };
    const reading = readTypedTable(source, { aborted: false }, { most: rows });
    for (;;) {
      const step = await reading.next();
      if (!step.done) continue;
      if (delimited !== null && model === undefined) refuseNoTable(path, delimited, step.value);
      return { table: step.value, dialect: delimited === null ? undefined : dialectOf(delimited) };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
