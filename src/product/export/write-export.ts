import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { applyForms, type StatedForm } from '../../platform/tabular/columns/apply-forms.ts';
import { typedColumn } from '../../platform/tabular/columns/typed-column.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { scanTable, writeTable } from '../../platform/tabular/formats/registry.ts';
import { chunksOf, type SourceForm, type TableRows } from '../../platform/tabular/formats/write.ts';
import {
  copyRows,
  createTable,
  SCRIPT_BEGIN,
  SCRIPT_END,
  type ScriptTable,
} from '../../platform/tabular/sql/load-script.ts';
import type { TableFormat } from '../../shared/export-formats.ts';
import type { UploadFormat } from '../../shared/upload-formats.ts';

export type ExportInput = {
  /** File of the rows: a batch, which is CSV with a header, or another table file. */
  file: { path: string; format: UploadFormat; table?: string | undefined };
  target: string;
  format: TableFormat;
  table: string;
  /** Forms of the source's columns; missing ones are detected in the batch. */
  stated: Readonly<Partial<Record<string, StatedForm>>>;
  form: SourceForm;
  keys: readonly string[];
};

async function keyOf(
  { path, columns, rowCount }: TableRows,
  keys: readonly string[],
): Promise<string | null> {
  const known = keys.filter((key) => columns.some(({ name }) => name === key));
  if (known.length === 0 || rowCount === 0) return known[0] ?? null;
  return withDuckDb({ paths: [path] }, async (connection) => {
    for (const key of known) {
      const [counts] = await rowsOf(
        connection,
        `select count(distinct ${sqlName(key)}) from read_parquet(${sqlPath(path)})`,
      );
      if (Number(counts![0]) === rowCount) return key;
    }
    return null;
  });
}

export async function* sqlTable(
  rows: TableRows,
  {
    table,
    keys,
    references = [],
  }: Pick<ExportInput, 'table' | 'keys'> & Partial<Pick<ScriptTable, 'references'>>,
): AsyncGenerator<string> {
  const columns = rows.columns.map(typedColumn);
  const made = { name: table, columns, key: await keyOf(rows, keys), references };
  const typed = async function* () {
    for await (const chunk of chunksOf(rows))
      yield chunk.map((texts, i) => texts.map(columns[i]!.cell));
  };
  yield createTable(made);
  yield* copyRows(made, typed());
}

async function* scriptOf(rows: TableRows, input: ExportInput): AsyncGenerator<string> {
  yield SCRIPT_BEGIN;
  yield* sqlTable(rows, input);
  yield SCRIPT_END;
}

/** Reads the file into all-text Parquet at `path`, with the stated forms of its columns. */
export async function readRows(
  { file, stated }: Pick<ExportInput, 'file' | 'stated'>,
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

export async function writeExport(input: ExportInput, signal: AbortSignal): Promise<number> {
  const { target, format, form, table: name } = input;
  const path = `${target}.text.parquet`;
  try {
    const rows = await readRows(input, path, signal);
    if (format === 'sql')
      await pipeline(scriptOf(rows, input), createWriteStream(target, { mode: 0o600 }), { signal });
    else await writeTable(format, rows, { target, name, form, signal });
    return rows.rowCount;
  } finally {
    await rm(path, { force: true });
  }
}
