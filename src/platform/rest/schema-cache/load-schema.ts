import type pg from 'pg';
import { transaction } from '../../database/database.ts';
import {
  FOREIGN_KEYS,
  type ForeignKeyRow,
  PRIMARY_KEYS,
  type PrimaryKeyRow,
  RELATIONS,
  type RelationRow,
  ROUTINES,
  type RoutineRow,
  TYPES,
  type TypeRow,
  VIEWS,
  type ViewRow,
} from './catalog-queries.ts';
import {
  type CatalogRelation,
  foreignKeyRelationships,
  junctionRelationships,
  shownColumns,
} from './relationships.ts';
import { readRoutines } from './routines.ts';
import type { Schema } from './schema.ts';
import { type Origin, readViewColumns } from './view-columns.ts';

/** SQL spellings that pg_type does not have. */
const SPELLINGS: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  character: 'bpchar',
  char: 'bpchar',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

type CatalogRows = {
  relations: RelationRow[];
  foreignKeys: ForeignKeyRow[];
  views: ViewRow[];
  primaryKeys: PrimaryKeyRow[];
  routines: RoutineRow[];
  types: TypeRow[];
};

function readCatalog(pool: pg.Pool): Promise<CatalogRows> {
  return transaction(pool, async (client) => {
    // An empty path qualifies every name outside pg_catalog.
    await client.query("set local search_path to ''");
    const rows = async <T extends pg.QueryResultRow>(text: string) =>
      (await client.query<T>(text)).rows;
    return {
      relations: await rows<RelationRow>(RELATIONS),
      foreignKeys: await rows<ForeignKeyRow>(FOREIGN_KEYS),
      views: await rows<ViewRow>(VIEWS),
      primaryKeys: await rows<PrimaryKeyRow>(PRIMARY_KEYS),
      routines: await rows<RoutineRow>(ROUTINES),
      types: await rows<TypeRow>(TYPES),
    };
  });
}

/** Returns the key of the single table whose key the view shows; with several, none. */
function viewKey(
  view: string,
  keys: PrimaryKeyRow[],
  shown: ReturnType<typeof shownColumns>,
): string[] {
  const shownKeys = keys
    .map(({ table, columns }) =>
      columns.map((column) => shown(table, column).find(({ by }) => by === view)?.column),
    )
    .filter((names) => names.every((name) => name !== undefined));
  return shownKeys.length === 1 ? shownKeys[0]! : [];
}

function buildSchema(rows: CatalogRows): Schema {
  const views = new Map<number, Map<number, Origin>>(
    rows.views.map(({ oid, tree }) => [oid, readViewColumns(tree)]),
  );
  const originsOf = (oid: number) => views.get(oid) ?? null;
  const relations = rows.relations.map(
    (row): CatalogRelation => ({
      oid: row.oid,
      names: new Map(row.columns.map(({ number, name }) => [number, name])),
      origins: originsOf(row.oid),
      relation: {
        name: row.name,
        primaryKey: row.primaryKey,
        columns: new Map(
          row.columns.map(({ name, type, default: defaultSql }) => [
            name,
            { name, type, defaultSql },
          ]),
        ),
      },
    }),
  );
  const byOid = new Map(relations.map(({ oid, relation }) => [oid, relation]));
  const byName = new Map(relations.map(({ relation }) => [relation.name, relation]));
  const shown = shownColumns(relations, originsOf);
  for (const { relation, origins } of relations) {
    if (origins !== null) relation.primaryKey = viewKey(relation.name, rows.primaryKeys, shown);
  }
  const viewNames = new Set(
    relations.filter(({ origins }) => origins !== null).map(({ relation }) => relation.name),
  );
  const direct = foreignKeyRelationships(rows.foreignKeys, shown, (name) => viewNames.has(name));
  const outward = new Set(
    rows.foreignKeys.flatMap((key) =>
      shown(key.table, key.columns[0]!).map(({ by }) => `${by} ${key.name}`),
    ),
  );
  const routines = readRoutines(rows.routines, (oid) => byOid.get(oid));
  const all = [
    ...direct,
    ...junctionRelationships(direct, byName, outward),
    ...routines.relationships,
  ];
  const types = new Map(rows.types.map(({ name, type }) => [name, type]));
  for (const [spelling, name] of Object.entries(SPELLINGS)) types.set(spelling, types.get(name)!);
  return {
    relations: byName,
    relationships: Map.groupBy(all, ({ from }) => from),
    routines: routines.routines,
    computedColumns: routines.computedColumns,
    types,
  };
}

export async function loadSchema(pool: pg.Pool): Promise<Schema> {
  return buildSchema(await readCatalog(pool));
}
