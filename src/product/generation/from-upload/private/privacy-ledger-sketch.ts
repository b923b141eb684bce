import { createHmac } from 'node:crypto';
import type { Relation, Tables } from '../../../../engines/synthesize/index.ts';
import { formatCell } from '../../../../engines/table/format-table.ts';
import type { Table } from '../../../../engines/table/table.ts';

/** Sketch size: two files that share a tenth of their people almost surely share elements. */
const ELEMENTS = 256;

/** Returns the smallest keyed hashes of a table's people (MinHash); without `unit`, of rows. */
export function peopleSketch(table: Table, unit: string | null, key: string): string[] {
  const columns = unit === null ? table.columns : table.columns.filter(({ name }) => name === unit);
  const seen = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    seen.add(columns.map((column) => formatCell(column, row)).join('\u001f'));
  }
  const hashes = Array.from(seen, (text) =>
    createHmac('sha256', key).update(text).digest('hex').slice(0, 24),
  );
  return hashes.sort().slice(0, ELEMENTS);
}

/**
 * Returns the sketch of linked tables: of the keys of each table with people that refers to no other
 * one, so that files of the same customers share it.
 */
export function linkedSketch(
  tables: Tables,
  {
    relations,
    publicTables,
    key,
  }: { relations: readonly Relation[]; publicTables: readonly string[]; key: string },
): string[] {
  const isPublic = (name: string) => publicTables.includes(name);
  const sketches = Object.entries(tables).flatMap(([name, table]) => {
    const isChild = relations.some(({ child, parent }) => child === name && !isPublic(parent));
    if (isPublic(name) || isChild) return [];
    const named = relations.find(({ parent }) => parent === name);
    return [peopleSketch(table, named?.parentKey ?? null, key)];
  });
  return [...new Set(sketches.flat())].sort();
}
