import type { UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { check, ServiceError, unwrap } from '../lib/service-error.ts';
import { hostConfig, openClient } from './client.ts';
import { identityProviders } from './identity-providers.ts';

export type { UserIdentity };

export type OwnSession = {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  address: string | null;
  aal: 'aal1' | 'aal2';
  is_current: boolean;
};
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async (): Promise<OwnSession[]> =>
    unwrap(await (await openClient()).rpc('list_own_sessions')) as OwnSession[],
});

export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: async (): Promise<UserIdentity[]> => {
    const { data, error } = await (await openClient()).auth.getUserIdentities();
    if (error) throw error;
    return data.identities;
  },
});

export const offeredQuery = queryOptions({
  queryKey: ['identity-providers'],
  queryFn: identityProviders,
  staleTime: Number.POSITIVE_INFINITY,
});

export async function confirmPassword(password: string): Promise<void> {
  const client = await openClient();
  const { data } = await client.auth.getSession();
  const { publishableKey } = await hostConfig();
  const answer = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? publishableKey}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify({ password }),
  });
  const body = (await answer.json()) as {
    message?: string;
    access_token: string;
    refresh_token: string;
  };
  if (!answer.ok) throw new ServiceError(body.message ?? 'The password could not be checked.');
  check(await client.auth.setSession(body));
}

export async function endSession(id: string): Promise<void> {
  check(await (await openClient()).rpc('end_own_session', { p_session_id: id }));
}

export async function endOtherSessions(): Promise<void> {
  check(await (await openClient()).auth.signOut({ scope: 'others' }));
}

export async function unlinkIdentity(identity: UserIdentity): Promise<void> {
  check(await (await openClient()).auth.unlinkIdentity(identity));
}
