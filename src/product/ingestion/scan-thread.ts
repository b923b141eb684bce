import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { warmUpDuckDb, withSharedDuckDb } from '../../platform/tabular/duckdb.ts';
import { preview } from '../../platform/tabular/parquet/preview.ts';
import { serveThread } from '../../platform/threads/thread.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_ROWS } from '../../shared/limits.ts';
import { type FileToScan, scanFile, type TakenFile } from './scan-file.ts';

export type ScanInput = FileToScan;

export type Scanned = TakenFile & { preview: Record<string, string | null>[] };

const MAX_MINUTES = 15;
/** Size up to which a file is read in one database, by one thread. */
const MAX_SMALL_BYTES = 1_000_000;

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
  return { ...scanned, preview: objects };
}
