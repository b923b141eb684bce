import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError, banned, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import {
  openSession,
  presentSession,
  SESSION_COLUMNS,
  type Session,
  type SessionAnswer,
} from '../sessions/sessions.ts';
import { type Flow, sha256 } from './flow.ts';

const CODE_SECONDS = 300;
const grant = z.object({
  auth_code: z.string().min(1),
  code_verifier: z.string().min(43).max(128),
});

/** Creates the code that a client exchanges for its session, with its own proof key. */
export async function makeAuthCode(
  tx: pg.PoolClient,
  { flow, userId, sessionId }: { flow: Flow; userId: string; sessionId: string | null },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await tx.query(
    `insert into auth.auth_codes (code_hash, user_id, session_id, code_challenge, code_challenge_method, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [
      sha256(code),
      userId,
      sessionId,
      flow.code_challenge,
      flow.code_challenge_method,
      CODE_SECONDS,
    ],
  );
  return code;
}

type CodeRow = {
  user_id: string;
  session_id: string | null;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  live: boolean;
};

/** grant_type=pkce: redeems a code, which is spent even if the exchange fails. */
export async function redeemAuthCode(
  context: AuthContext,
  request: FastifyRequest,
): Promise<SessionAnswer> {
  const body = grant.safeParse(request.body);
  if (!body.success) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const pool = context.platform.database.owner;
  const { rows } = await pool.query<CodeRow>(
    'delete from auth.auth_codes where code_hash = $1 returning *, expires_at > now() as live',
    [sha256(body.data.auth_code)],
  );
  const code = rows[0];
  if (!code) {
    throw new AuthError(
      404,
      'flow_state_not_found',
      'invalid flow state, no valid flow state found',
    );
  }
  if (!code.live) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const verifier = body.data.code_verifier;
  const challenge =
    code.code_challenge_method === 's256' ? sha256(verifier).toString('base64url') : verifier;
  if (!timingSafeEqual(sha256(challenge), sha256(code.code_challenge))) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  const opened = await transaction(pool, async (tx) => {
    const user = await findUser(tx, { id: code.user_id });
    if (user?.is_banned) throw banned(400);
    if (code.session_id === null) {
      return openSession(context, tx, { id: code.user_id }, 'oauth', request);
    }
    const session = await tx.query<Session>(
      `select ${SESSION_COLUMNS} from auth.sessions where id = $1`,
      [code.session_id],
    );
    return { user: user!, session: session.rows[0]! };
  });
  return presentSession(context, opened.user, opened.session);
}
