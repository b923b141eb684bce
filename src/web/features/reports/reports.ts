import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
import type { GenerationLog } from '../../lib/rows.ts';
import { unwrap } from '../../lib/service-error.ts';
import type { ReportDocument } from './report-document.ts';

export const SHOWN_BATCHES = 10;

export type BatchReport = { batch: GenerationLog; report: ReportDocument | null };

/** A batch with its report; null where the caller has no such batch. */
export const reportQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batches', 'report', batchId],
    queryFn: async (): Promise<BatchReport | null> => {
      const client = await openClient();
      const [batch, report] = await Promise.all([
        client
          .from('generation_logs')
          .select('*')
          .eq('batch_id', batchId)
          .maybeSingle<GenerationLog>(),
        client
          .from('batch_reports')
          .select('report')
          .eq('batch_id', batchId)
          .maybeSingle<{ report: ReportDocument }>(),
      ]);
      const found = unwrap(batch);
      return found && { batch: found, report: unwrap(report)?.report ?? null };
    },
  });
