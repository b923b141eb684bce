import { join } from 'node:path';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { localPath } from '../../platform/files/local-path.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { RunContext } from '../../platform/jobs/run-context.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { AnalysisSource, ThresholdSetting } from '../../shared/contracts/analysis.ts';
import type { DatasetKind } from '../../shared/statuses.ts';
import { readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import { batchName } from './find-source.ts';

export type AnalysisParts = { database: Database; files: FileStore; workFolder: string };

/** Rows as text in a Parquet file, or a batch's own file, which is read into one for the time of the run. */
export type SourceFile = { filename: string; path: string; rows: number } & (
  | { format: 'rows'; columns: string[] }
  | { format: 'csv'; workPath: string }
);

/** What a thread needs to read what is analyzed, and the dataset that it is held against. */
export type AnalyzedFiles = { file: SourceFile; baseline: SourceFile | null };

/** What an analysis is of, as its result and its record name it. */
export type Analyzed = {
  filename: string;
  sha256: string;
  kind: DatasetKind;
  manifestId: string | null;
  batchId: string | null;
};

type Found = { analyzed: Analyzed; file: SourceFile };

/** Gives work the files behind a dataset or a batch and its baseline, all of the run's tenant. */
export function withAnalyzedFiles<Result>(
  parts: AnalysisParts,
  context: RunContext,
  source: AnalysisSource,
  threshold: ThresholdSetting | null,
  work: (found: { analyzed: Analyzed; files: AnalyzedFiles }) => Promise<Result>,
): Promise<Result> {
  const { id, attempt } = context.run;
  return withWorkFolder(parts.workFolder, `analyze-${id}-${attempt}`, async (folder) =>
    work(await analyzedFiles(parts, context, source, threshold, folder)),
  );
}

async function analyzedFiles(
  parts: AnalysisParts,
  { run }: RunContext,
  source: AnalysisSource,
  threshold: ThresholdSetting | null,
  workFolder: string,
): Promise<{ analyzed: Analyzed; files: AnalyzedFiles }> {
  const pathOf = (version: string) => localPath(parts.files, fileKey(version));
  const dataset = async (id: string): Promise<Found> => {
    const { filename, sha256, kind, ...found } = await readDataset(
      parts.database,
      run.tenant_id,
      id,
    );
    const columns = found.names;
    const rows = Number(found.record_count);
    return {
      analyzed: { filename, sha256, kind, manifestId: id, batchId: null },
      file: { filename, path: pathOf(found.version), rows, format: 'rows', columns },
    };
  };
  const batch = async (id: string): Promise<Found> => {
    const filename = batchName(id);
    const found = await readBatch(parts.database, run.tenant_id, id);
    const { sha256 } = found;
    return {
      analyzed: { filename, sha256, kind: 'synthetic', manifestId: null, batchId: id },
      file: {
        filename,
        path: pathOf(found.version),
        rows: Number(found.record_count),
        format: 'csv',
        workPath: join(workFolder, 'rows.parquet'),
      },
    };
  };
  const { analyzed, file } =
    source.batchId === undefined
      ? await dataset(source.manifestId ?? '')
      : await batch(source.batchId);
  const known = threshold?.method === 'false-discovery' ? threshold.baselineId : null;
  const baseline = known === null ? null : (await dataset(known)).file;
  return { analyzed, files: { file, baseline } };
}
