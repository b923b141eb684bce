import { queryOptions } from '@tanstack/react-query';
import type { LogStatus } from '../../shared/contracts/proof.ts';
import { PENDING_HEADER, RECEIPT_ENDING } from '../../shared/evidence-packs.ts';
import { saveFile } from '../lib/save-file.ts';
import { unwrap } from '../lib/service-error.ts';
import { answerOf, callFunction } from './call-function.ts';
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

/** Saved pack that the log had not sealed in time. */
export type PendingPack = { filename: string; sha256: string };

const noPacks: PendingPack[] = [];

/** Pending packs of this session, which the page writes itself. */
export const pendingPacksQuery = queryOptions({
  queryKey: ['packs', 'pending'],
  queryFn: () => noPacks,
  enabled: false,
  initialData: noPacks,
  gcTime: Number.POSITIVE_INFINITY,
});

export async function saveEvidencePack(
  of: PackOf,
): Promise<{ filename: string; pending: PendingPack | null }> {
  const { data: pack, headers } = await answerOf<Blob>('evidence-pack', of);
  const filename =
    'batch_id' in of
      ? `evidence-${of.batch_id.slice(0, 8)}.zip`
      : `evidence-${of.from}-to-${of.to}.zip`;
  saveFile(new Blob([pack], { type: 'application/zip' }), filename);
  const sha256 = headers?.get(PENDING_HEADER);
  return { filename, pending: sha256 ? { filename, sha256 } : null };
}

/** Saves the receipt of a pending pack under the name that `sandbox verify` reads beside the ZIP. */
export async function savePackReceipt({ filename, sha256 }: PendingPack): Promise<string> {
  const receipt = await callFunction<Blob>('evidence-pack-receipt', { pack_sha256: sha256 });
  const name = `${filename}${RECEIPT_ENDING}`;
  saveFile(new Blob([receipt], { type: 'application/json' }), name);
  return name;
}
