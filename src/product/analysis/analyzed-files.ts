import { join } from 'node:path';
import { type ColumnRoles, rolesOfMapping } from '../../engines/detect/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import type { RunContext } from '../../platform/jobs/run-context.ts';
import { fileKey } from '../../platform/storage/context.ts';
import type { AnalysisSource, ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { BOOKS, type BookPreset } from '../../shared/institutions.ts';
import { MAX_ANALYZED_ROWS } from '../../shared/limits.ts';
import type { DatasetKind } from '../../shared/statuses.ts';
import { readBook } from '../batches/books/read-book.ts';
import { readBatch } from '../data/read-batch.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { RowsFile } from '../data/read-table.ts';
import { batchName } from './find-source.ts';
import { type DecidedRow, readDecidedRows } from './learning/decided-rows.ts';

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
  /** Tables of a book, of which the features of its claims or members are computed. */
  | { format: 'book'; preset: BookPreset; tables: Record<string, string>; workPath: string }
);

export type AnalyzedFiles = {
  file: SourceFile;
  baseline: SourceFile | null;
  /** Decisions of the tenant that teach; those on this source name `sourceId`. */
  decided: DecidedRow[];
  sourceId: string;
  roles: ColumnRoles;
  maxRows: number;
};

export type Analyzed = {
  filename: string;
  sha256: string;
  kind: DatasetKind;
  manifestId: string | null;
  batchId: string | null;
  /** Type of the analysis, if it is of rows other than transactions and plain ones. */
  type?: string;
};

type Found = {
  analyzed: Analyzed;
  /** Keys of the files, that of the analyzed rows first. */
  keys: string[];
  roles: ColumnRoles;
  fileAt: (paths: readonly string[]) => SourceFile;
};

/** Provides the files of a dataset or batch and its baseline, all of the run's tenant. */
export function withAnalyzedFiles<Result>(
  parts: AnalysisParts,
  {
    context,
    source,
    threshold,
    decided: given,
    work,
  }: {
    context: RunContext;
    source: AnalysisSource;
    threshold: ThresholdSetting | null;
    /** All decisions of the tenant by default. */
    decided?: DecidedRow[];
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
    const decided =
      given ?? (await parts.database.asTenant(context.run.tenant_id, readDecidedRows));
    const keys = [...found.keys, ...(known?.keys ?? [])];
    return withLocalCopies(parts.files, keys, (paths) => {
      const baseline = known === null ? null : known.fileAt(paths.slice(found.keys.length));
      const file = found.fileAt(paths);
      const { maxAnalyzedRows: maxRows = MAX_ANALYZED_ROWS } = parts;
      return work({
        analyzed: found.analyzed,
        files: {
          file,
          baseline,
          decided,
          sourceId: source.manifestId ?? source.batchId ?? '',
          roles: found.roles,
          maxRows,
        },
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
      keys: [fileKey(found.version)],
      roles: found.mapping === null ? {} : rolesOfMapping(found.mapping),
      fileAt: ([path]) => ({ filename, path: path!, rows, format: 'rows', columns, layouts }),
    };
  };
  const batch = async (id: string): Promise<Found> => {
    const record = await readBatch(database, tenantId, id);
    const book = await readBook(database, tenantId, id);
    const own = record.isOther ? 'rows' : 'transactions';
    const filename = batchName(id, book === null ? own : BOOKS[book.preset].analyzed);
    const { sha256 } = record;
    const rows = Number(record.record_count);
    const workPath = join(workFolder, 'rows.parquet');
    const made = { kind: 'synthetic' as const, manifestId: null, batchId: id };
    const analyzed = { filename, sha256, ...made };
    if (book === null)
      return {
        analyzed,
        keys: [fileKey(record.version)],
        roles: {},
        fileAt: ([path]) => ({ filename, path: path!, rows, format: 'csv', workPath }),
      };
    const { preset } = book;
    const type = BOOKS[preset].analyzed === 'claims' ? 'Claim patterns' : 'Member patterns';
    return {
      analyzed: { ...analyzed, type },
      keys: book.files.map(({ version }) => fileKey(version)),
      roles: { label: 'is_fraud' },
      fileAt: (paths) => {
        const tables = Object.fromEntries(book.files.map(({ table }, i) => [table, paths[i]!]));
        return { filename, path: paths[0]!, rows, format: 'book', preset, tables, workPath };
      },
    };
  };
  const subject =
    source.batchId === undefined
      ? await dataset(source.manifestId ?? '')
      : await batch(source.batchId);
  const baselineId = threshold?.method === 'false-discovery' ? threshold.baselineId : null;
  return { found: subject, known: baselineId === null ? null : await dataset(baselineId) };
}
