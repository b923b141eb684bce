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

/** A cell as a string of its own. */
const BYTES_A_CELL = 48;
const USABLE = 0.8;

async function readDelimited(shown: string, path: string, parquetPath: string) {
  const scan = await scanDelimited(path, { parquetPath });
  printLines(shown, scan.skipped, 'outside the table skipped');
  printLines(shown, scan.leftOut, 'left out, as they could not be read');
  return scan;
}

/** Refuses before anything is read what this process could not hold if every cell were a text of its own. */
function refuseTooLarge(path: string, rows: number, columns: number): void {
  const needed = rows * columns * BYTES_A_CELL;
  const most = USABLE * getHeapStatistics().heap_size_limit;
  if (needed <= most) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
  throw new AppError(
    'bad_request',
    `${path} has ${rows} rows of ${columns} columns, which take about ${megabytes(needed)} MB; ` +
      `${megabytes(most)} MB may be used. NODE_OPTIONS=--max-old-space-size raises it, and fewer rows do as well.`,
  );
}

/** Names the rows that do not follow from the file's running balance, if it has one. */
async function tellBreaks(shown: string, scan: ScanResult | ParquetScan): Promise<void> {
  const [header, rowLines] = 'rowLines' in scan ? [scan.header, scan.rowLines] : [true, undefined];
  const { balance } = await mapRows({ ...scan, header, rowLines });
  printBalanceBreaks(shown, balance);
}

/**
 * Reads a table from CSV (also packed with gzip) or Parquet into memory. Lines that give no row are listed
 * on stderr.
 *
 * @param options.model a table whose columns settle the types; without it the file's own text does
 * @param options.tellBreaks whether rows that break a running balance are listed too
 */
export const readTable = async (path: string, options: ReadOptions = {}): Promise<Table> =>
  (await readSource(path, options)).table;

type ReadOptions = { model?: Table; tellBreaks?: boolean };

/** How a file of delimited text is written; nothing where it is Parquet. */
const dialectOf = (scan: ScanResult): CsvDialect => ({
  ...scan.style,
  encoding: scan.encoding,
  delimiter: scan.dialect.delimiter,
});

/** A table, as `readTable` reads it, and how its file is written. */
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
