import { queryOptions } from '@tanstack/react-query';
import type { LogStatus } from '../../shared/contracts/proof.ts';
import { saveFile } from '../lib/save-file.ts';
import { unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type LogEntry = {
  seq: number;
  kind: string;
  subject: string;
  sha256: string | null;
  /** Time of the first external signature that covers the entry. */
  outside_at: string | null;
  outside_kind: 'witness' | 'timestamp' | null;
};

/** Poll interval. New entries are sealed every few seconds and not announced. */
const REFRESH_MS = 10_000;

const newestEntriesQuery = (about: string, kinds: readonly string[]) =>
  queryOptions({
    queryKey: ['log', about],
    queryFn: async (): Promise<ReadonlyMap<string, LogEntry>> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('log_entries')
          .select('seq,kind,subject,sha256,outside_at,outside_kind')
          .in('kind', [...kinds])
          .order('seq', { ascending: false })
          .returns<LogEntry[]>(),
      );
      // Rows come newest first, and the last one set wins.
      return new Map((rows ?? []).reverse().map((entry) => [entry.subject, entry]));
    },
    refetchInterval: REFRESH_MS,
  });

export const batchEntriesQuery = newestEntriesQuery('batches', [
  'batch.completed',
  'batch.resealed',
  'batch.deleted',
]);

export const approvalEntriesQuery = newestEntriesQuery('approvals', [
  'model.approval_requested',
  'model.approved',
  'model.lapsed',
  'model.revoked',
]);

export const logStatusQuery = queryOptions({
  queryKey: ['log', 'status'],
  queryFn: () => callFunction<LogStatus>('log-status', {}),
  refetchInterval: REFRESH_MS,
});

export type PackOf = { batch_id: string } | { from: string; to: string };

export async function saveEvidencePack(of: PackOf): Promise<string> {
  const pack = await callFunction<Blob>('evidence-pack', of);
  const filename =
    'batch_id' in of
      ? `evidence-${of.batch_id.slice(0, 8)}.zip`
      : `evidence-${of.from}-to-${of.to}.zip`;
  saveFile(new Blob([pack], { type: 'application/zip' }), filename);
  return filename;
}
