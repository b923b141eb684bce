import { APPROVAL_LABELS } from '../../shared/statuses.ts';
import type { ApprovalState } from '../data/approval-state.ts';
import { Badge } from '../ui/badge.tsx';

const TONES = {
  pending: 'secondary',
  awaiting: 'warning',
  approved: 'good',
  lapsed: 'danger',
} as const;

export const ApprovalBadge = ({ kind }: Pick<ApprovalState, 'kind'>) => (
  <Badge tone={TONES[kind]}>{APPROVAL_LABELS[kind]}</Badge>
);
