import { useQuery } from '@tanstack/react-query';
import { SecurityEventTable } from '../../components/security-event-table.tsx';
import { securityEventsQuery } from '../../data/security-events.ts';
import type { Person } from '../../data/users.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** Sign-ins, failures and changes of one account, for superadmins. */
export function EventsDialog(props: { person: Person | null; onClose: () => void }) {
  const { person } = props;
  const events = useQuery({
    ...securityEventsQuery(person?.id ?? null),
    enabled: person !== null,
  });
  return (
    <Dialog
      open={person !== null}
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title="Security events"
      description={person?.email ?? ''}
    >
      <QueryView query={events} errorTitle="The events could not be loaded" skeletonRows={3}>
        {(rows) => <SecurityEventTable events={rows} />}
      </QueryView>
    </Dialog>
  );
}
