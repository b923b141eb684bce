import { queryOptions } from '@tanstack/react-query';
import { check, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { GovernanceRecord } from './rows.ts';

export const GOVERNANCE_COLUMNS =
  '*,evidence_links(document_id,evidence_documents(filename)),current_approvals(*),generation_logs(privacy_score,usefulness)';

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

export type ApprovalTerms = {
  intendedUse: string;
  audience: string;
  /** Last valid day, such as 2027-06-30. */
  expiresOn: string;
  notes: string;
  /** Exception for a model without a privacy score; a second administrator confirms it. */
  exception: { name: string; reason: string } | null;
};

export async function approveModelRun(runId: string, terms: ApprovalTerms): Promise<void> {
  const client = await openClient();
  check(
    await client.rpc('approve_model_run', {
      p_run_id: runId,
      p_intended_use: terms.intendedUse,
      p_audience: terms.audience,
      p_expires_on: terms.expiresOn || null,
      p_notes: terms.notes,
      p_exception_name: terms.exception?.name ?? null,
      p_exception_reason: terms.exception?.reason ?? null,
    }),
  );
}

/** Check of an approval before it is requested; `exception`: it holds only with an exception. */
export type ApprovalCheck = {
  subject: 'tests' | 'evidence' | 'approver';
  holds: boolean;
  exception: boolean;
  detail: string | null;
};

export const approvalChecksQuery = (runId: string) =>
  queryOptions({
    queryKey: ['governance', 'checks', runId],
    queryFn: async (): Promise<ApprovalCheck[]> => {
      const client = await openClient();
      const rows = unwrap(await client.rpc('approval_checks', { p_run_id: runId }));
      return (rows ?? []) as ApprovalCheck[];
    },
    staleTime: 0,
  });

export async function declineModelRun(runId: string, reason: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('decline_model_run', { p_run_id: runId, p_reason: reason }));
}

export async function confirmModelApproval(runId: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('confirm_model_approval', { p_run_id: runId }));
}

export async function revokeModelRun(runId: string, reason: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('revoke_model_run', { p_run_id: runId, p_reason: reason }));
}
