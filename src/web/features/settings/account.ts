import type { Factor, SupabaseClient, UserIdentity } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { hostConfig, openClient } from '../../lib/client.ts';
import { identityProviders } from '../../lib/identity-providers.ts';
import { check, ServiceError, unwrap } from '../../lib/service-error.ts';

export type SecondFactors = {
  factors: Factor[];
  /** Unused recovery codes; null where none were made. */
  codesLeft: number | null;
};
/** What was begun and is to be proved: an authenticator's picture, or a phone that gets a message. */
export type Begun = { id: string; picture?: string; secret?: string };
export type OwnSession = {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  address: string | null;
  aal: 'aal1' | 'aal2';
  is_current: boolean;
};
/** Those that were proved to work; one that was begun and left is forgotten by the server. */
export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: async (): Promise<SecondFactors> => {
    const client = await openClient();
    const { data, error } = await client.auth.mfa.listFactors();
    if (error) throw error;
    const verified = data.all.filter((factor) => factor.status === 'verified');
    const codes = verified.some((factor) => factor.factor_type === 'recovery_code')
      ? await client.auth.mfa.recoveryCodes.getStatus()
      : null;
    if (codes?.error) throw codes.error;
    return {
      factors: verified.filter((factor) => factor.factor_type !== 'recovery_code'),
      codesLeft: codes?.data?.remaining ?? null,
    };
  },
});

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

/** The password once more, within the session that runs. */
export async function confirmPassword(client: SupabaseClient, password: string): Promise<void> {
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

export async function removeFactor(id: string): Promise<void> {
  const client = await openClient();
  check(await client.auth.mfa.unenroll({ factorId: id }));
  // With the last factor gone the session's level changes; the next token says so.
  check(await client.auth.refreshSession());
}

export async function addSecurityKey(friendlyName: string): Promise<void> {
  check(await (await openClient()).auth.mfa.webauthn.register({ friendlyName }));
}

/** Ten new codes; the ones before, used or not, are void. */
export async function makeRecoveryCodes(replace: boolean): Promise<string[]> {
  const { recoveryCodes } = (await openClient()).auth.mfa;
  const { data, error } = await (replace ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (error) throw error;
  return data.codes;
}
