import type { FastifyRequest } from 'fastify';
import type { AccessClaims } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { AuthError, banned } from './auth-error.ts';
import { findUser, type UserRow } from './users.ts';

/** The user behind a request's token, while its session lives and the account may be used. */
export async function currentUser(
  platform: Platform,
  request: FastifyRequest,
): Promise<{ user: UserRow; claims: AccessClaims }> {
  const { caller } = request;
  if (caller.role !== 'authenticated') {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const { claims } = caller;
  const user = await findUser(platform.database.owner, { id: claims.sub });
  if (user === null) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  }
  const session = await platform.database.owner.query(
    'select from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())',
    [claims.session_id, claims.sub],
  );
  if (session.rowCount === 0) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  }
  if (user.is_banned) throw banned(403);
  return { user, claims };
}

export function requireService(request: FastifyRequest): void {
  if (request.caller.role === 'service_role') return;
  if (request.caller.role === 'authenticated') {
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}
