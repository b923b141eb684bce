import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '../../lib/call-function.ts';
import { openClient } from '../../lib/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { AnalysisResult, Dataset } from '../../lib/rows.ts';
import { unwrap } from '../../lib/service-error.ts';
import type { Threshold } from './thresholds.ts';

const SHOWN = 10;
const REFRESH_AFTER = 3000;

/** The latest analyses, with the filename of their dataset. */
export const resultsQuery = queryOptions({
  queryKey: ['results'],
  queryFn: async (): Promise<AnalysisResult[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('pattern_analysis_results')
        .select(
          'id,manifest_id,dataset_name,analysis_type,clusters,anomaly_scores,created_at,ingestion_manifests(filename,kind)',
        )
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .returns<AnalysisResult[]>(),
    );
    return rows ?? [];
  },
});

export const datasetName = (result: AnalysisResult): string =>
  result.ingestion_manifests?.filename ?? result.dataset_name;

export type AnalysisOrder = { dataset: Dataset; threshold?: Threshold; seed?: string };

type Analyzed = { status: string; resultId?: string; batchId?: string; message?: string };

/** Analyzes a dataset; three seconds after the answer the lists are asked for again. */
export function useAnalyze() {
  const queries = useQueryClient();
  return useMutation<Analyzed, Error, AnalysisOrder>({
    mutationFn: ({ dataset, ...settings }) =>
      callFunction<Analyzed>('analyze-transactions', {
        manifestId: dataset.id,
        datasetRef: dataset.filename,
        ...settings,
      }),
    onSuccess: (answer, { dataset }) => {
      if (answer.status === 'queued') {
        notice('Analysis started', answer.message ?? 'It goes on when you leave this page.');
      } else if (answer.batchId) {
        notice('Analysis complete', `${dataset.filename}: exceptions wait for review.`);
      } else {
        notice('Analysis complete', `${dataset.filename}: nothing passed the threshold.`);
      }
    },
    onError: (error) => fail('Analysis failed', error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['runs'] });
      setTimeout(() => {
        for (const key of ['datasets', 'results', 'exceptions', 'governance', 'counts']) {
          void queries.invalidateQueries({ queryKey: [key] });
        }
      }, REFRESH_AFTER);
    },
  });
}
