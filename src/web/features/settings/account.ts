import type { Factor, UserIdentity } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
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
export type SecurityEvent = {
  at: string;
  action: string;
  actor_email: string | null;
  address: string | null;
  agent: string | null;
  detail: Record<string, unknown>;
};
export type Identities = { linked: UserIdentity[]; offered: string[] };

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

export const eventsQuery = queryOptions({
  queryKey: ['account', 'events'],
  queryFn: async (): Promise<SecurityEvent[]> =>
    unwrap(await (await openClient()).rpc('list_security_events')) as SecurityEvent[],
});

export const identitiesQuery = queryOptions({
  queryKey: ['account', 'identities'],
  queryFn: async (): Promise<Identities> => {
    const client = await openClient();
    const { data, error } = await client.auth.getUserIdentities();
    if (error) throw error;
    const answer = await fetch('/auth/v1/settings');
    if (!answer.ok) throw new ServiceError('The server did not answer. Try again in a moment.');
    const { external } = (await answer.json()) as { external: Record<string, boolean> };
    const offered = Object.keys(external).filter(
      (name) => external[name] && name !== 'email' && name !== 'phone',
    );
    return { linked: data.identities, offered };
  },
});

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
