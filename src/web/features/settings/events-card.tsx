import { useQuery } from '@tanstack/react-query';
import { SecurityEventTable } from '../../components/security-event-table.tsx';
import { securityEventsQuery } from '../../data/security-events.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export function EventsCard() {
  const query = useQuery(securityEventsQuery());
  return (
    <Card aria-labelledby="events">
      <CardHead id="events" title="Security events">
        Sign-ins, failures and changes of this account. Something you did not do? Change your
        password.
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={query} errorTitle="The events could not be loaded" skeletonRows={3}>
          {(rows) => <SecurityEventTable events={rows} />}
        </QueryView>
      </div>
    </Card>
  );
}
