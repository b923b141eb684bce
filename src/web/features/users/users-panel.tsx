import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ROLE_LABELS } from '../../../shared/roles.ts';
import { profileQuery } from '../../data/profile.ts';
import { deleteProfile, type Person, peopleQuery, updateProfile } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day } from '../../ui/day.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventsDialog } from './events-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { SuperadminDialog } from './superadmin-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

type Open =
  | { kind: 'user' }
  | { kind: 'superadmin' }
  | { kind: 'events' | 'move' | 'delete'; person: Person }
  | null;

export function UsersPanel() {
  const people = useQuery(peopleQuery);
  const self = useQuery(profileQuery);
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const refresh = () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey });

  const toggle = useMutation({
    mutationFn: (person: Person) =>
      updateProfile(person.id, { status: person.status === 'active' ? 'disabled' : 'active' }),
    onSuccess: (_, person) =>
      notice(person.status === 'active' ? 'User disabled' : 'User enabled', person.email),
    onError: (error) => fail('Error', error),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (person: Person) => deleteProfile(person.id),
    onSuccess: (_, person) => {
      notice('User deleted', person.email);
      close();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: refresh,
  });

  const ownId = self.data?.id;
  const columns = useMemo<Column<Person>[]>(
    () => [
      {
        id: 'email',
        header: 'Email',
        sort: (row) => row.email,
        cell: (row) => (
          <button
            type="button"
            className="link min-h-6 text-left"
            title="Show security events"
            onClick={() => setOpen({ kind: 'events', person: row })}
          >
            {row.email}
          </button>
        ),
        className: 'min-w-48 wrap-anywhere',
      },
      {
        id: 'full_name',
        header: 'Name',
        sort: (row) => row.full_name,
        cell: (row) => row.full_name ?? 'N/A',
      },
      {
        id: 'organization',
        header: 'Organization',
        sort: (row) => row.organizations?.name,
        cell: (row) => (
          <button
            type="button"
            className="link min-h-6 text-left"
            onClick={() => setOpen({ kind: 'move', person: row })}
          >
            {row.organizations?.name ?? 'None'}
            <span className="sr-only">: change organization of {row.email}</span>
          </button>
        ),
      },
      {
        id: 'role',
        header: 'Role',
        sort: (row) => row.user_roles.map((one) => one.role).join(),
        cell: (row) => row.user_roles.map((one) => ROLE_LABELS[one.role]).join(', ') || 'None',
      },
      {
        id: 'status',
        header: 'Status',
        sort: (row) => row.status,
        cell: (row) => (
          <Badge tone={row.status === 'active' ? 'good' : 'warning'}>{row.status}</Badge>
        ),
      },
      {
        id: 'created_at',
        header: 'Created',
        sort: (row) => row.created_at,
        cell: (row) => <Day at={row.created_at} />,
        className: 'whitespace-nowrap',
      },
      {
        id: 'actions',
        header: 'Actions',
        cell: (row) =>
          row.id === ownId ? (
            <span className="text-ink-soft">You</span>
          ) : (
            <span className="flex gap-1.5">
              <Button
                size="small"
                busy={toggle.isPending && toggle.variables.id === row.id}
                onClick={() => toggle.mutate(row)}
              >
                {row.status === 'active' ? 'Disable' : 'Enable'}
                <span className="sr-only"> {row.email}</span>
              </Button>
              <Button
                size="small"
                variant="ghost"
                className="text-danger!"
                onClick={() => setOpen({ kind: 'delete', person: row })}
              >
                Delete<span className="sr-only"> {row.email}</span>
              </Button>
            </span>
          ),
      },
    ],
    [ownId, toggle],
  );

  const doomed = open?.kind === 'delete' ? open.person : null;
  return (
    <Card aria-labelledby="users">
      <CardHead
        id="users"
        title="Users"
        action={
          <>
            <Button onClick={() => setOpen({ kind: 'superadmin' })}>
              Create or Reset Superadmin
            </Button>
            <Button variant="primary" onClick={() => setOpen({ kind: 'user' })}>
              Create User
            </Button>
          </>
        }
      />
      <div className="border-t border-line">
        <QueryView query={people} errorTitle="Failed to load users">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No users yet" />
            ) : (
              <DataTable label="Users" columns={columns} rows={rows} rowKey={(row) => row.id} />
            )
          }
        </QueryView>
      </div>
      <UserDialog open={open?.kind === 'user'} onClose={close} />
      <SuperadminDialog open={open?.kind === 'superadmin'} onClose={close} />
      <MoveDialog person={open?.kind === 'move' ? open.person : null} onClose={close} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(next) => !next && close()}
        title={`Delete user “${doomed?.email ?? ''}”?`}
        confirmLabel="Delete user"
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
      >
        <p>Gone for good: sign-in and profile.</p>
        <p>
          Kept: what the user made stays with the organization, and the audit trail stays readable.
        </p>
      </ConfirmDialog>
      <EventsDialog person={open?.kind === 'events' ? open.person : null} onClose={close} />
    </Card>
  );
}
