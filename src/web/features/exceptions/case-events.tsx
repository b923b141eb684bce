import { useQuery } from '@tanstack/react-query';
import { reasonWords } from '../../../shared/reason-codes.ts';
import { CASE_OUTCOMES } from '../../../shared/statuses.ts';
import { type CaseEvent, membersQuery } from '../../data/cases.ts';
import { formatDay, formatUtc } from '../../lib/format.ts';

const VERBS: Record<string, string> = {
  found: 'flagged by an analysis',
  comment: 'commented',
  assign: 'assigned',
  snooze: 'snoozed',
  escalate: 'escalated',
  close: 'closed',
  reopen: 'reopened',
};

function detailOf({ action, detail }: CaseEvent, emailOf: (id: string) => string): string {
  if (action === 'assign')
    return detail.assignee ? ` to ${emailOf(detail.assignee)}` : ' to nobody';
  if (action === 'snooze' && detail.until) return ` until ${formatDay(detail.until)}`;
  if (action === 'close' && detail.outcome)
    return `: ${CASE_OUTCOMES[detail.outcome]}, ${reasonWords(detail.reason_code ?? null)}`;
  return '';
}

export function CaseEvents({ events }: { events: readonly CaseEvent[] }) {
  const members = useQuery(membersQuery).data ?? [];
  const emailOf = (id: string | null) =>
    members.find((member) => member.id === id)?.email ?? 'a deleted user';
  return (
    <ol className="space-y-2">
      {events.map((event) => (
        <li key={event.id}>
          <span className="text-ink-soft">{formatUtc(event.at)}</span> {emailOf(event.actor_id)}{' '}
          {VERBS[event.action] ?? event.action}
          {detailOf(event, emailOf)}
          {event.note && <p className="max-w-[72ch] pl-4">{event.note}</p>}
        </li>
      ))}
    </ol>
  );
}
