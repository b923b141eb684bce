import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { GroundTruth } from '../../shared/contracts/batches.ts';
import { MAY_NOT_READ_TRUTH } from '../../shared/ground-truth.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';
import { useProfile } from './profile.ts';

/** Users who may read the ground truth of their organization's simulated batches. */
export const truthReadersQuery = queryOptions({
  queryKey: ['truth-readers'],
  queryFn: async (): Promise<string[]> => {
    const client = await openClient();
    const rows = await client
      .from('truth_readers')
      .select('user_id')
      .returns<{ user_id: string }[]>();
    return (unwrap(rows) ?? []).map(({ user_id }) => user_id);
  },
  staleTime: 60_000,
});

/** Reason why the signed-in user may not read it; null if allowed, undefined until known. */
export function useTruthRefusal(): string | null | undefined {
  const { data: profile } = useProfile();
  const { data: readers } = useQuery(truthReadersQuery);
  if (!profile || !readers) return undefined;
  const mayRead = profile.org_id === null || readers.includes(profile.id);
  return mayRead ? null : MAY_NOT_READ_TRUTH;
}

export async function setTruthReader(userId: string, mayRead: boolean): Promise<void> {
  const client = await openClient();
  check(await client.rpc('set_truth_reader', { p_user_id: userId, p_may_read: mayRead }));
}

export const groundTruthQuery = (batchId: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: ['batches', 'truth', batchId, offset, limit],
    queryFn: () =>
      callFunction<GroundTruth>('read-ground-truth', { batch_id: batchId, offset, limit }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One scheme of each typology; made with the first request, which takes some seconds. */
export const drawnSchemesQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batches', 'schemes', batchId],
    queryFn: async () => {
      const body = { batch_id: batchId, limit: 1, schemes: true };
      return (await callFunction<GroundTruth>('read-ground-truth', body)).schemes ?? [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
