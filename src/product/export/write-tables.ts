import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Relation } from '../../engines/synthesize/index.ts';
import { type ZipPart, zipOf } from '../../platform/files/write-zip.ts';
import type { TableRows } from '../../platform/tabular/formats/write.ts';
import { SCRIPT_BEGIN, SCRIPT_END } from '../../platform/tabular/sql/load-script.ts';
import type { TableFormat } from '../../shared/export-formats.ts';
import { formatFacts } from '../../shared/upload-formats.ts';
import { type ExportInput, readRows, sqlTable, writeExport } from './write-export.ts';

export type TablesExport = {
  tables: Omit<ExportInput, 'target' | 'format'>[];
  relations: Relation[];
  format: TableFormat;
  target: string;
};

/** Gives foreign keys the types of the referenced columns. */
function typedAsParents(
  rows: TableRows,
  table: string,
  relations: readonly Relation[],
  known: ReadonlyMap<string, TableRows>,
): TableRows {
  const columns = rows.columns.map((column) => {
    const relation = relations.find(
      ({ child, childKey }) => child === table && childKey === column.name,
    );
    const parent = relation && known.get(relation.parent);
    const key = parent?.columns.find(({ name }) => name === relation?.parentKey);
    return key === undefined ? column : { ...key, name: column.name, nullWords: column.nullWords };
  });
  return { ...rows, columns };
}

async function* scriptOf(
  { tables, relations, target }: TablesExport,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const known = new Map<string, TableRows>();
  yield SCRIPT_BEGIN;
  for (const input of tables) {
    const path = `${target}.${input.table}.parquet`;
    try {
      const read = await readRows(input, path, signal);
      const rows = typedAsParents(read, input.table, relations, known);
      known.set(input.table, rows);
      const references = relations
        .filter(({ child }) => child === input.table)
        .map(({ childKey, parent, parentKey }) => ({
          column: childKey,
          table: parent,
          key: parentKey,
        }));
      yield* sqlTable(rows, { ...input, references });
    } finally {
      await rm(path, { force: true });
    }
  }
  yield SCRIPT_END;
}

async function* filesOf(work: TablesExport, signal: AbortSignal): AsyncGenerator<ZipPart> {
  const { tables, format, target } = work;
  const path = `${target}.part`;
  try {
    if (format === 'sql') {
      await pipeline(scriptOf(work, signal), createWriteStream(path, { mode: 0o600 }), { signal });
      yield { name: 'tables.sql', open: () => createReadStream(path) };
      return;
    }
    for (const input of tables) {
      const name = `${input.table}${formatFacts(format).endings[0]}`;
      const asIs = format === 'csv' && input.form.dialect === null;
      if (!asIs) await writeExport({ ...input, format, target: path }, signal);
      yield { name, open: () => createReadStream(asIs ? input.file.path : path) };
    }
  } finally {
    await rm(path, { force: true });
  }
}

export const writeTables = (work: TablesExport, signal: AbortSignal): Promise<void> =>
  pipeline(zipOf(filesOf(work, signal)), createWriteStream(work.target, { mode: 0o600 }), {
    signal,
  });
