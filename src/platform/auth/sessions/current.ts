import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AccessClaims } from '../../gateway/caller.ts';
import type { Platform } from '../../gateway/context.ts';
import { findUser, hasSecondFactor, type UserRow } from '../accounts/users.ts';
import { AuthError, banned } from '../auth-error.ts';
import { seconds } from './sessions.ts';

const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export type Current = {
  user: UserRow;
  claims: AccessClaims;
  aal: 'aal1' | 'aal2';
  /** True if the first step was passed recently. */
  isFresh: boolean;
};

/** Seconds after a password, provider sign-in or reset link in which credentials may be changed. */
const FRESH_SECONDS = 900;

/** Returns the user behind a request's token if the session lives and the account is usable. */
export async function currentUser(platform: Platform, request: FastifyRequest): Promise<Current> {
  const { caller } = request;
  if (caller.role !== 'authenticated') {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const { claims } = caller;
  const user = await findUser(platform.database.owner, { id: claims.sub });
  if (user === null) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const { rows } = await platform.database.owner.query<{
    aal: 'aal1' | 'aal2';
    proved_at: number | null;
  }>(
    `select aal, (select max((entry ->> 'timestamp')::float8) from jsonb_array_elements(amr) entry
                   where entry ->> 'method' in ('password', 'oauth', 'recovery')) as proved_at
       from auth.sessions
      where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
    [claims.session_id, claims.sub],
  );
  const session = rows[0];
  if (session === undefined) {
    throw sessionNotFound();
  }
  if (user.is_banned) throw banned(403);
  // Both must be aal2: tokens from before the second step or before a factor's removal don't count.
  const aal = session.aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1';
  const isFresh = (session.proved_at ?? 0) > seconds() - FRESH_SECONDS;
  return { user, claims, aal, isFresh };
}

/** Like `currentUser`, and requires aal2 if the user has a second factor. */
export async function fullUser(
  platform: Platform,
  request: FastifyRequest,
  refusal: () => AuthError = () =>
    new AuthError(403, 'insufficient_aal', 'AAL2 session is required'),
): Promise<Current> {
  const current = await currentUser(platform, request);
  if (current.aal === 'aal1' && hasSecondFactor(current.user)) throw refusal();
  return current;
}

/** Requires a recent sign-in to change credentials, which excludes pages left open. */
export function requireFresh({ isFresh }: Current): void {
  if (isFresh) return;
  throw new AuthError(400, 'reauthentication_needed', 'Confirm your password to change this');
}

/** Locks the session until commit; throws if it ended since the request arrived. */
export async function lockSession(
  tx: pg.PoolClient,
  { user, claims }: Pick<Current, 'user' | 'claims'>,
): Promise<void> {
  // Lock the user's row first: changes of one account take turns on it.
  await tx.query('select from auth.users where id = $1 for update', [user.id]);
  const { rowCount } = await tx.query(
    'select from auth.sessions where id = $1 and user_id = $2 for update',
    [claims.session_id, user.id],
  );
  if (rowCount === 0) throw sessionNotFound();
}

export function requireService(request: FastifyRequest): void {
  if (request.caller.role === 'service_role') return;
  if (request.caller.role === 'authenticated') {
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}
