import type { DuckDBConnection } from '@duckdb/node-api';
import type { Relation } from '../../../engines/synthesize/index.ts';
import { rowsOf, sqlName, sqlPath, sqlText } from '../../../platform/tabular/duckdb.ts';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { CountedRelation } from '../../../shared/contracts/table-sets.ts';
import { isIdentifierName } from '../../../shared/layouts/identifier-name.ts';
import { isNamedAfter, isNamedLike, stemOf } from './column-stems.ts';

export type LinkedTable = {
  name: string;
  parquetPath: string;
  columns: readonly ColumnLayout[];
  rowCount: number;
};

export type ProposedLinks = { keys: Record<string, string | null>; relations: CountedRelation[] };

/** Minimum share of matching references; below it they are chance, or another table's. */
const MIN_FOUND = 0.95;

const valueSql = ({ name, nullWords = [] }: ColumnLayout): string =>
  `case when ${sqlName(name)} in (${['', ...nullWords].map(sqlText).join(', ')}) then null else ${sqlName(name)} end`;

const canName = ({ type }: ColumnLayout): boolean => type === 'integer' || type === 'text';

const columnOf = (table: LinkedTable, name: string): ColumnLayout =>
  table.columns.find((column) => column.name === name)!;

/** Returns the key column: complete and unique, by name or else the first. */
async function findKey(connection: DuckDBConnection, table: LinkedTable): Promise<string | null> {
  if (table.rowCount === 0) return null;
  const rank = (column: ColumnLayout, place: number) =>
    (isNamedLike(column.name, table.name) ? 4 : 0) +
    (isIdentifierName(column.name) ? 2 : 0) +
    (place === 0 ? 1 : 0);
  const candidates = table.columns
    .map((column, place) => ({ column, rank: rank(column, place) }))
    .filter(({ column, rank: points }) => points > 0 && canName(column))
    .sort((a, b) => b.rank - a.rank);
  for (const { column } of candidates) {
    const value = valueSql(column);
    const [counts] = await rowsOf(
      connection,
      `select count(distinct ${value}) from read_parquet(${sqlPath(table.parquetPath)})`,
    );
    if (Number(counts![0]) === table.rowCount) return column.name;
  }
  return null;
}

export async function countRelation(
  connection: DuckDBConnection,
  tables: readonly LinkedTable[],
  relation: Relation,
): Promise<CountedRelation> {
  const child = tables.find(({ name }) => name === relation.child)!;
  const parent = tables.find(({ name }) => name === relation.parent)!;
  const named = valueSql(columnOf(child, relation.childKey));
  const key = valueSql(columnOf(parent, relation.parentKey));
  const [counts] = await rowsOf(
    connection,
    `with named as (select ${named} as value from read_parquet(${sqlPath(child.parquetPath)})),
          known as (select distinct ${key} as value from read_parquet(${sqlPath(parent.parquetPath)}))
     select count(named.value), count(named.value) - count(known.value)
       from named left join known on known.value = named.value`,
  );
  return { ...relation, named: Number(counts![0]), orphans: Number(counts![1]) };
}

const isLink = ({ named, orphans }: CountedRelation): boolean =>
  named > 0 && (named - orphans) / named >= MIN_FOUND;

function closesCircle(relations: readonly Relation[], { child, parent }: Relation): boolean {
  const met = new Set([parent]);
  for (let size = 0; size < met.size; ) {
    size = met.size;
    for (const each of relations) if (met.has(each.child)) met.add(each.parent);
  }
  return met.has(child);
}

function candidatesOf(tables: readonly LinkedTable[], keys: ProposedLinks['keys']): Relation[] {
  const found = tables.flatMap((child) =>
    child.columns.filter(canName).flatMap((column) =>
      tables.flatMap((parent) => {
        const parentKey = keys[parent.name];
        if (parent === child || parentKey == null) return [];
        const points =
          (isNamedLike(column.name, parent.name) ? 2 : 0) +
          (stemOf(column.name) !== '' && stemOf(column.name) === stemOf(parentKey) ? 1 : 0);
        // A table's key is a foreign key only if it is named after the other table.
        const own = keys[child.name] === column.name && isNamedAfter(column.name, child.name);
        if (points === 0 || own) return [];
        const relation = {
          child: child.name,
          childKey: column.name,
          parent: parent.name,
          parentKey,
        };
        return [{ relation, points }];
      }),
    ),
  );
  return found.sort((a, b) => b.points - a.points).map(({ relation }) => relation);
}

/** Orders relations: rows are generated along the first, so parents with many children lead. */
function inDrawingOrder(
  relations: readonly CountedRelation[],
  tables: readonly LinkedTable[],
): CountedRelation[] {
  const rows = (name: string) => tables.find((table) => table.name === name)!.rowCount;
  const perParent = ({ named, parent }: CountedRelation) => named / Math.max(1, rows(parent));
  const place = (name: string) => tables.findIndex((table) => table.name === name);
  return [...relations].sort(
    (a, b) =>
      place(a.child) - place(b.child) ||
      Number(perParent(b) > 1) - Number(perParent(a) > 1) ||
      rows(b.parent) - rows(a.parent),
  );
}

/**
 * Proposes keys and relations by names and values.
 *
 * @param stated relations that the files state, which are kept
 */
export async function proposeRelations(
  connection: DuckDBConnection,
  tables: readonly LinkedTable[],
  stated: readonly Relation[] = [],
): Promise<ProposedLinks> {
  const keys: ProposedLinks['keys'] = {};
  for (const table of tables)
    keys[table.name] =
      stated.find(({ parent }) => parent === table.name)?.parentKey ??
      (await findKey(connection, table));
  const relations: CountedRelation[] = [];
  for (const relation of stated) relations.push(await countRelation(connection, tables, relation));
  for (const candidate of candidatesOf(tables, keys)) {
    const taken = relations.some(
      ({ child, childKey }) => child === candidate.child && childKey === candidate.childKey,
    );
    if (taken || closesCircle(relations, candidate)) continue;
    const counted = await countRelation(connection, tables, candidate);
    if (isLink(counted)) relations.push(counted);
  }
  return { keys, relations: inDrawingOrder(relations, tables) };
}
