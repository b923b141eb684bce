import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { deleteRow } from './delete-row.ts';
import type { Dataset } from './rows.ts';

const COLUMNS =
  'id,filename,record_count,schema,storage_path,created_at,kind,file_size,sha256,rejected_count,uploaded_by,table_set_id,table_name';

export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
  // Sharing with the earlier answer would lose a column named __proto__.
  structuralSharing: false,
  queryFn: async (): Promise<Dataset[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('ingestion_manifests')
        .select(COLUMNS)
        .order('created_at', { ascending: false })
        .returns<Dataset[]>(),
    );
    return rows ?? [];
  },
});

/** Returns the tables of a set, in upload order. */
export const datasetsOfSet = (datasets: readonly Dataset[] | undefined, setId: string): Dataset[] =>
  (datasets ?? [])
    .filter((dataset) => dataset.table_set_id === setId)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));

export type DatasetDeletion = {
  models: number;
  analyses: number;
  exception_batches: number;
  cases: number;
  decisions: number;
  kept_batches: number;
  kept_blends: number;
};

export const datasetDeletionQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasets', id, 'deletion'],
    staleTime: 0,
    queryFn: async (): Promise<DatasetDeletion | null> => {
      const client = await openClient();
      const rows = unwrap(await client.rpc('count_dataset_deletion', { p_manifest_id: id }));
      return (rows as DatasetDeletion[])[0] ?? null;
    },
  });

export const deleteDataset = ({ id }: Pick<Dataset, 'id'>): Promise<void> =>
  deleteRow(
    'ingestion_manifests',
    id,
    'only its uploader or an administrator can delete a dataset',
  );

/** Opens the commitment: proves to its recipient which file a private batch was fitted on. */
export async function openSourceCommitment(datasetId: string): Promise<unknown> {
  const client = await openClient();
  return unwrap(await client.rpc('open_source_commitment', { p_dataset_id: datasetId }));
}

export async function readReportCap(manifestId: string): Promise<number | null> {
  const client = await openClient();
  const row = unwrap(
    await client
      .from('ingestion_manifests')
      .select('report_cap')
      .eq('id', manifestId)
      .maybeSingle<{ report_cap: number }>(),
  );
  return row?.report_cap ?? null;
}

export async function raiseReportCap(manifestId: string, cap: number): Promise<void> {
  const client = await openClient();
  unwrap(await client.rpc('raise_report_cap', { p_manifest_id: manifestId, p_cap: cap }));
}
