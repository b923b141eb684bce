import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '../../data/call-function.ts';
import type { Dataset } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import type { Threshold } from './thresholds.ts';

const REFRESH_AFTER = 3000;

/** Source for an analysis: a dataset, or a generated batch of transactions in the same shape. */
export type Analyzable = Pick<Dataset, 'id' | 'filename' | 'record_count'> & { batch?: true };

export const sourceOf = ({ id, batch }: Analyzable) =>
  batch ? { batchId: id } : { manifestId: id };

export type AnalysisOrder = {
  dataset: Analyzable;
  threshold?: Threshold;
  seed?: string;
  windowDays?: number;
};

type Analyzed = { status: string; resultId?: string; batchId?: string; message?: string };

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
        notice('Analysis started', answer.message ?? 'It continues when you leave this page.');
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
