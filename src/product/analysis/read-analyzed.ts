import type { ThresholdOption } from '../../engines/detect/index.ts';
import type { Table } from '../../engines/table/table.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ThreadSignal } from '../../platform/jobs/thread.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import { type Dataset, readDataset } from '../read-dataset.ts';
import { readTable } from '../read-table.ts';

type DatasetFile = { parquetPath: string; columns: string[]; rows: number };

/** What a thread needs to read a dataset, and the one that it is held against. */
export type AnalyzedFiles = DatasetFile & { baseline: DatasetFile | null };

/** The files behind a dataset and its baseline, both of the run's tenant. */
export async function analyzedFiles(
  parts: { database: Database; files: FileStore },
  tenantId: string,
  manifestId: string,
  threshold: ThresholdSetting | null,
): Promise<{ dataset: Dataset; files: AnalyzedFiles }> {
  const fileOf = (dataset: Dataset): DatasetFile => {
    const parquetPath = parts.files.localPath?.(fileKey(dataset.version));
    if (parquetPath === undefined)
      throw new AppError('unavailable', 'Files are not on this machine.');
    return { parquetPath, columns: dataset.names, rows: Number(dataset.record_count) };
  };
  const dataset = await readDataset(parts.database, tenantId, manifestId);
  if (threshold?.method !== 'false-discovery') {
    return { dataset, files: { ...fileOf(dataset), baseline: null } };
  }
  const known = await readDataset(parts.database, tenantId, threshold.baselineId);
  const missing = dataset.names.filter((name) => !known.names.includes(name));
  if (missing.length > 0) {
    throw new AppError(
      'bad_request',
      `${known.filename} lacks the columns ${missing.join(', ')} of ${dataset.filename}.`,
    );
  }
  return {
    dataset,
    files: { ...fileOf(dataset), baseline: { ...fileOf(known), columns: dataset.names } },
  };
}

/** Reads the table, and the ordinary rows where the threshold asks for them. */
export async function* readAnalyzed(
  files: AnalyzedFiles,
  threshold: ThresholdSetting | null,
  signal: ThreadSignal,
): AsyncGenerator<
  { kind: 'progress'; stage: string; done: number; total: number },
  { table: Table; threshold: ThresholdOption | null }
> {
  const read = async function* (
    file: DatasetFile,
    kinds: Parameters<typeof readTable>[3],
  ): AsyncGenerator<{ kind: 'progress'; stage: string; done: number; total: number }, Table> {
    const reading = readTable(file, signal, file.rows, kinds);
    let step = await reading.next();
    for (; !step.done; step = await reading.next()) {
      yield { kind: 'progress', stage: 'reading', ...step.value };
    }
    return step.value;
  };
  const table = yield* read(files, {});
  if (threshold?.method !== 'false-discovery') return { table, threshold };
  const kinds = Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]));
  const ordinary = yield* read(files.baseline!, kinds);
  const differs = table.columns.find(({ kind }, i) => ordinary.columns[i]!.kind !== kind);
  if (differs) {
    throw new AppError(
      'bad_request',
      `The column ${differs.name} holds another type in the dataset of ordinary rows.`,
    );
  }
  const { method, alpha } = threshold;
  return { table, threshold: { method, alpha, ordinary } };
}
