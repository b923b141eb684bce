import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Relation } from '../../engines/synthesize/index.ts';
import { type ZipPart, zipOf } from '../../platform/files/write-zip.ts';
import { writeTable } from '../../platform/tabular/formats/registry.ts';
import { formatFacts } from '../../shared/bank-formats.ts';
import type { TableFormat } from '../../shared/export-formats.ts';
import { type ExportedTable, readRows } from './read-rows.ts';
import { scriptOf } from './write-script.ts';

export type ExportInput = {
  /** One table, or linked ones with parents first. */
  tables: readonly ExportedTable[];
  relations: readonly Relation[];
  format: TableFormat;
  target: string;
};

type Output = { target: string; signal: AbortSignal };

const save = (bytes: AsyncIterable<Uint8Array | string>, { target, signal }: Output) =>
  pipeline(bytes, createWriteStream(target, { mode: 0o600 }), { signal });

async function writeFile(
  { table: name, form, ...table }: ExportedTable,
  format: Exclude<TableFormat, 'sql'>,
  { target, signal }: Output,
): Promise<number> {
  const path = `${target}.text.parquet`;
  try {
    const rows = await readRows(table, path, signal);
    await writeTable(format, rows, { target, name, form, signal });
    return rows.rowCount;
  } finally {
    await rm(path, { force: true });
  }
}

async function writeScript({ tables, relations }: ExportInput, output: Output): Promise<number> {
  let rows = 0;
  const counted = async function* () {
    rows = yield* scriptOf(tables, relations, output);
  };
  await save(counted(), output);
  return rows;
}

/** Writes one table, or an SQL script of several, to a file; returns the number of rows. */
export function writeExport(input: ExportInput, signal: AbortSignal): Promise<number> {
  const { tables, format, target } = input;
  const output = { target, signal };
  return format === 'sql' ? writeScript(input, output) : writeFile(tables[0]!, format, output);
}

async function* partsOf(input: ExportInput, signal: AbortSignal): AsyncGenerator<ZipPart> {
  const { tables, format } = input;
  const target = `${input.target}.part`;
  try {
    if (format === 'sql') {
      await writeExport({ ...input, target }, signal);
      yield { name: 'tables.sql', open: () => createReadStream(target) };
      return;
    }
    for (const table of tables) {
      const isStored = format === 'csv' && table.form.dialect === null;
      if (!isStored) await writeFile(table, format, { target, signal });
      const path = isStored ? table.file.path : target;
      yield {
        name: `${table.table}${formatFacts(format).endings[0]}`,
        open: () => createReadStream(path),
      };
    }
  } finally {
    await rm(target, { force: true });
  }
}

/** Writes linked tables to a ZIP. */
export const writeArchive = (input: ExportInput, signal: AbortSignal): Promise<void> =>
  save(zipOf(partsOf(input, signal)), { target: input.target, signal });
