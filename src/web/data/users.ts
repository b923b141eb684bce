import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../shared/roles.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { requireChanged } from './require-changed.ts';
import type { Profile } from './rows.ts';

export type User = Omit<Profile, 'organizations'> & {
  organizations: { name: string } | null;
  created_at: string;
  user_roles: { role: Role }[];
};

/** Profiles with the name of their organization and their roles. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async (): Promise<User[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('profiles')
        .select(
          'id,email,full_name,org_id,status,settings,created_at,organizations(name),user_roles(role)',
        )
        .order('email')
        .returns<User[]>(),
    );
    return rows ?? [];
  },
});

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
