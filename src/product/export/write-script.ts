import { rm } from 'node:fs/promises';
import type { Relation } from '../../engines/synthesize/index.ts';
import { typedColumn } from '../../platform/tabular/columns/typed-column.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { chunksOf, type TableRows } from '../../platform/tabular/formats/write.ts';
import {
  copyRows,
  createTable,
  SCRIPT_BEGIN,
  SCRIPT_END,
} from '../../platform/tabular/sql/load-script.ts';
import { type ExportedTable, readRows } from './read-rows.ts';

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

/** Gives foreign keys the types of the referenced columns. */
function typedAsParents(
  rows: TableRows,
  own: readonly Relation[],
  known: ReadonlyMap<string, TableRows>,
): TableRows {
  const columns = rows.columns.map((column) => {
    const relation = own.find(({ childKey }) => childKey === column.name);
    const parent = relation && known.get(relation.parent);
    const key = parent?.columns.find(({ name }) => name === relation?.parentKey);
    return key === undefined ? column : { ...key, name: column.name, nullWords: column.nullWords };
  });
  return { ...rows, columns };
}

async function* sqlTable(
  rows: TableRows,
  { table, keys }: ExportedTable,
  own: readonly Relation[],
): AsyncGenerator<string> {
  const columns = rows.columns.map(typedColumn);
  const references = own.map(({ childKey, parent, parentKey }) => ({
    column: childKey,
    table: parent,
    key: parentKey,
  }));
  const made = { name: table, columns, key: await keyOf(rows, keys), references };
  const typed = async function* () {
    for await (const chunk of chunksOf(rows))
      yield chunk.map((texts, i) => texts.map(columns[i]!.cell));
  };
  yield createTable(made);
  yield* copyRows(made, typed());
}

/** Yields an SQL script that creates and loads the tables, parents first; returns their rows. */
export async function* scriptOf(
  tables: readonly ExportedTable[],
  relations: readonly Relation[],
  { target, signal }: { target: string; signal: AbortSignal },
): AsyncGenerator<string, number> {
  const known = new Map<string, TableRows>();
  let count = 0;
  yield SCRIPT_BEGIN;
  for (const input of tables) {
    const path = `${target}.${input.table}.parquet`;
    try {
      const own = relations.filter(({ child }) => child === input.table);
      const rows = typedAsParents(await readRows(input, path, signal), own, known);
      known.set(input.table, rows);
      count += rows.rowCount;
      yield* sqlTable(rows, input, own);
    } finally {
      await rm(path, { force: true });
    }
  }
  yield SCRIPT_END;
  return count;
}
