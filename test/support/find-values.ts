import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Sandbox } from './sandbox.ts';
import { onSandboxDatabase } from './sandbox-database.ts';

/** Finds values in every column of every table; returns `table.column: value`. */
export async function valuesInDatabase(
  db: Pick<pg.ClientBase, 'query'>,
  values: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ relation: string; column: string; type: string }>(
    `select c.oid::regclass::text as relation, a.attname as column, a.atttypid::regtype::text as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
        and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  if (rows.length < 300) throw new Error('the schema has fewer columns than expected');
  const found = new Set<string>();
  for (const { relation, column, type } of rows) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows: hits } = await db.query<{ value: string }>(
      `select distinct marker as value from ${relation}, unnest($1::text[]) marker where strpos(${text}, marker) > 0`,
      [values],
    );
    for (const { value } of hits) found.add(`${relation}.${column}: ${value}`);
  }
  return [...found].sort();
}

export const valuesInTables = (sandbox: Sandbox, values: readonly string[]): Promise<string[]> =>
  onSandboxDatabase(sandbox, (db) => valuesInDatabase(db, values));

/** PostgreSQL's own pages and write-ahead log keep old versions until they are reused. */
const OWN_FILES = /^postgres\/(base|pg_wal)\//;

/** Finds values in every file of the data folder. */
export function valuesInFiles(sandbox: Sandbox, values: readonly string[]): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(sandbox.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const below = path.slice(sandbox.dataDir.length + 1);
    if (OWN_FILES.test(below)) continue;
    const bytes = readFileSync(path);
    for (const value of values) if (bytes.includes(value)) found.push(`${below}: ${value}`);
  }
  return found;
}
