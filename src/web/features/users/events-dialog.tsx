import { useQuery } from '@tanstack/react-query';
import { SecurityEventTable } from '../../components/security-event-table.tsx';
import { securityEventsQuery } from '../../data/security-events.ts';
import type { User } from '../../data/users.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export function EventsDialog(props: { user: User | null; onClose: () => void }) {
  const { user } = props;
  const events = useQuery({
    ...securityEventsQuery(user?.id ?? null),
    enabled: user !== null,
  });
  return (
    <Dialog
      open={user !== null}
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title="Security events"
      description={user?.email ?? ''}
    >
      <QueryView query={events} errorTitle="The events could not be loaded" skeletonRows={3}>
        {(rows) => <SecurityEventTable events={rows} />}
      </QueryView>
    </Dialog>
  );
}
