import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BatchRows, DrawAccountAnswer } from '../../shared/contracts/batches.ts';
import { check, ServiceError, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';
import type { GenerationLog } from './rows.ts';
import { readFile } from './stored-files.ts';

const COLUMNS =
  'batch_id,entity_type,project_id,status,record_count,privacy_score,quality_score,usefulness,report_url,csv_url,manifest,error,created_at,name,run_id,manifest_id,created_by,deleted_at';

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

export const linkedBatchesQuery = (runId: string | null) =>
  queryOptions({
    queryKey: ['batches', 'linked', runId],
    enabled: runId !== null,
    queryFn: async (): Promise<GenerationLog[]> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('generation_logs')
          .select(COLUMNS)
          .eq('run_id', runId ?? '')
          .eq('entity_type', 'table')
          .order('created_at')
          .returns<GenerationLog[]>(),
      );
      return rows ?? [];
    },
  });

export function splitCsvUrl(csvUrl: string): { bucket: string; path: string } {
  const slash = csvUrl.indexOf('/');
  return { bucket: csvUrl.slice(0, slash), path: csvUrl.slice(slash + 1) };
}

export async function batchFile(csvUrl: string): Promise<Blob> {
  const { bucket, path } = splitCsvUrl(csvUrl);
  return readFile(bucket, path).catch((cause: unknown) => {
    throw new ServiceError('Could not download CSV file.', { cause });
  });
}

export const batchRowsQuery = (batchId: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: ['batches', 'rows', batchId, offset, limit],
    queryFn: () => callFunction<BatchRows>('read-batch-rows', { batch_id: batchId, offset, limit }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const drawnAccountQuery = (batchId: string, account: string | undefined) =>
  queryOptions({
    queryKey: ['batches', 'account', batchId, account],
    queryFn: () =>
      callFunction<DrawAccountAnswer>('draw-account', {
        batch_id: batchId,
        ...(account !== undefined && { account }),
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function renameBatch(batchId: string, name: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('rename_batch', { p_batch_id: batchId, p_name: name }));
}

export async function deleteBatch(batchId: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('delete_batch', { p_batch_id: batchId }));
}
