import type { ThresholdOption } from '../../engines/detect/index.ts';
import { layoutsOfTable } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import { readTable } from '../data/read-table.ts';
import type { AnalyzedFiles, SourceFile } from './analyzed-files.ts';

/** Reads the table, and the baseline where the threshold needs one. */
export async function* readAnalyzed(
  { file, baseline, confirmed: rowsConfirmed }: AnalyzedFiles,
  threshold: ThresholdSetting | null,
  signal: ThreadSignal,
): AsyncGenerator<
  ThreadProgress,
  { table: Table; threshold: ThresholdOption | null; confirmed: Uint8Array }
> {
  const table = yield* readSource(file, signal);
  const confirmed = marked(rowsConfirmed, table.rows);
  if (threshold?.method !== 'false-discovery') return { table, threshold, confirmed };
  const columns = table.columns.map(({ name }) => name);
  const known = baseline?.format === 'rows' ? baseline : null;
  if (known === null) throw new Error('the baseline is missing');
  const missing = columns.filter((name) => !known.columns.includes(name));
  if (missing.length > 0) {
    throw new AppError(
      'bad_request',
      `${known.filename} lacks the columns ${missing.join(', ')} of ${file.filename}.`,
    );
  }
  const { path: parquetPath, rows, layouts } = known;
  const normal = yield* readTable(
    { parquetPath, columns, rows, layouts: layouts ?? layoutsOfTable(table) },
    signal,
    { most: rows },
  );
  const differs = table.columns.find(({ kind }, i) => normal.columns[i]!.kind !== kind);
  if (differs) {
    throw new AppError(
      'bad_request',
      `The column ${differs.name} holds another type in the dataset of ordinary rows.`,
    );
  }
  const { method, alpha } = threshold;
  return { table, threshold: { method, alpha, baseline: normal }, confirmed };
}

function marked(rows: readonly number[], count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const row of rows) marks[row - 1] = 1;
  return marks;
}

async function* readSource(
  file: SourceFile,
  signal: ThreadSignal,
): AsyncGenerator<ThreadProgress, Table> {
  if (file.format === 'rows') {
    const { path: parquetPath, columns, rows, layouts } = file;
    return yield* readTable({ parquetPath, columns, rows, layouts }, signal, { most: rows });
  }
  yield { kind: 'progress', stage: 'reading', done: 0, total: file.rows };
  const { workPath: parquetPath } = file;
  const scanned = await scanDelimited(file.path, { parquetPath, header: true });
  const columns = scanned.columns.map(({ name }) => name);
  const layouts = Object.fromEntries(scanned.columns.map((one) => [one.name, one]));
  const rows = scanned.rowCount;
  return yield* readTable({ parquetPath, columns, rows, layouts }, signal, { most: rows });
}
