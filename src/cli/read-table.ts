import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getHeapStatistics } from 'node:v8';
import { createGunzip } from 'node:zlib';
import { layoutsOfTable } from '../engines/table/parse-columns.ts';
import type { Table } from '../engines/table/table.ts';
import type { LineRanges } from '../platform/tabular/delimited/line-ranges.ts';
import { scanDelimited } from '../platform/tabular/delimited/scan-delimited.ts';
import { readBytes } from '../platform/tabular/encoding/inspect-head.ts';
import { scanParquet } from '../platform/tabular/parquet/scan-parquet.ts';
import { readTable as readTypedTable } from '../product/data/read-table.ts';
import type { ColumnLayout } from '../shared/column-layout.ts';
import { AppError } from '../shared/errors.ts';

/** Ranges of lines that are named one by one. */
const MAX_NAMED = 20;
/** A cell as a string of its own. */
const BYTES_A_CELL = 48;
const USABLE = 0.8;

/** The file itself, or its unpacked copy where it is packed with gzip. */
async function unpacked(path: string, folder: string): Promise<{ path: string; parquet: boolean }> {
  const head = await readBytes(path, 0, 4).catch((cause: unknown) => {
    throw new AppError('not_found', `cannot read ${path}`, { cause });
  });
  if (head.toString('latin1') === 'PAR1') return { path, parquet: true };
  if (head[0] !== 0x1f || head[1] !== 0x8b) return { path, parquet: false };
  const target = join(folder, 'unpacked.csv');
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(target));
  return { path: target, parquet: false };
}

/** Says on stderr which lines of a file gave no row. */
function printLines(path: string, lines: LineRanges, outcome: string): void {
  if (lines.lines === 0) return;
  process.stderr.write(
    `${path}: ${lines.lines} ${lines.lines === 1 ? 'line' : 'lines'} ${outcome}\n`,
  );
  for (const { fromLine, toLine, reason } of lines.ranges.slice(0, MAX_NAMED)) {
    const place = fromLine === toLine ? `line ${fromLine}` : `lines ${fromLine} to ${toLine}`;
    process.stderr.write(`  ${place}: ${reason}\n`);
  }
}

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

/** What somebody should know of columns: readings that are not sure, forms that are not known. */
function tellNotices(path: string, layouts: readonly ColumnLayout[]): void {
  for (const { name, notices } of layouts)
    for (const notice of notices) process.stderr.write(`${path}: column ${name}: ${notice}\n`);
}

/**
 * Reads a table from CSV (also packed with gzip) or Parquet into memory. Lines that give no row are listed
 * on stderr.
 *
 * @param model a table whose columns settle the types; without it the file's own text does
 */
export async function readTable(path: string, model?: Table): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-table-'));
  try {
    const file = await unpacked(path, folder);
    const parquetPath = join(folder, 'rows.parquet');
    const scan = file.parquet
      ? await scanParquet(file.path, { parquetPath })
      : await readDelimited(path, file.path, parquetPath);
    const names = scan.columns.map(({ name }) => name);
    refuseTooLarge(path, scan.rowCount, names.length);
    const layouts =
      model === undefined
        ? Object.fromEntries(scan.columns.map((layout) => [layout.name, layout]))
        : layoutsOfTable(model);
    if (model === undefined) tellNotices(path, scan.columns);
    const { parquetPath: rowsPath, rowCount: rows } = scan;
    const source = { parquetPath: rowsPath, columns: names, rows, layouts };
    const reading = readTypedTable(source, { aborted: false }, { most: rows });
    for (;;) {
      const step = await reading.next();
      if (step.done) return step.value;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
