import type pg from 'pg';
import { FitRefused } from '../../../engines/synthesize/model/model.ts';
import {
  checkNames,
  parentsFirst,
  type Relation,
} from '../../../engines/synthesize/relations/relation.ts';
import { withLocalCopies } from '../../../platform/files/with-local-copy.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { withDuckDb } from '../../../platform/tabular/duckdb.ts';
import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Product } from '../../product.ts';
import type { LinkedTable } from './propose-relations.ts';

type Row = { name: string; version: string; layout: ColumnLayout[]; rows: string };

const MEMORY_MB = 1000;

export async function withLinkedTables<Result>(
  product: Product,
  {
    tenantId,
    tables,
  }: { tenantId: string; tables: readonly { name: string; manifestId: string }[] },
  work: (
    connection: Parameters<Parameters<typeof withDuckDb>[1]>[0],
    tables: LinkedTable[],
  ) => Promise<Result>,
): Promise<Result> {
  const names = new Map(tables.map(({ name, manifestId }) => [manifestId, name]));
  const { rows } = await product.platform.database.asTenant(tenantId, (tx) =>
    tx.query<Row & { id: string }>(
      `select m.id, o.version, m.layout, m.record_count as rows
       from public.ingestion_manifests m
       join storage.objects o on o.bucket_id = 'ingested_data' and o.name = m.parquet_path
      where m.id = any ($1)
      order by array_position($1, m.id)`,
      [[...names.keys()]],
    ),
  );
  return withLocalCopies(
    product.files,
    rows.map(({ version }) => fileKey(version)),
    (paths) =>
      withDuckDb({ paths, memoryLimitMb: MEMORY_MB }, (connection) =>
        work(
          connection,
          rows.map(({ id, layout, rows: count }, i) => ({
            name: names.get(id)!,
            parquetPath: paths[i]!,
            columns: layout,
            rowCount: Number(count),
          })),
        ),
      ),
  );
}

type Named = { name: string; columns: readonly { name: string }[] };

/** @throws AppError for missing tables or columns, ambiguous columns, or cycles */
export function checkLinks(
  tables: readonly Named[],
  {
    keys,
    relations,
  }: { keys: Readonly<Record<string, string | null>>; relations: readonly Relation[] },
): void {
  for (const [name, key] of Object.entries(keys)) {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new AppError('bad_request', `Table ${name} not found.`);
    if (key !== null && !table.columns.some((column) => column.name === key))
      throw new AppError('bad_request', `Table ${name} has no column ${key}.`);
  }
  const shapes = Object.fromEntries(
    tables.map(({ name, columns }) => [name, { rows: 0, columns: columns as never }]),
  );
  try {
    checkNames(shapes, relations);
    parentsFirst(Object.keys(shapes), relations);
  } catch (error) {
    if (error instanceof FitRefused) throw new AppError('bad_request', error.message);
    throw error;
  }
}

export async function storeTableSet(
  tx: pg.PoolClient,
  set: {
    tenantId: string;
    createdBy: string;
    name: string;
    keys: Readonly<Record<string, string | null>>;
    relations: readonly Relation[];
    tables: readonly { name: string; manifestId: string }[];
  },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.table_sets (tenant_id, name, keys, relations, created_by)
     values ($1, $2, $3, $4, $5) returning id`,
    [
      set.tenantId,
      set.name,
      JSON.stringify(set.keys),
      JSON.stringify(set.relations),
      set.createdBy,
    ],
  );
  const { id } = rows[0]!;
  for (const { name, manifestId } of set.tables) {
    await tx.query(
      'update public.ingestion_manifests set table_set_id = $2, table_name = $3 where id = $1',
      [manifestId, id, name],
    );
  }
  return id;
}
