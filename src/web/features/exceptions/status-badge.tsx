import type { ExceptionStatus } from '../../lib/rows.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { STATUS_LABEL } from './batches.ts';

const TONE: Record<ExceptionStatus, Tone> = {
  pending: 'warning',
  under_review: 'secondary',
  approved: 'good',
  rejected: 'danger',
};

export function StatusBadge({ status }: { status: ExceptionStatus }) {
  return <Badge tone={TONE[status]}>{STATUS_LABEL[status]}</Badge>;
}
