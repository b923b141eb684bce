import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GenerateFromIngestionBody } from '../../../shared/contracts/generation.ts';
import { callFunction } from '../../data/call-function.ts';
import type { Generated } from '../../data/generation.ts';
import { runsQuery } from '../../data/runs.ts';
import { fail, notice } from '../../lib/notices.ts';

type Request = {
  manifestId: string;
  request: Omit<GenerateFromIngestionBody, 'manifest_id'>;
};

export function useGenerateFrom() {
  const queries = useQueryClient();
  return useMutation<Generated, Error, Request>({
    mutationFn: ({ manifestId, request }) =>
      callFunction<Generated>('generate-synthetic-from-ingestion', {
        manifest_id: manifestId,
        ...request,
      }),
    onSuccess: (answer) =>
      notice(
        answer.status === 'queued' ? 'Generation started' : 'Synthetic data generated',
        answer.message,
      ),
    onError: (error) => fail('Generation failed', error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['models'] });
      setTimeout(() => {
        void queries.invalidateQueries({ queryKey: ['counts'] });
        void queries.invalidateQueries({ queryKey: ['batches'] });
        void queries.invalidateQueries({ queryKey: ['explorer'] });
      }, 2000);
    },
  });
}
