import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { warmUpDuckDb, withSharedDuckDb } from '../../platform/tabular/duckdb.ts';
import { preview } from '../../platform/tabular/parquet/preview.ts';
import { serveThread } from '../../platform/threads/thread.ts';
import type { DatasetProfile } from '../../shared/contracts/dataset-profile.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_ROWS } from '../../shared/limits.ts';
import { readTable } from '../data/read-table.ts';
import { type FileToScan, scanFile, type TakenFile } from './scan-file.ts';

export type ScanInput = FileToScan;

export type Scanned = TakenFile & {
  preview: Record<string, string | null>[];
  /** Profile of a small table; null if a run profiles it. */
  profile: DatasetProfile | null;
};

const MAX_MINUTES = 15;
/** Size up to which a file is read in one database, by one thread. */
const MAX_SMALL_BYTES = 1_000_000;
/** Cells and columns up to which profiling takes less time than starting a run. */
const MAX_PROFILED_CELLS = 5000;
const MAX_PROFILED_COLUMNS = 30;

serveThread<ScanInput>(async function* (input) {
  const { path, parquetPath } = input;
  const { size } = await stat(path);
  const read = () => scanAndPreview(input);
  yield await (size > MAX_SMALL_BYTES
    ? read()
    : withSharedDuckDb({ path, folder: dirname(parquetPath) }, read));
});
// A thread that ends before its first input needs no database.
void warmUpDuckDb().catch(() => {});

async function scanAndPreview(input: ScanInput): Promise<Scanned> {
  const signal = AbortSignal.timeout(MAX_MINUTES * 60_000);
  const scanned = await scanFile(input, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    const message = `Reading the file took more than ${MAX_MINUTES} minutes and was cancelled.`;
    throw new AppError('too_large', message, { cause: error });
  });
  const { columns, rows } = await preview(input.parquetPath, PREVIEW_ROWS, {
    maxBytes: MAX_PREVIEW_BYTES,
  });
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]!])));
  return { ...scanned, preview: objects, profile: await profileOf(input, scanned) };
}

async function profileOf(
  { parquetPath }: ScanInput,
  { columns, rowCount: rows }: TakenFile,
): Promise<DatasetProfile | null> {
  const isSmall =
    columns.length <= MAX_PROFILED_COLUMNS && rows * columns.length <= MAX_PROFILED_CELLS;
  if (rows === 0 || !isSmall) return null;
  try {
    const names = columns.map(({ name }) => name);
    const layouts = Object.fromEntries(columns.map((layout) => [layout.name, layout]));
    const reading = readTable({ parquetPath, columns: names, rows, layouts }, { aborted: false });
    for (;;) {
      const step = await reading.next();
      if (!step.done) continue;
      const { profileDataset } = await import('./profile-dataset.ts');
      return profileDataset(step.value);
    }
  } catch {
    // The run reports what is wrong with the table; the upload itself is complete.
    return null;
  }
}
