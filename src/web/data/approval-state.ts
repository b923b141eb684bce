import type { ApprovalStatus } from '../../shared/statuses.ts';
import type { Approval, GovernanceRecord } from './rows.ts';

export type ApprovalState = {
  kind: ApprovalStatus;
  approval: Approval | null;
  /** A sentence, where it lapsed. */
  because: string | null;
};

/** Whether a record is approved now, which is more than that somebody once approved it. */
export function approvalState(
  record: Pick<GovernanceRecord, 'approved_for_production' | 'current_approvals'>,
): ApprovalState {
  const [approval] = record.current_approvals;
  if (approval) return { kind: approval.state, approval, because: approval.lapsed_because };
  if (!record.approved_for_production) return { kind: 'pending', approval: null, because: null };
  return {
    kind: 'lapsed',
    approval: null,
    because: 'It was given before approvals stated a use, an audience and an expiry.',
  };
}
