import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatUtc } from '../../lib/format.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { eventsQuery, type SecurityEvent } from './account.ts';
import { describeAgent } from './describe-agent.ts';

/** 'second_factor.failed' as 'Second factor failed'. */
const inWords = (action: string) => {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What happened to this account, newest first. */
export function EventsCard() {
  const query = useQuery(eventsQuery);
  const columns = useMemo<Column<SecurityEvent>[]>(
    () => [
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
    ],
    [],
  );
  return (
    <Card aria-labelledby="events">
      <CardHead id="events" title="Security events">
        Sign-ins, failures and changes of this account. Something you did not do? Change your
        password.
      </CardHead>
      <div className="border-t border-line">
        <QueryView
          query={query}
          errorTitle="The events could not be loaded"
          messageOf={messageOf}
          skeletonRows={3}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="Nothing has happened yet" />
            ) : (
              <DataTable
                label="Security events"
                columns={columns}
                rows={rows}
                rowKey={(row) => `${row.at} ${row.action}`}
              />
            )
          }
        </QueryView>
      </div>
    </Card>
  );
}
