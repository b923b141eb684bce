import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findUser, presentUser, type UserRow } from '../accounts/users.ts';
import { invalidCredentials } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';

const ACCESS_SECONDS = 3600;

export type Method =
  | 'password'
  | 'recovery'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code';

export type Session = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  refresh_counter: number;
};

export const SESSION_COLUMNS = 'id, user_id, aal, amr, refresh_counter';

export const seconds = (): number => Math.floor(Date.now() / 1000);

export async function presentSession(
  { platform, tokens }: Pick<AuthContext, 'platform' | 'tokens'>,
  user: UserRow,
  session: Session,
): Promise<SessionAnswer> {
  const now = seconds();
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

export type SessionAnswer = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
};

/**
 * Opens a session for an authenticated user. `password` is the hash that was verified: if it was
 * replaced meanwhile, no session opens.
 */
export async function openSession(
  { limits }: Pick<AuthContext, 'limits'>,
  tx: pg.PoolClient,
  user: { id: string; password?: string | null },
  method: Method,
  request: FastifyRequest,
): Promise<{ user: UserRow; session: Session }> {
  const touched = await tx.query(
    `update auth.users set last_sign_in_at = now()
      where id = $1 and ($2::text is null or encrypted_password = $2)`,
    [user.id, user.password ?? null],
  );
  const fresh = touched.rowCount === 1 ? await findUser(tx, { id: user.id }) : null;
  if (fresh === null) throw invalidCredentials();
  const { rows } = await tx.query<Session>(
    `insert into auth.sessions (user_id, amr, user_agent, ip, not_after)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning ${SESSION_COLUMNS}`,
    [
      user.id,
      JSON.stringify([{ method, timestamp: seconds() }]),
      request.headers['user-agent']?.slice(0, 400) ?? null,
      request.ip,
      limits.longestSeconds,
    ],
  );
  return { user: fresh, session: rows[0]! };
}

/**
 * Raises a session to aal2 after its second step. It gets a new refresh token; older ones become
 * invalid, as a copy of them proves only one factor. The user's other sessions at aal1 end.
 */
export async function raiseSession(
  tx: pg.PoolClient,
  {
    session,
    factorId,
    method,
  }: { session: { id: string; userId: string }; factorId: string; method: Method },
): Promise<Session> {
  const { rows } = await tx.query<Session>(
    `update auth.sessions
        set aal = 'aal2', factor_id = $2, refresh_counter = refresh_counter + 1,
            refresh_floor = case aal when 'aal2' then refresh_floor else refresh_counter + 1 end,
            refreshed_at = now(), updated_at = now(),
            amr = jsonb_build_array(jsonb_build_object('method', $3::text, 'timestamp', $4::bigint))
                  || coalesce((select jsonb_agg(entry) from jsonb_array_elements(amr) entry
                                where entry ->> 'method' <> $3), '[]')
      where id = $1 returning ${SESSION_COLUMNS}`,
    [session.id, factorId, method, seconds()],
  );
  await tx.query("delete from auth.sessions where user_id = $1 and aal = 'aal1'", [session.userId]);
  return rows[0]!;
}
