import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { layoutsOfTable, type ReadLayout } from '../engines/table/parse-columns.ts';
import { refuseMemory } from '../engines/table/refuse-memory.ts';
import type { Table } from '../engines/table/table.ts';
import { readPlainTexts } from '../platform/tabular/delimited/plain-table.ts';
import type { PlainOptions } from '../platform/tabular/delimited/store-table.ts';
import { scanTable } from '../platform/tabular/formats/registry.ts';
import type { TableScan } from '../platform/tabular/formats/scan.ts';
import { readTable as readStored } from '../product/data/read-table.ts';
import { mapRows, textsOfParquet } from '../product/ingestion/propose.ts';
import type { CsvDialect } from '../shared/csv.ts';
import { AppError } from '../shared/errors.ts';
import { refuseAmbiguous, withForms } from './ingest/corrections.ts';
import { printBalanceBreaks, printLines, printNotices } from './print-reading.ts';
import { plainReader } from './read-plain.ts';
import { refuseNoTable } from './refuse-no-table.ts';
import { inFile, type UnpackedFile, unpacked } from './unpacked.ts';

/** Memory of a cell as a separate string. */
const BYTES_A_CELL = 48;
const USABLE = 0.8;

/** Rejects a file that would not fit in memory if every cell were a separate string. */
function refuseTooLarge(path: string, rows: number, columns: number): void {
  const refusal = refuseMemory((r, c) => r * c * BYTES_A_CELL, {
    rows,
    columns,
    mostMemory: USABLE * getHeapStatistics().heap_size_limit,
  });
  if (refusal === null) return;
  throw new AppError(
    'bad_request',
    `${path}: reading ${refusal} Or raise NODE_OPTIONS=--max-old-space-size.`,
  );
}

async function tellBreaks(shown: string, scan: TableScan): Promise<void> {
  const { header, rowLines } = scan.delimited ?? scan.typed ?? {};
  const { plain, parquetPath } = scan;
  const texts =
    plain === null
      ? textsOfParquet(parquetPath)
      : (names: readonly string[], limit: number) => readPlainTexts(plain, names, limit);
  const { balance } = await mapRows({ ...scan, texts, header: header !== false, rowLines });
  printBalanceBreaks(shown, balance);
}

/**
 * Reads a table file of any format, compressed or not, into memory; unreadable lines go to stderr.
 * @param options.model table that fixes the column types; by default they are detected
 * @param options.tellBreaks true to print rows that break a running balance
 * @param options.forms chosen forms, as COLUMN=FORM
 * @throws AppError if a column can be read in several ways and none is chosen
 */
export const readTable = async (path: string, options: ReadOptions = {}): Promise<Table> =>
  (await readSource(path, options)).table;

type ReadOptions = {
  model?: Table;
  tellBreaks?: boolean;
  forms?: readonly string[] | undefined;
  /** True for a list: a file of one column of distinct words is expected. */
  list?: boolean;
  /** Returns why a table of this size is refused, before its rows are read; null if it is not. */
  refuse?: ((rows: number, columns: number) => string | null) | undefined;
  /** Text before the names of columns in arguments: `TABLE.` of a linked table. */
  prefix?: string;
};

function dialectOf({ delimited, encoding }: TableScan): CsvDialect | undefined {
  if (delimited === null) return undefined;
  const { style, dialect } = delimited;
  return { ...style, encoding, delimiter: dialect.delimiter };
}

async function scanNamed(
  shown: string,
  file: UnpackedFile,
  options: { parquetPath: string; plain: PlainOptions },
) {
  try {
    return await scanTable(file.format, file.path, { ...options, table: file.table });
  } catch (error) {
    if (!(error instanceof AppError) || file.format === 'csv') throw error;
    throw inFile(shown, error);
  }
}

/** Reads all rows of a file that was stored. */
async function storedTable(
  { parquetPath, columns, rowCount: rows }: TableScan,
  layouts: Readonly<Record<string, ReadLayout>>,
): Promise<Table> {
  const names = columns.map(({ name }) => name);
  const source = { parquetPath, columns: names, rows, layouts };
  const reading = readStored(source, { aborted: false }, { most: rows });
  for (;;) {
    const step = await reading.next();
    if (step.done) return step.value;
  }
}

export async function readSource(
  path: string,
  options: ReadOptions = {},
): Promise<{ table: Table; dialect: CsvDialect | undefined }> {
  const { model } = options;
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-table-'));
  try {
    const file = await unpacked(path, folder);
    const parquetPath = join(folder, 'rows.parquet');
    const reader = plainReader();
    const plain = { isKnown: model !== undefined, onColumn: reader.take };
    const scan = await scanNamed(path, file, { parquetPath, plain });
    printLines(path, scan.skipped, 'skipped outside the table');
    printLines(path, scan.leftOut, 'skipped as unreadable');
    const names = scan.columns.map(({ name }) => name);
    const refusal = options.refuse?.(scan.rowCount, names.length) ?? null;
    if (refusal !== null) throw new AppError('bad_request', `${path}: ${refusal}`);
    refuseTooLarge(path, scan.rowCount, names.length);
    const columns = withForms(scan.columns, options.forms);
    const layouts =
      model === undefined
        ? Object.fromEntries(columns.map((layout) => [layout.name, layout]))
        : layoutsOfTable(model);
    if (model === undefined) {
      printNotices(path, { ...scan, columns });
      refuseAmbiguous(columns, options.prefix);
    }
    if (options.tellBreaks === true) await tellBreaks(path, { ...scan, columns });
    const table =
      scan.plain === null
        ? await storedTable(scan, layouts)
        : await reader.table(scan.plain, layouts);
    if (scan.delimited !== null && model === undefined && options.list !== true)
      refuseNoTable(path, scan, table);
    return { table, dialect: dialectOf(scan) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
