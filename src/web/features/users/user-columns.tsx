import { ROLE_LABELS } from '../../../shared/roles.ts';
import { TruthSwitch } from '../../components/truth-switch.tsx';
import type { Invitation, User } from '../../data/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { dayColumn } from '../../ui/columns.tsx';
import { Day } from '../../ui/day.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export type UserActions = {
  onEvents: (user: User) => void;
  onMove: (user: User) => void;
  onToggle: (user: User) => void;
  onDelete: (user: User) => void;
  onResend: (user: User) => void;
  onWithdraw: (user: User) => void;
  /** Signed-in user, who can't disable or delete the own account. */
  ownId: string | undefined;
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
    cell: (row) => <UserStatus user={row} />,
  },
  {
    id: 'truth',
    header: 'Ground truth',
    cell: (row) => row.org_id !== null && <TruthSwitch id={row.id} email={row.email} />,
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
  if (isInvited(user)) return <InvitationActions user={user} actions={actions} />;
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

function InvitationActions({ user, actions }: { user: User; actions: UserActions }) {
  return (
    <span className="flex gap-1.5">
      <Button size="small" busy={user.id === actions.busyId} onClick={() => actions.onResend(user)}>
        Resend<span className="sr-only"> the invitation to {user.email}</span>
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="text-danger!"
        onClick={() => actions.onWithdraw(user)}
      >
        Withdraw<span className="sr-only"> the invitation to {user.email}</span>
      </Button>
    </span>
  );
}

function UserStatus({ user }: { user: User }) {
  if (!isInvited(user)) {
    return <Badge tone={user.status === 'active' ? 'good' : 'warning'}>{user.status}</Badge>;
  }
  const { invited_at, expires_at } = user.invitation;
  if (expires_at === null) return <Badge tone="secondary">Invitation not sent yet</Badge>;
  const isExpired = Date.parse(expires_at) <= Date.now();
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={isExpired ? 'warning' : 'secondary'}>
        {isExpired ? 'Invitation expired' : 'Invited'}
      </Badge>
      <span className="text-xs whitespace-nowrap text-ink-soft">
        <Day at={isExpired ? expires_at : invited_at} />
      </span>
    </span>
  );
}

const isInvited = (user: User): user is User & { invitation: Invitation } =>
  user.invitation !== null && user.status === 'active';
