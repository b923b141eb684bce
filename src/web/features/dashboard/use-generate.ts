import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Generated, type GenerateEntity, generate } from '../../data/generation.ts';
import { runsQuery } from '../../data/runs.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ServiceError } from '../../lib/service-error.ts';

const DONE: Record<GenerateEntity, string> = {
  customers: 'Customers generated',
  accounts: 'Accounts generated',
  transactions: 'Transactions generated',
  full: 'Full batch generated',
};

const REFRESH_AFTER = 2000;

export function useGenerate() {
  const queries = useQueryClient();
  return useMutation<
    Generated,
    Error,
    { entity: GenerateEntity; settings?: Record<string, unknown> }
  >({
    mutationFn: ({ entity, settings }) => {
      queries.invalidateQueries({ queryKey: runsQuery.queryKey }).catch(() => {});
      return generate(entity, settings);
    },
    onSuccess: (answer, { entity }) => {
      if (answer.status === 'queued') {
        notice('Generation started', answer.message ?? 'It continues when you leave this page.');
      } else {
        notice(DONE[entity], answer.message);
      }
    },
    onError: (error) =>
      fail('Generation failed', error instanceof ServiceError ? error.message : error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      setTimeout(() => {
        void queries.invalidateQueries({ queryKey: ['counts'] });
        void queries.invalidateQueries({ queryKey: ['batches'] });
      }, REFRESH_AFTER);
    },
  });
}
