import { EXCEPTION_STATUS_LABELS, type ExceptionStatus } from '../../../shared/statuses.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONE: Record<ExceptionStatus, Tone> = {
  pending: 'warning',
  under_review: 'secondary',
  approved: 'good',
  rejected: 'danger',
};

export function StatusBadge({ status }: { status: ExceptionStatus }) {
  return <Badge tone={TONE[status]}>{EXCEPTION_STATUS_LABELS[status]}</Badge>;
}
