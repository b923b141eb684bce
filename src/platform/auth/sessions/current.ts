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
  /** Whether the first step was shown only just now. */
  isFresh: boolean;
};

/** How long after a password, a provider's word or a reset link what signs one in may be changed. */
const FRESH_SECONDS = 900;

/** The user behind a request's token, while its session lives and the account may be used. */
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
  // Both count: a token from before the second step gains nothing by it, nor one from before a factor went.
  const aal = session.aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1';
  const isFresh = (session.proved_at ?? 0) > seconds() - FRESH_SECONDS;
  return { user, claims, aal, isFresh };
}

/** As above, and where the user has a second factor, the session has shown it. */
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

/** Credentials can be changed only shortly after a sign-in, not from a page that was left open. */
export function requireFresh({ isFresh }: Current): void {
  if (isFresh) return;
  throw new AuthError(400, 'reauthentication_needed', 'Confirm your password to change this');
}

/** Holds the session until the transaction ends; refuses where it ended since the request came. */
export async function lockSession(
  tx: pg.PoolClient,
  { user, claims }: Pick<Current, 'user' | 'claims'>,
): Promise<void> {
  // The user's row first: changes of one account take turns on it.
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
