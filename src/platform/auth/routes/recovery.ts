import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { confirmEmail, requestPasswordReset } from '../accounts/accounts.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser, mayEnter } from '../accounts/users.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { tokenHash } from '../mails/token-hash.ts';
import { requireCaptcha } from '../rate-limiting/captcha.ts';
import { countAttempt } from '../rate-limiting/count-attempt.ts';
import { networkOf } from '../rate-limiting/network-of.ts';
import { safeRedirect } from '../redirects.ts';
import { openSession, presentSession, type SessionAnswer } from '../sessions/sessions.ts';

const recover = z.object({ email: z.email() });
/** Links that set the password: requested ones and invitations. */
const LINK_TYPES = ['recovery', 'invite'];
const verify = z.object({ type: z.enum(LINK_TYPES), token_hash: z.string().min(1) });
const EXPIRED = 'Email link is invalid or has expired';

export function recoveryRoutes(app: FastifyInstance, context: AuthContext): void {
  const { platform, options } = context;

  app.post('/recover', async (request) => {
    const body = recover.safeParse(request.body);
    if (!body.success) throw validationFailed('Unable to validate email address: invalid format');
    await requireCaptcha(options.captcha, request);
    await requestPasswordReset(platform, options, { email: body.data.email, address: request.ip });
    return {};
  });

  app.post('/verify', async (request) => {
    const body = verify.safeParse(request.body);
    if (!body.success)
      throw validationFailed('Only reset and invitation links can be verified here');
    const session = await redeem(context, request, body.data.token_hash);
    if (session === null) throw new AuthError(403, 'otp_expired', EXPIRED);
    return session;
  });

  app.get<{ Querystring: { token?: string; type?: string; redirect_to?: string } }>(
    '/verify',
    async (request, reply) => {
      const { token, type, redirect_to: wanted } = request.query;
      const target = safeRedirect(options, wanted);
      const session =
        token !== undefined && LINK_TYPES.includes(type ?? '')
          ? await redeem(context, request, token)
          : null;
      const fragment = new URLSearchParams(
        session === null
          ? {
              error: 'access_denied',
              error_code: 'otp_expired',
              error_description: EXPIRED,
              sb: '',
            }
          : {
              access_token: session.access_token,
              expires_at: String(session.expires_at),
              expires_in: String(session.expires_in),
              refresh_token: session.refresh_token,
              sb: '',
              token_type: 'bearer',
              type: 'recovery',
            },
      );
      return reply.code(303).header('location', `${target}#${fragment}`).send();
    },
  );
}

/** Redeems a token once: it is deleted in the transaction that opens the session. */
async function redeem(
  context: AuthContext,
  request: FastifyRequest,
  token: string,
): Promise<SessionAnswer | null> {
  await countAttempt(context.platform.database.owner, {
    kind: 'verify',
    key: networkOf(request.ip),
    max: 30,
    seconds: 300,
    refusal: () => ({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }),
  });
  const opened = await transaction(context.platform.database.owner, async (tx) => {
    const { rows } = await tx.query<{ user_id: string; live: boolean }>(
      `delete from auth.one_time_tokens where token_hash = $1 and kind = 'recovery'
       returning user_id, expires_at > now() as live`,
      [tokenHash(token)],
    );
    const row = rows[0];
    if (!row?.live) return null;
    const user = await findUser(tx, { id: row.user_id });
    if (user === null || user.is_banned || !(await mayEnter(tx, user.id))) return null;
    await recordEvent(tx, request, { user, action: 'recovery.redeemed' });
    // The link came by mail, which confirms the address.
    await confirmEmail(tx, user.id);
    return openSession(context, tx, { id: user.id }, 'recovery', request);
  });
  return opened && presentSession(context, opened.user, opened.session);
}
