import type { DuckDBConnection } from '@duckdb/node-api';
import type { Relation } from '../../../engines/synthesize/index.ts';
import { isIdentifierName } from '../../../engines/table/column-role.ts';
import { rowsOf, sqlName, sqlPath, sqlText } from '../../../platform/tabular/duckdb.ts';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import type { CountedRelation } from '../../../shared/contracts/table-sets.ts';
import { isNamedAfter, isNamedLike, stemOf } from './column-stems.ts';

/** A table of several, its rows as an all-text Parquet file. */
export type LinkedTable = {
  name: string;
  parquetPath: string;
  columns: readonly ColumnLayout[];
  rowCount: number;
};

export type ProposedLinks = { keys: Record<string, string | null>; relations: CountedRelation[] };

/** Of the rows that name one: fewer are chance, or another table's. */
const MIN_FOUND = 0.95;

/** A column's values, with words for nothing as nothing. */
const valueSql = ({ name, nullWords = [] }: ColumnLayout): string =>
  `case when ${sqlName(name)} in (${['', ...nullWords].map(sqlText).join(', ')}) then null else ${sqlName(name)} end`;

const canName = ({ type }: ColumnLayout): boolean => type === 'integer' || type === 'text';

const columnOf = (table: LinkedTable, name: string): ColumnLayout =>
  table.columns.find((column) => column.name === name)!;

/** The column whose values name the rows: called so, or the first, and complete, and none twice. */
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

/** How many rows name a row of the parent, and how many one that is not there. */
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

/** Whether a chain of relations leads from the parent down to the child already. */
function closesCircle(relations: readonly Relation[], { child, parent }: Relation): boolean {
  const met = new Set([parent]);
  for (let size = 0; size < met.size; ) {
    size = met.size;
    for (const each of relations) if (met.has(each.child)) met.add(each.parent);
  }
  return met.has(child);
}

/** Candidates by how well they are named, the best first; the order of the tables where names say the same. */
function candidatesOf(tables: readonly LinkedTable[], keys: ProposedLinks['keys']): Relation[] {
  const found = tables.flatMap((child) =>
    child.columns.filter(canName).flatMap((column) =>
      tables.flatMap((parent) => {
        const parentKey = keys[parent.name];
        if (parent === child || parentKey == null) return [];
        const points =
          (isNamedLike(column.name, parent.name) ? 2 : 0) +
          (stemOf(column.name) !== '' && stemOf(column.name) === stemOf(parentKey) ? 1 : 0);
        // A table's own key names another's rows only where it is called after that one.
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

/** Parents that several rows name come first: a table's rows are drawn for the first of them. */
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

/** Finds which column names the rows of each table, and which columns name rows of another, by names and values. */
export async function proposeRelations(
  connection: DuckDBConnection,
  tables: readonly LinkedTable[],
): Promise<ProposedLinks> {
  const keys: ProposedLinks['keys'] = {};
  for (const table of tables) keys[table.name] = await findKey(connection, table);
  const relations: CountedRelation[] = [];
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
