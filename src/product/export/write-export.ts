import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { applyForms, type StatedForm } from '../../platform/tabular/columns/apply-forms.ts';
import { typedColumn } from '../../platform/tabular/columns/typed-column.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import { writeDialect } from '../../platform/tabular/delimited/write-dialect.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import { typeParquet } from '../../platform/tabular/parquet/type-parquet.ts';
import {
  copyRows,
  createTable,
  SCRIPT_BEGIN,
  SCRIPT_END,
  type ScriptTable,
} from '../../platform/tabular/sql/load-script.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { TableFormat } from '../../shared/contracts/export.ts';
import type { CsvDialect } from '../../shared/csv.ts';

export type ExportInput = {
  csvPath: string;
  target: string;
  format: TableFormat;
  table: string;
  /** Forms of the source's columns; missing ones are detected in the batch. */
  stated: Readonly<Partial<Record<string, StatedForm>>>;
  dialect: CsvDialect | null;
  keys: readonly string[];
};

export type Rows = { path: string; columns: readonly ColumnLayout[]; rowCount: number };

async function keyOf(
  { path, columns, rowCount }: Rows,
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

async function* chunksOf(path: string, columns: readonly ColumnLayout[]) {
  const names = columns.map(({ name }) => name);
  for await (const chunk of readTextColumns({ parquetPath: path, names })) yield chunk.columns;
}

export async function* sqlTable(
  rows: Rows,
  {
    table,
    keys,
    references = [],
  }: Pick<ExportInput, 'table' | 'keys'> & Partial<Pick<ScriptTable, 'references'>>,
): AsyncGenerator<string> {
  const columns = rows.columns.map(typedColumn);
  const made = { name: table, columns, key: await keyOf(rows, keys), references };
  const typed = async function* () {
    for await (const chunk of chunksOf(rows.path, rows.columns))
      yield chunk.map((texts, i) => texts.map(columns[i]!.cell));
  };
  yield createTable(made);
  yield* copyRows(made, typed());
}

async function* scriptOf(rows: Rows, input: ExportInput): AsyncGenerator<string> {
  yield SCRIPT_BEGIN;
  yield* sqlTable(rows, input);
  yield SCRIPT_END;
}

export async function readRows(
  { csvPath, stated }: Pick<ExportInput, 'csvPath' | 'stated'>,
  path: string,
  signal: AbortSignal,
): Promise<Rows> {
  const scanned = await scanDelimited(csvPath, { parquetPath: path, header: true, signal });
  const { columns } = await applyForms(path, scanned.columns, stated, { signal });
  return { path, columns, rowCount: scanned.rowCount };
}

export async function writeExport(input: ExportInput, signal: AbortSignal): Promise<number> {
  const { target, format, dialect } = input;
  const path = `${target}.text.parquet`;
  try {
    const rows = await readRows(input, path, signal);
    const { columns } = rows;
    if (format === 'parquet') await typeParquet(path, target, columns, { signal });
    else if (format === 'sql')
      await pipeline(scriptOf(rows, input), createWriteStream(target, { mode: 0o600 }), { signal });
    else if (dialect !== null) {
      const bytes = writeDialect(dialect, columns.length, chunksOf(path, columns));
      await pipeline(bytes, createWriteStream(target, { mode: 0o600 }), { signal });
    }
    return rows.rowCount;
  } finally {
    await rm(path, { force: true });
  }
}
