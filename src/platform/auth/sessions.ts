import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transaction } from '../database/database.ts';
import type { Platform } from '../gateway/context.ts';
import { AuthError, banned } from './auth-error.ts';
import { findUser, presentUser, type UserRow } from './users.ts';

export const ACCESS_SECONDS = 3600;
/** A token that was replaced this recently is answered with its successor: the client never saw that answer. */
const REUSE_SECONDS = 10;

type Method = 'password' | 'recovery';
type SessionRow = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  refresh_counter: number;
  recent: boolean;
  ended: boolean;
};

const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Refresh tokens are derived, not kept: session, counter, and a keyed hash of both. Whoever reads the
 * database finds no token in it.
 */
export function refreshTokens(secret: Buffer) {
  const mac = (body: Buffer) => createHmac('sha256', secret).update(body).digest().subarray(0, 16);
  return {
    make: (sessionId: string, counter: number): string => {
      const body = Buffer.alloc(20);
      uuidBytes(sessionId).copy(body);
      body.writeUInt32BE(counter, 16);
      return Buffer.concat([body, mac(body)]).toString('base64url');
    },
    read: (token: string): { sessionId: string; counter: number } | null => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 36) return null;
      const body = bytes.subarray(0, 20);
      if (!timingSafeEqual(mac(body), bytes.subarray(20))) return null;
      const hex = body.toString('hex', 0, 16);
      const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, counter: body.readUInt32BE(16) };
    },
  };
}

export type RefreshTokens = ReturnType<typeof refreshTokens>;

/** What the client is answered: both tokens, and who it is. */
export async function presentSession(
  platform: Platform,
  tokens: RefreshTokens,
  user: UserRow,
  session: Pick<SessionRow, 'id' | 'aal' | 'amr' | 'refresh_counter'>,
): Promise<Record<string, unknown>> {
  const now = Math.floor(Date.now() / 1000);
  const accessToken = await platform.keys.sign({
    iss: '',
    sub: user.id,
    aud: 'authenticated',
    iat: now,
    exp: now + ACCESS_SECONDS,
    role: 'authenticated',
    email: user.email,
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    expires_at: now + ACCESS_SECONDS,
    refresh_token: tokens.make(session.id, session.refresh_counter),
    user: presentUser(user),
  };
}

/** Opens a session for a user who has shown who they are. */
export async function openSession(
  tx: pg.PoolClient,
  userId: string,
  method: Method,
  request: FastifyRequest,
): Promise<SessionRow> {
  const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }];
  const { rows } = await tx.query<SessionRow>(
    `insert into auth.sessions (user_id, amr, user_agent, ip) values ($1, $2, $3, $4)
     returning id, user_id, aal, amr, refresh_counter`,
    [userId, JSON.stringify(amr), request.headers['user-agent'] ?? null, request.ip],
  );
  await tx.query('update auth.users set last_sign_in_at = now() where id = $1', [userId]);
  return rows[0]!;
}

const notFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Exchanges a refresh token. The current one moves the session on; its direct parent, or one replaced a moment
 * ago, is answered with the current one again; anything older was stolen or replayed, and ends the session.
 */
export async function refreshSession(
  platform: Platform,
  tokens: RefreshTokens,
  token: string,
): Promise<Record<string, unknown>> {
  const presented = tokens.read(token);
  if (presented === null) throw notFound();
  const outcome = await transaction(platform.database.owner, async (tx) => {
    const { rows } = await tx.query<SessionRow>(
      `select id, user_id, aal, amr, refresh_counter, coalesce(not_after < now(), false) as ended,
              refreshed_at > now() - make_interval(secs => $2) as recent
         from auth.sessions where id = $1 for update`,
      [presented.sessionId, REUSE_SECONDS],
    );
    const session = rows[0];
    if (!session) return { kind: 'missing' } as const;
    if (session.ended) return { kind: 'expired' } as const;
    const user = await findUser(tx, { id: session.user_id });
    if (user === null) return { kind: 'missing' } as const;
    if (user.is_banned) return { kind: 'banned' } as const;
    const behind = session.refresh_counter - presented.counter;
    if (behind < 0) return { kind: 'missing' } as const;
    if (behind === 0) {
      const moved = await tx.query<SessionRow>(
        `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = now(), updated_at = now()
          where id = $1 returning id, user_id, aal, amr, refresh_counter`,
        [session.id],
      );
      return { kind: 'session', session: moved.rows[0]!, user } as const;
    }
    if (behind === 1 || session.recent) return { kind: 'session', session, user } as const;
    await tx.query('delete from auth.sessions where id = $1', [session.id]);
    await tx.query(
      `insert into audit.events (actor_id, actor_email, action, object_type, object_id)
       values ($1, $2, 'session.reused_token', 'session', $3)`,
      [user.id, user.email, session.id],
    );
    return { kind: 'reused' } as const;
  });
  switch (outcome.kind) {
    case 'session':
      return presentSession(platform, tokens, outcome.user, outcome.session);
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
