import type { Session } from '@supabase/auth-js';
import { check } from '../lib/service-error.ts';
import { openClient } from './client.ts';

/** Returns the session; null if a verified second factor has not been passed yet. */
export async function currentSession(): Promise<Session | null> {
  const { session, needsSecondFactor } = await sessionState();
  return needsSecondFactor ? null : session;
}

export async function sessionState(): Promise<{
  session: Session | null;
  needsSecondFactor: boolean;
}> {
  const client = await openClient();
  const { data } = await client.auth.getSession();
  if (!data.session) return { session: null, needsSecondFactor: false };
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return {
    session: data.session,
    needsSecondFactor: level?.nextLevel === 'aal2' && level.currentLevel === 'aal1',
  };
}

/** Ends this session but no others of the account. */
export async function signOut(): Promise<void> {
  const client = await openClient();
  check(await client.auth.signOut({ scope: 'local' }));
}
