import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { GenerationLog } from './rows.ts';

const COLUMNS =
  'batch_id,entity_type,project_id,status,record_count,privacy_score,quality_score,report_url,csv_url,manifest,error,created_at';

/** The newest generation batches, so many of them. */
export const batchesQuery = (limit: number | null) =>
  queryOptions({
    queryKey: ['batches', limit],
    queryFn: async (): Promise<GenerationLog[]> => {
      const client = await openClient();
      const all = client
        .from('generation_logs')
        .select(COLUMNS)
        .order('created_at', { ascending: false });
      const rows = unwrap(
        await (limit === null ? all : all.limit(limit)).returns<GenerationLog[]>(),
      );
      return rows ?? [];
    },
  });

/** The hash a batch's seal is computed from; before there is a manifest, the batch's id. */
export const sealHash = (batch: Pick<GenerationLog, 'batch_id' | 'manifest'>): string =>
  typeof batch.manifest?.sha256 === 'string' ? batch.manifest.sha256 : batch.batch_id;
