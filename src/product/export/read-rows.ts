import { applyForms, type StatedForm } from '../../platform/tabular/columns/apply-forms.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { scanTable } from '../../platform/tabular/formats/registry.ts';
import type { SourceForm, TableRows } from '../../platform/tabular/formats/write.ts';
import type { UploadFormat } from '../../shared/upload-formats.ts';

/** Table to export, with the forms of its source. */
export type ExportedTable = {
  /** File of the rows: a batch, which is CSV with a header, or another table file. */
  file: { path: string; format: UploadFormat; table?: string | undefined };
  table: string;
  /** Forms of the source's columns; missing ones are detected in the batch. */
  stated: Readonly<Partial<Record<string, StatedForm>>>;
  form: SourceForm;
  keys: readonly string[];
};

/** Reads the file into all-text Parquet at `path`, with the stated forms of its columns. */
export async function readRows(
  { file, stated }: Pick<ExportedTable, 'file' | 'stated'>,
  path: string,
  signal: AbortSignal,
): Promise<TableRows> {
  const options = { parquetPath: path, table: file.table, signal };
  const scanned = await (file.format === 'csv'
    ? scanDelimited(file.path, { ...options, header: true })
    : scanTable(file.format, file.path, options));
  const { columns } = await applyForms(path, scanned.columns, stated, { signal });
  return { path, columns, rowCount: scanned.rowCount };
}
