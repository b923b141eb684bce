import { queryOptions } from '@tanstack/react-query';
import { check, ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { ExceptionBatch } from './rows.ts';

export const exceptionBatchesQuery = queryOptions({
  queryKey: ['exceptions'],
  queryFn: async (): Promise<ExceptionBatch[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('exception_batches')
        .select(
          // The cases are large and fetched only when a batch is opened.
          'id,batch_name,exception_count,threshold_used,status,approval_notes,reviewed_by,reviewed_at,held_by,self_approved,created_by,created_at,ingestion_manifests(filename),pattern_analysis_results(dataset_name,data_kind)',
        )
        .order('created_at', { ascending: false })
        .returns<ExceptionBatch[]>(),
    );
    return rows ?? [];
  },
});

export const sourceOf = (batch: ExceptionBatch): string =>
  batch.ingestion_manifests?.filename ??
  (batch.pattern_analysis_results?.data_kind === 'synthetic'
    ? batch.pattern_analysis_results.dataset_name
    : 'Deleted dataset');

export async function approveBatch(id: string, notes: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('approve_exception_batch', { p_batch_id: id, p_notes: notes }));
}

/** Rejects a batch. The database allows this only from pending and with notes. */
export async function rejectBatch(id: string, notes: string): Promise<void> {
  if (notes.trim() === '') throw new ServiceError('Notes are required to reject');
  const client = await openClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new ServiceError('User not authenticated');
  const changed = unwrap(
    await client
      .from('exception_batches')
      .update({
        status: 'rejected',
        reviewed_by: data.session.user.id,
        reviewed_at: new Date().toISOString(),
        approval_notes: notes,
      })
      .eq('id', id)
      .select('id'),
  );
  if (!changed || changed.length === 0) {
    throw new ServiceError('Another user decided this batch in the meantime.');
  }
}

export async function startReview(id: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('start_review', { p_batch_id: id }));
}

export async function returnToQueue(id: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('return_to_queue', { p_batch_id: id }));
}

export type HistoryEntry = {
  at: string;
  actor_email: string | null;
  item: number | null;
  from_state: string | null;
  to_state: string | null;
  reason_code: string | null;
  note: string | null;
  self_approved: boolean;
};

export async function readHistory(batchId: string): Promise<HistoryEntry[]> {
  const client = await openClient();
  const entries = unwrap(
    await client.rpc('exception_history', { p_batch_id: batchId }).returns<HistoryEntry[]>(),
  );
  return (entries ?? []) as HistoryEntry[];
}

/** Cases per score band: individually decided, of those confirmed, and decided by their batch. */
export type BandRow = { band: string; decided: number; confirmed: number; unreviewed: number };

export async function readPrecision(): Promise<BandRow[]> {
  const client = await openClient();
  return (unwrap(await client.rpc('exception_precision')) ?? []) as BandRow[];
}

export const pendingQuery = queryOptions({
  queryKey: ['exceptions', 'pending'],
  queryFn: async (): Promise<number> => {
    const client = await openClient();
    const { count, error } = await client
      .from('exception_batches')
      .select('*', { count: 'exact', head: true })
      .eq('status', 'pending');
    if (error) throw new ServiceError(error.message || 'The exceptions could not be counted.');
    return count ?? 0;
  },
});
