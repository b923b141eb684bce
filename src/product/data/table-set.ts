import type pg from 'pg';
import type { Relation } from '../../engines/synthesize/index.ts';
import type { ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';

export type TableSet = {
  id: string;
  name: string;
  keys: Record<string, string | null>;
  relations: Relation[];
  leaveOrphansOut: boolean;
  tables: {
    name: string;
    manifestId: string;
    rows: number;
    columns: string[];
    filename: string;
    layout: ColumnLayout[] | null;
    template: string | null;
  }[];
};

export async function readTableSet(tx: pg.PoolClient, id: string): Promise<TableSet> {
  const { rows } = await tx.query<TableSet>(
    `select s.id, s.name, s.keys, s.relations, s.leave_orphans_out as "leaveOrphansOut",
            coalesce((select json_agg(json_build_object(
                       'name', m.table_name, 'manifestId', m.id, 'rows', m.record_count,
                       'filename', m.filename, 'layout', m.layout, 'template', m.template,
                       'columns', array(select json_object_keys(m.schema)))
                       order by m.created_at, m.table_name)
               from public.ingestion_manifests m where m.table_set_id = s.id), '[]') as tables
       from public.table_sets s where s.id = $1`,
    [id],
  );
  if (!rows[0]) throw new AppError('not_found', 'The linked tables no longer exist.');
  return rows[0];
}
