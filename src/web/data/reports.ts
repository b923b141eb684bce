import { queryOptions } from '@tanstack/react-query';
import { isUuid } from '../lib/is-uuid.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { ReportDocument } from './report-document.ts';
import type { GenerationLog } from './rows.ts';

export const SHOWN_BATCHES = 10;

export type BatchReport = { batch: GenerationLog; report: ReportDocument | null };

async function readReport(batchId: string): Promise<BatchReport | null> {
  if (!isUuid(batchId)) return null;
  const client = await openClient();
  // Reading a report is audited, so a procedure reads it; skip batches without a report.
  const [found, read] = await Promise.all([
    client.from('generation_logs').select('*').eq('batch_id', batchId).maybeSingle<GenerationLog>(),
    client.rpc('read_report', { p_batch_id: batchId }).maybeSingle<ReportDocument>(),
  ]);
  const batch = unwrap(found);
  return batch && { batch, report: batch.report_url ? unwrap(read) : null };
}

/** Batch with its report, if any; null if the caller can't see such a batch. */
export const reportQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batches', 'report', batchId],
    queryFn: () => readReport(batchId),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
