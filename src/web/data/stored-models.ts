import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type StoredModel = {
  id: string;
  epsilon: number;
  mechanism: string;
  created_at: string;
  sources: string[];
};
export type LedgerEntry = {
  source_id: string;
  sequence: number;
  time: string;
  epsilon: number;
  mechanism: string;
};

export async function readModels(manifestId: string): Promise<StoredModel[]> {
  const client = await openClient();
  const rows = unwrap(
    await client
      .from('stored_models')
      .select('id,epsilon,created_at,sources,mechanism:guarantee->>mechanism')
      .eq('manifest_id', manifestId)
      .order('created_at', { ascending: false })
      .returns<StoredModel[]>(),
  );
  return rows ?? [];
}

export async function readLedger(sources: readonly string[]): Promise<LedgerEntry[]> {
  const client = await openClient();
  const rows = unwrap(
    await client
      .from('privacy_ledger')
      .select('source_id,sequence,time,epsilon,mechanism')
      .in('source_id', sources)
      .order('time')
      .returns<LedgerEntry[]>(),
  );
  return rows ?? [];
}

export async function deleteModel(id: string): Promise<void> {
  const client = await openClient();
  const gone = unwrap(await client.from('stored_models').delete().eq('id', id).select('id'));
  if (!gone || gone.length === 0) {
    throw new ServiceError('Only whoever made it or an administrator can delete a model.');
  }
}
