import { queryOptions } from '@tanstack/react-query';
import { openClient } from './client.ts';
import type { Dataset } from './rows.ts';
import { unwrap } from './service-error.ts';

const COLUMNS =
  'id,filename,record_count,schema,storage_path,created_at,kind,file_size,sha256,rejected_count,uploaded_by';

/** Every dataset, newest first. */
export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
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
