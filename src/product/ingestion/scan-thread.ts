import { warmUpDuckDb } from '../../platform/tabular/duckdb.ts';
import { preview } from '../../platform/tabular/parquet/preview.ts';
import { serveThread } from '../../platform/threads/thread.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_ROWS } from '../../shared/limits.ts';
import { type FileToScan, scanFile, type TakenFile } from './scan-file.ts';

export type ScanInput = FileToScan;

export type Scanned = TakenFile & { preview: Record<string, string | null>[] };

const MAX_MINUTES = 15;

serveThread<ScanInput>(async function* (input) {
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
  yield { ...scanned, preview: objects } satisfies Scanned;
});
// A thread that ends before its first input needs no database.
void warmUpDuckDb().catch(() => {});
