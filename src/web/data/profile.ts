import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InstitutionKind } from '../../shared/institutions.ts';
import { isAdminRole, type Role } from '../../shared/roles.ts';
import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Profile } from './rows.ts';
import { currentSession } from './session.ts';

export async function userId(): Promise<string> {
  const session = await currentSession();
  if (!session) throw new ServiceError('Not authenticated');
  return session.user.id;
}

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async (): Promise<Profile | null> => {
    const client = await openClient();
    return unwrap(
      await client
        .from('profiles')
        .select('id,email,full_name,org_id,status,settings,organizations(name,four_eyes,kind)')
        .eq('id', await userId())
        .maybeSingle<Profile>(),
    );
  },
  staleTime: 60_000,
  // Another tab may have changed the mode.
  refetchOnWindowFocus: 'always',
});

/** True if the user is a superadmin. A failed check is logged and counts as false. */
export const superadminQuery = queryOptions({
  queryKey: ['superadmin'],
  queryFn: async (): Promise<boolean> => {
    try {
      const client = await openClient();
      const row = unwrap(
        await client
          .from('user_roles')
          .select('role')
          .eq('user_id', await userId())
          .eq('role', 'superadmin')
          .maybeSingle<{ role: Role }>(),
      );
      return row !== null;
    } catch (error) {
      console.error('superadmin check failed', error);
      return false;
    }
  },
  staleTime: 60_000,
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async (): Promise<Role[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('user_roles')
        .select('role')
        .eq('user_id', await userId())
        .returns<{ role: Role }[]>(),
    );
    return (rows ?? []).map((row) => row.role);
  },
  staleTime: 60_000,
});

export const useProfile = () => useQuery(profileQuery);

/** Kind of the user's organization; a bank without one. */
export const useInstitution = (): InstitutionKind =>
  useProfile().data?.organizations?.kind ?? 'bank';
export const useSuperadmin = () => useQuery(superadminQuery);

export function useIsAdmin(): boolean {
  const { data } = useQuery(rolesQuery);
  return data?.some(isAdminRole) ?? false;
}
