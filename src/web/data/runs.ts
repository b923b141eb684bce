import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Run } from './rows.ts';

export const isOpen = (run: Run) => run.status === 'queued' || run.status === 'running';

export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: async (): Promise<Run[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('runs')
        .select(
          'id,kind,subject,status,stage,done,total,error,cancel_requested,created_at,started_at,finished_at,updated_at',
        )
        .order('created_at', { ascending: false })
        .limit(20)
        .returns<Run[]>(),
    );
    return rows ?? [];
  },
  refetchInterval: (query) => (query.state.data?.some(isOpen) ? 1500 : 30_000),
});

export async function cancelRun(id: string): Promise<boolean> {
  const client = await openClient();
  return unwrap(await client.rpc('cancel_run', { p_run_id: id })) === true;
}
