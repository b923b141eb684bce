import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import {
  hashPassword,
  isOutdated,
  verifyPassword,
  type Weakness,
  weaknessOf,
} from '../accounts/passwords.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError, banned, invalidCredentials, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { signInWithIdToken } from '../oauth/id-token.ts';
import { redeemAuthCode } from '../oauth/redeem-auth-code.ts';
import { admitPassword } from '../rate-limiting/admit-password.ts';
import { requireCaptcha } from '../rate-limiting/captcha.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { openSession, presentSession, type SessionAnswer } from '../sessions/sessions.ts';

const passwordGrant = z.object({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1024),
});
const refreshGrant = z.object({ refresh_token: z.string().min(1) });

export function tokenRoute(app: FastifyInstance, context: AuthContext): void {
  app.post<{ Querystring: { grant_type?: string } }>('/token', async (request, reply) => {
    switch (request.query.grant_type) {
      case 'password':
        return signIn(context, request, reply);
      case 'refresh_token': {
        const body = refreshGrant.safeParse(request.body);
        if (!body.success) throw validationFailed('A refresh token is required');
        return refreshSession(context, request, body.data.refresh_token);
      }
      case 'pkce':
        return redeemAuthCode(context, request);
      case 'id_token':
        return signInWithIdToken(context, request);
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });
}

async function signIn(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionAnswer & Weakness> {
  const pool = context.platform.database.owner;
  const body = passwordGrant.safeParse(request.body);
  if (!body.success) throw validationFailed('missing email or phone');
  const email = body.data.email.trim().toLowerCase();
  await requireCaptcha(context.options.captcha, request);
  const attempt = await admitPassword(context, request, email);
  const user = await findUser(pool, { email });
  const stored = user?.encrypted_password ?? null;
  const right = await verifyPassword(stored, body.data.password);
  if (user === null || stored === null || !right) {
    await recordEvent(pool, request, {
      user: user ?? { id: null, email },
      action: 'sign_in.failed',
    });
    throw invalidCredentials();
  }
  await attempt.succeed(reply, user.id);
  if (user.is_banned) throw banned(400);
  if (user.email_confirmed_at === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  let current = stored;
  if (isOutdated(stored)) {
    current = await hashPassword(body.data.password);
    await pool.query(
      'update auth.users set encrypted_password = $2 where id = $1 and encrypted_password = $3',
      [user.id, current, stored],
    );
  }
  const opened = await transaction(pool, async (tx) => {
    const result = await openSession(
      context,
      tx,
      { id: user.id, password: current },
      'password',
      request,
    );
    await recordEvent(tx, request, { user, action: 'sign_in.succeeded' });
    return result;
  });
  return {
    ...(await presentSession(context, opened.user, opened.session)),
    ...weaknessOf(body.data.password),
  };
}
