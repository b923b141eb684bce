import { CASE_OUTCOMES } from '../../../shared/statuses.ts';
import type { CaseRow } from '../../data/cases.ts';
import { formatDay } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

export function CaseStatusBadge({ row }: { row: CaseRow }) {
  if (row.status === 'closed')
    return <Badge tone="secondary">Closed: {CASE_OUTCOMES[row.outcome!]}</Badge>;
  if (row.status === 'escalated') return <Badge tone="danger">Escalated</Badge>;
  const isSnoozed = row.snoozed_until !== null && Date.parse(row.snoozed_until) > Date.now();
  if (isSnoozed)
    return <Badge tone="secondary">Snoozed until {formatDay(row.snoozed_until)}</Badge>;
  return <Badge tone="warning">Open</Badge>;
}
