import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { GOVERNANCE_COLUMNS } from './governance.ts';
import type { GovernanceRecord, Run } from './rows.ts';
import { isOpen } from './runs.ts';

/** Record of the model fitted for a batch; null if the batch was sampled from an earlier model. */
export const batchRecordQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['governance', 'batch', batchId],
    queryFn: async (): Promise<GovernanceRecord | null> => {
      const client = await openClient();
      return unwrap(
        await client
          .from('governance_audit')
          .select(GOVERNANCE_COLUMNS)
          .eq('batch_id', batchId)
          .maybeSingle<GovernanceRecord>(),
      );
    },
  });

const RUN_COLUMNS =
  'id,kind,subject,status,stage,done,total,error,cancel_requested,created_at,started_at,finished_at,updated_at';

export const batchRunsQuery = (batch: { batch_id: string; run_id: string | null }) =>
  queryOptions({
    queryKey: ['runs', 'batch', batch.batch_id],
    queryFn: async (): Promise<{ made: Run | null; measured: Run | null }> => {
      const client = await openClient();
      const generation = batch.run_id
        ? client.from('runs').select(RUN_COLUMNS).eq('id', batch.run_id).maybeSingle<Run>()
        : null;
      const measured = client
        .from('runs')
        .select(RUN_COLUMNS)
        .eq('kind', 'measure')
        .eq('subject->>batchId', batch.batch_id)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle<Run>();
      return { made: generation && unwrap(await generation), measured: unwrap(await measured) };
    },
    refetchInterval: ({ state }) =>
      [state.data?.made, state.data?.measured].some((run) => run && isOpen(run)) ? 1000 : false,
  });

/** E-mail address of a member of the own organization; null if the account was deleted. */
export const memberQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['member', id],
    queryFn: async (): Promise<string | null> => {
      const client = await openClient();
      const row = unwrap(
        await client
          .from('profiles')
          .select('email')
          .eq('id', id ?? '')
          .maybeSingle<{ email: string }>(),
      );
      return row?.email ?? null;
    },
    enabled: id !== null,
    staleTime: 600_000,
  });
