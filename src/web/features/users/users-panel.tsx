import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { profileQuery } from '../../data/profile.ts';
import { type User, usersQuery } from '../../data/users.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { DeletedPersonsPart } from './deleted-persons-part.tsx';
import { EventsDialog } from './events-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { SuperadminDialog } from './superadmin-dialog.tsx';
import { useUserChanges } from './use-user-changes.ts';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';

type Open =
  | { kind: 'create' }
  | { kind: 'superadmin' }
  | { kind: 'events' | 'move' | 'delete' | 'withdraw'; user: User }
  | null;

export function UsersPanel() {
  const users = useQuery(usersQuery);
  const ownId = useQuery(profileQuery).data?.id;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { toggle, resend, endings } = useUserChanges({ onDeleted: close });
  const columns = useMemo(
    () =>
      userColumns({
        ownId,
        busyId: [toggle, resend].find(({ isPending }) => isPending)?.variables?.id,
        onEvents: (user) => setOpen({ kind: 'events', user }),
        onMove: (user) => setOpen({ kind: 'move', user }),
        onDelete: (user) => setOpen({ kind: 'delete', user }),
        onWithdraw: (user) => setOpen({ kind: 'withdraw', user }),
        onToggle: toggle.mutate,
        onResend: resend.mutate,
      }),
    [ownId, toggle, resend],
  );
  const openFor = (kind: 'events' | 'move' | 'delete' | 'withdraw') =>
    open?.kind === kind && 'user' in open ? open.user : null;

  return (
    <Card aria-labelledby="users">
      <CardHead
        id="users"
        title="Users"
        action={<CreateButtons onOpen={(kind) => setOpen({ kind })} />}
      />
      <div className="border-t border-line">
        <QueryView
          query={users}
          errorTitle="Failed to load users"
          empty={<EmptyState title="No users yet" />}
        >
          {(rows) => (
            <DataTable label="Users" columns={columns} rows={rows} rowKey={(row) => row.id} />
          )}
        </QueryView>
      </div>
      <DeletedPersonsPart />
      <UserDialog open={open?.kind === 'create'} onClose={close} />
      <SuperadminDialog open={open?.kind === 'superadmin'} onClose={close} />
      <MoveDialog user={openFor('move')} onClose={close} />
      {(['delete', 'withdraw'] as const).map((ending) => (
        <DeleteUserDialog
          key={ending}
          ending={ending}
          user={openFor(ending)}
          busy={endings[ending].isPending}
          onConfirm={endings[ending].mutate}
          onClose={close}
        />
      ))}
      <EventsDialog user={openFor('events')} onClose={close} />
    </Card>
  );
}

function CreateButtons(props: { onOpen: (kind: 'create' | 'superadmin') => void }) {
  return (
    <>
      <Button onClick={() => props.onOpen('superadmin')}>Create or Reset Superadmin</Button>
      <Button variant="primary" onClick={() => props.onOpen('create')}>
        Create User
      </Button>
    </>
  );
}
