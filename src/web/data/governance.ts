import { queryOptions } from '@tanstack/react-query';
import { check, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { GovernanceRecord } from './rows.ts';

/** A record with the documents that stand behind it. */
export const GOVERNANCE_COLUMNS = '*,evidence_links(document_id,evidence_documents(filename))';

/** Every governance record, newest first, with how many documents stand behind it. */
export const governanceQuery = queryOptions({
  queryKey: ['governance'],
  queryFn: async (): Promise<GovernanceRecord[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('governance_audit')
        .select(GOVERNANCE_COLUMNS)
        .order('created_at', { ascending: false })
        .returns<GovernanceRecord[]>(),
    );
    return rows ?? [];
  },
});

export type RecordChoice = Pick<
  GovernanceRecord,
  'run_id' | 'model_type' | 'dataset_ref' | 'created_at'
>;

/** The records as a list to choose from. */
export const governanceChoicesQuery = queryOptions({
  queryKey: ['governance', 'choices'],
  queryFn: async (): Promise<RecordChoice[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('governance_audit')
        .select('run_id,model_type,dataset_ref,created_at')
        .order('created_at', { ascending: false })
        .returns<RecordChoice[]>(),
    );
    return rows ?? [];
  },
});

export async function approveModelRun(runId: string, notes: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('approve_model_run', { p_run_id: runId, p_notes: notes }));
}

export async function revokeModelRun(runId: string, reason: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('revoke_model_run', { p_run_id: runId, p_reason: reason }));
}
