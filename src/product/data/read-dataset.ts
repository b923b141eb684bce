import type { Database } from '../../platform/database/database.ts';
import type { DeclaredColumns } from '../../shared/column-kinds.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, DatasetRules } from '../../shared/column-mapping.ts';
import type { DatasetKind } from '../../shared/statuses.ts';
import { datasetGone } from './lock-dataset.ts';

export type Dataset = {
  filename: string;
  kind: DatasetKind;
  sha256: string;
  record_count: string;
  names: string[];
  version: string;
  /** Layouts by column; empty for datasets older than this field. */
  layouts: Record<string, ColumnLayout>;
  roles: DeclaredColumns;
  entity: string | null;
  mapping: ColumnMapping | null;
  rules: DatasetRules | null;
};

export async function readDataset(
  database: Database,
  tenantId: string,
  id: string,
): Promise<Dataset> {
  const { rows } = await database.asTenant(tenantId, (tx) =>
    tx.query<Omit<Dataset, 'layouts'> & { layout: ColumnLayout[] | null }>(
      `select m.filename, m.kind, m.sha256, m.record_count, m.roles, m.layout, m.rules,
            case when (m.mapping ->> 'confirmed')::boolean then m.mapping ->> 'entity' end as entity,
            case when (m.mapping ->> 'confirmed')::boolean then m.mapping end as mapping,
            o.version,
            array(select json_object_keys(m.schema)) as names
       from public.ingestion_manifests m
       join storage.objects o on o.bucket_id = 'ingested_data' and o.name = m.parquet_path
      where m.id = $1`,
      [id],
    ),
  );
  if (!rows[0]) throw datasetGone();
  const { layout, ...dataset } = rows[0];
  return { ...dataset, layouts: Object.fromEntries((layout ?? []).map((one) => [one.name, one])) };
}
