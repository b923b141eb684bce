import type { FastifyRequest } from 'fastify';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError, banned } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { presentSession, SESSION_COLUMNS, type Session, type SessionAnswer } from './sessions.ts';

/** Grace period: a recently replaced token still returns its successor, as answers can be lost. */
const REUSE_SECONDS = 10;

type Found = Session & { refresh_floor: number; recent: boolean; ended: boolean };

const notFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Exchanges a refresh token. The current one advances the session; its direct parent, or one
 * replaced within the grace period, returns the current one again; anything older was stolen or
 * replayed and ends the session. A token from before the session's second factor is never accepted,
 * not even as a parent.
 */
export async function refreshSession(
  context: AuthContext,
  request: FastifyRequest,
  token: string,
): Promise<SessionAnswer> {
  const presented = context.tokens.read(token);
  if (presented === null) throw notFound();
  const outcome = await transaction(context.platform.database.owner, async (tx) => {
    const { rows } = await tx.query<Found>(
      `select ${SESSION_COLUMNS}, refresh_floor, refreshed_at > now() - make_interval(secs => $2) as recent,
              coalesce(not_after < now(), false)
                or refreshed_at < now() - make_interval(secs => $3) as ended
         from auth.sessions where id = $1 for update`,
      [presented.sessionId, REUSE_SECONDS, context.limits.idleSeconds],
    );
    const session = rows[0];
    if (!session) return { kind: 'missing' } as const;
    if (session.ended) {
      await tx.query(
        'delete from auth.sessions where id = $1 and (links_until is null or links_until < now())',
        [session.id],
      );
      return { kind: 'expired' } as const;
    }
    const user = await findUser(tx, { id: session.user_id });
    if (user === null) return { kind: 'missing' } as const;
    if (user.is_banned) return { kind: 'banned' } as const;
    const behind = session.refresh_counter - presented.counter;
    if (behind < 0) return { kind: 'missing' } as const;
    if (behind === 0) {
      const moved = await tx.query<Session>(
        `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = now(), updated_at = now()
          where id = $1 returning ${SESSION_COLUMNS}`,
        [session.id],
      );
      return { kind: 'session', session: moved.rows[0]!, user } as const;
    }
    const steppedUpSince = presented.counter < session.refresh_floor;
    if (steppedUpSince && session.recent) return { kind: 'missing' } as const;
    if (!steppedUpSince && (behind === 1 || session.recent)) {
      return { kind: 'session', session, user } as const;
    }
    await tx.query('delete from auth.sessions where id = $1', [session.id]);
    await recordEvent(tx, request, {
      user,
      action: 'session.reused_token',
      detail: { session: session.id },
    });
    return { kind: 'reused' } as const;
  });
  switch (outcome.kind) {
    case 'session':
      return presentSession(context, outcome.user, outcome.session);
    case 'missing':
      throw notFound();
    case 'expired':
      throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
    case 'banned':
      throw banned(400);
    case 'reused':
      throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
}
