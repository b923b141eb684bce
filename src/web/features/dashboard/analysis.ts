import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetKind } from '../../../shared/statuses.ts';
import { callFunction } from '../../lib/call-function.ts';
import { openClient } from '../../lib/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { AnalysisResult, Dataset, Evaluation } from '../../lib/rows.ts';
import { unwrap } from '../../lib/service-error.ts';
import type { Threshold } from './thresholds.ts';

const SHOWN = 10;
const REFRESH_AFTER = 3000;

/** The latest analyses, of all rows or of some kinds, with what they were of. */
export const resultsQuery = (kinds?: readonly DatasetKind[]) =>
  queryOptions({
    queryKey: ['results', 'latest', kinds],
    queryFn: async (): Promise<AnalysisResult[]> => {
      const client = await openClient();
      const all = client
        .from('pattern_analysis_results')
        .select(
          'id,manifest_id,dataset_name,analysis_type,clusters,anomaly_scores,created_at,batch_id,data_kind,ingestion_manifests(filename),generation_logs(manifest)',
        );
      const wanted = kinds === undefined ? all : all.in('data_kind', kinds);
      const rows = unwrap(
        await wanted
          .order('created_at', { ascending: false })
          .limit(SHOWN)
          .returns<AnalysisResult[]>(),
      );
      return rows ?? [];
    },
  });

export type ResultDetail = {
  parameters: { rows?: number; evaluation?: Evaluation | null };
  exception_batches: { id: string; exception_count: number }[];
};

/** What one analysis knows beyond its row in the lists. */
export const resultDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['results', 'detail', id],
    queryFn: async (): Promise<ResultDetail | null> => {
      const client = await openClient();
      return unwrap(
        await client
          .from('pattern_analysis_results')
          .select('parameters,exception_batches(id,exception_count)')
          .eq('id', id)
          .maybeSingle<ResultDetail>(),
      );
    },
  });

export const datasetName = (result: AnalysisResult): string =>
  result.ingestion_manifests?.filename ?? result.dataset_name;

/** What can be analyzed: a dataset, or a generated batch of transactions under the same three facts. */
export type Analyzable = Pick<Dataset, 'id' | 'filename' | 'record_count'> & { batch?: true };

export const sourceOf = ({ id, batch }: Analyzable) =>
  batch ? { batchId: id } : { manifestId: id };

export type AnalysisOrder = { dataset: Analyzable; threshold?: Threshold; seed?: string };

type Analyzed = { status: string; resultId?: string; batchId?: string; message?: string };

/** Analyzes a dataset; three seconds after the answer the lists are asked for again. */
export function useAnalyze() {
  const queries = useQueryClient();
  return useMutation<Analyzed, Error, AnalysisOrder>({
    mutationFn: ({ dataset, ...settings }) =>
      callFunction<Analyzed>('analyze-transactions', {
        ...sourceOf(dataset),
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
