import { useState } from 'react';
import type { SecurityEvent } from '../data/security-events.ts';
import { describeAgent } from '../lib/describe-agent.ts';
import { formatUtc } from '../lib/format.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';
import { EmptyState } from '../ui/states.tsx';

const PAGE_SIZE = 10;

/** Formats 'second_factor.failed' as 'Second factor failed'. */
const inWords = (action: string) => {
  const words = action.replaceAll(/[._]/g, ' ');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bapi\b/i, 'API');
};

const columns: Column<SecurityEvent>[] = [
  {
    id: 'at',
    header: 'Time',
    sort: (row) => row.at,
    cell: (row) => formatUtc(row.at),
    className: 'whitespace-nowrap',
  },
  {
    id: 'action',
    header: 'Event',
    sort: (row) => row.action,
    cell: (row) => inWords(row.action),
  },
  { id: 'actor', header: 'By', cell: (row) => row.actor_email ?? '—' },
  { id: 'address', header: 'Address', cell: (row) => row.address ?? '—' },
  {
    id: 'agent',
    header: 'Device',
    cell: (row) => (row.agent ? describeAgent(row.agent) : '—'),
  },
];

export function SecurityEventTable({ events }: { events: SecurityEvent[] }) {
  const [page, setPage] = useState(1);
  if (events.length === 0) return <EmptyState title="No events yet" />;
  return (
    <>
      <DataTable
        label="Security events"
        columns={columns}
        rows={events}
        rowKey={(row) => `${row.at} ${row.action}`}
        from={(page - 1) * PAGE_SIZE}
        size={PAGE_SIZE}
      />
      {events.length > PAGE_SIZE && (
        <Pager page={page} size={PAGE_SIZE} total={events.length} onPage={setPage} />
      )}
    </>
  );
}
