import { queryOptions } from '@tanstack/react-query';
import type { PublishedScores } from '../../shared/contracts/alert-scores.ts';
import { unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type AlertScore = {
  id: string;
  system: string;
  scores: PublishedScores;
  created_at: string;
};

const MAX_LISTED = 100;

/** Scored alerts of a batch, the best average precision first. */
export const alertScoresQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['alert-scores', batchId],
    queryFn: async (): Promise<AlertScore[]> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('alert_scores')
          .select('id,system,scores,created_at')
          .eq('batch_id', batchId)
          .order('average_precision', { ascending: false })
          .limit(MAX_LISTED)
          .returns<AlertScore[]>(),
      );
      return rows ?? [];
    },
  });

export const scoreAlerts = (body: { batch_id: string; system: string; alerts: string }) =>
  callFunction<{ id: string; scores: PublishedScores }>('score-alerts', body);
