import type { ApprovalStatus } from '../../shared/statuses.ts';
import type { Approval, GovernanceRecord } from './rows.ts';

export type ApprovalState = {
  kind: ApprovalStatus;
  approval: Approval | null;
  because: string | null;
};

export function approvalState(
  record: Pick<GovernanceRecord, 'approved_for_production' | 'current_approvals'>,
): ApprovalState {
  const [approval] = record.current_approvals;
  if (approval) return { kind: approval.state, approval, because: approval.lapsed_because };
  if (!record.approved_for_production) return { kind: 'pending', approval: null, because: null };
  return {
    kind: 'lapsed',
    approval: null,
    because: 'It predates approvals with a use, an audience and an expiry.',
  };
}
