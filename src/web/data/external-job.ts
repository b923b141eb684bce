import { queryOptions } from '@tanstack/react-query';
import type { ExternalJob } from '../../shared/contracts/generation.ts';
import { ServiceError } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';

export const externalJobQuery = (runId: string) =>
  queryOptions({
    queryKey: ['runs', 'external', runId],
    queryFn: () => callFunction<ExternalJob>('external-job', { run_id: runId }),
    // The plan is written within seconds of the call.
    retry: (times, error) =>
      error instanceof ServiceError && error.code === 'unavailable' && times < 30,
    retryDelay: 2000,
    refetchInterval: 5000,
  });
