import { join } from 'node:path';
import { type ColumnRoles, rolesOfMapping } from '../../engines/detect/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { RunContext } from '../../platform/jobs/run-context.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { AnalysisSource, ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { MAX_ANALYZED_ROWS } from '../../shared/limits.ts';
import type { DatasetKind } from '../../shared/statuses.ts';
import { readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { RowsFile } from '../data/read-table.ts';
import { confirmedRows } from './confirmed-rows.ts';
import { batchName } from './find-source.ts';

export type AnalysisParts = {
  database: Database;
  files: FileStore;
  workFolder: string;
  maxAnalyzedRows?: number;
};

/** Rows as an all-text Parquet file, or a batch's own file, converted for the run. */
export type SourceFile = { filename: string; path: string; rows: number } & (
  | ({ format: 'rows' } & Pick<RowsFile, 'columns' | 'layouts'>)
  | { format: 'csv'; workPath: string }
);

export type AnalyzedFiles = {
  file: SourceFile;
  baseline: SourceFile | null;
  confirmed: number[];
  roles: ColumnRoles;
  maxRows: number;
};

export type Analyzed = {
  filename: string;
  sha256: string;
  kind: DatasetKind;
  manifestId: string | null;
  batchId: string | null;
};

type Found = {
  analyzed: Analyzed;
  key: string;
  roles: ColumnRoles;
  fileAt: (path: string) => SourceFile;
};

/** Provides the files of a dataset or batch and its baseline, all of the run's tenant. */
export function withAnalyzedFiles<Result>(
  parts: AnalysisParts,
  {
    context,
    source,
    threshold,
    work,
  }: {
    context: RunContext;
    source: AnalysisSource;
    threshold: ThresholdSetting | null;
    work: (found: { analyzed: Analyzed; files: AnalyzedFiles }) => Promise<Result>;
  },
): Promise<Result> {
  const { id, attempt } = context.run;
  return withWorkFolder(parts.workFolder, `analyze-${id}-${attempt}`, async (folder) => {
    const { found, known } = await findAnalyzed(parts, {
      tenantId: context.run.tenant_id,
      source,
      threshold,
      workFolder: folder,
    });
    const confirmed = await confirmedRows(parts.database, context.run.tenant_id, source);
    const keys = [found.key, ...(known === null ? [] : [known.key])];
    return withLocalCopies(parts.files, keys, ([path, knownPath]) => {
      const baseline = known === null ? null : known.fileAt(knownPath!);
      const file = found.fileAt(path!);
      const { maxAnalyzedRows: maxRows = MAX_ANALYZED_ROWS } = parts;
      return work({
        analyzed: found.analyzed,
        files: { file, baseline, confirmed, roles: found.roles, maxRows },
      });
    });
  });
}

async function findAnalyzed(
  { database }: AnalysisParts,
  {
    tenantId,
    source,
    threshold,
    workFolder,
  }: {
    tenantId: string;
    source: AnalysisSource;
    threshold: ThresholdSetting | null;
    workFolder: string;
  },
): Promise<{ found: Found; known: Found | null }> {
  const dataset = async (id: string): Promise<Found> => {
    const { filename, sha256, kind, ...found } = await readDataset(database, tenantId, id);
    const { names: columns, layouts } = found;
    const rows = Number(found.record_count);
    return {
      analyzed: { filename, sha256, kind, manifestId: id, batchId: null },
      key: fileKey(found.version),
      roles: found.mapping === null ? {} : rolesOfMapping(found.mapping),
      fileAt: (path) => ({ filename, path, rows, format: 'rows', columns, layouts }),
    };
  };
  const batch = async (id: string): Promise<Found> => {
    const filename = batchName(id);
    const record = await readBatch(database, tenantId, id);
    const { sha256 } = record;
    return {
      analyzed: { filename, sha256, kind: 'synthetic', manifestId: null, batchId: id },
      key: fileKey(record.version),
      roles: {},
      fileAt: (path) => ({
        filename,
        path,
        rows: Number(record.record_count),
        format: 'csv',
        workPath: join(workFolder, 'rows.parquet'),
      }),
    };
  };
  const subject =
    source.batchId === undefined
      ? await dataset(source.manifestId ?? '')
      : await batch(source.batchId);
  const baselineId = threshold?.method === 'false-discovery' ? threshold.baselineId : null;
  return { found: subject, known: baselineId === null ? null : await dataset(baselineId) };
}
