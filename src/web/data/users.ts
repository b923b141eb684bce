import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../shared/roles.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';
import { requireChanged } from './require-changed.ts';
import type { Profile } from './rows.ts';

const RECENT_INVITATION_MS = 10_000;

export type User = Omit<Profile, 'organizations'> & {
  organizations: { name: string } | null;
  created_at: string;
  user_roles: { role: Role }[];
  invitation: Invitation | null;
};

export type Invitation = {
  invited_at: string;
  /** Expiry of the invitation link; null until the mail is sent. */
  expires_at: string | null;
};

function millisecondsToNextLook(users: readonly User[]): number | false {
  const waiting = users.flatMap(({ invitation }) =>
    invitation?.expires_at === null ? [Date.parse(invitation.invited_at)] : [],
  );
  if (waiting.length === 0) return false;
  return Date.now() - Math.max(...waiting) < RECENT_INVITATION_MS ? 1000 : 5000;
}

export const usersQuery = queryOptions({
  queryKey: ['users'],
  refetchInterval: ({ state }) => millisecondsToNextLook(state.data ?? []),
  queryFn: async (): Promise<User[]> => {
    const client = await openClient();
    const [profiles, invitations] = await Promise.all([
      client
        .from('profiles')
        .select(
          'id,email,full_name,org_id,status,settings,created_at,organizations(name),user_roles(role)',
        )
        .order('email')
        .returns<Omit<User, 'invitation'>[]>(),
      client
        .from('invitations')
        .select('user_id,invited_at,expires_at')
        .returns<(Invitation & { user_id: string })[]>(),
    ]);
    const open = new Map((unwrap(invitations) ?? []).map((row) => [row.user_id, row]));
    return (unwrap(profiles) ?? []).map((user) => ({
      ...user,
      invitation: open.get(user.id) ?? null,
    }));
  },
});

export const resendInvitation = (id: string) => callFunction('resend-invitation', { user_id: id });

export async function withdrawInvitation(id: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('withdraw_invitation', { p_user_id: id }));
}

export async function updateUser(
  id: string,
  values: { status?: Profile['status']; org_id?: string },
): Promise<void> {
  const client = await openClient();
  requireChanged(unwrap(await client.from('profiles').update(values).eq('id', id).select('id')));
}

export async function deleteUser(id: string): Promise<void> {
  const client = await openClient();
  requireChanged(unwrap(await client.from('profiles').delete().eq('id', id).select('id')));
}
