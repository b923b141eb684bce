import { ROLE_LABELS } from '../../../shared/roles.ts';
import type { User } from '../../data/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { dayColumn } from '../../ui/columns.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export type UserActions = {
  onEvents: (user: User) => void;
  onMove: (user: User) => void;
  onToggle: (user: User) => void;
  onDelete: (user: User) => void;
  /** The signed-in user: not disabled or deleted from here. */
  ownId: string | undefined;
  /** The user who is being enabled or disabled. */
  busyId: string | undefined;
};

export const userColumns = (actions: UserActions): Column<User>[] => [
  {
    id: 'email',
    header: 'Email',
    sort: (row) => row.email,
    cell: (row) => (
      <LinkButton title="Show security events" onClick={() => actions.onEvents(row)}>
        {row.email}
      </LinkButton>
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
      <LinkButton onClick={() => actions.onMove(row)}>
        {row.organizations?.name ?? 'None'}
        <span className="sr-only">: change organization of {row.email}</span>
      </LinkButton>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    sort: (row) => row.user_roles.map(({ role }) => role).join(),
    cell: (row) => row.user_roles.map(({ role }) => ROLE_LABELS[role]).join(', ') || 'None',
  },
  {
    id: 'status',
    header: 'Status',
    sort: (row) => row.status,
    cell: (row) => <Badge tone={row.status === 'active' ? 'good' : 'warning'}>{row.status}</Badge>,
  },
  dayColumn('Created'),
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <RowActions user={row} actions={actions} />,
  },
];

function RowActions({ user, actions }: { user: User; actions: UserActions }) {
  if (user.id === actions.ownId) return <span className="text-ink-soft">You</span>;
  return (
    <span className="flex gap-1.5">
      <Button size="small" busy={user.id === actions.busyId} onClick={() => actions.onToggle(user)}>
        {user.status === 'active' ? 'Disable' : 'Enable'}
        <span className="sr-only"> {user.email}</span>
      </Button>
      <DeleteButton name={user.email} onClick={() => actions.onDelete(user)} />
    </span>
  );
}
