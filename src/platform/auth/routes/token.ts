import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { AuthError, banned, invalidCredentials, validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { verifyPassword } from '../passwords.ts';
import { openSession, presentSession, refreshSession } from '../sessions.ts';
import { countAttempt } from '../throttle.ts';
import { findUser } from '../users.ts';

const MOST_FAILURES = 10;
const WINDOW_SECONDS = 300;

const passwordGrant = z.object({ email: z.string().min(1), password: z.string().min(1) });
const refreshGrant = z.object({ refresh_token: z.string().min(1) });

export function tokenRoute(app: FastifyInstance, context: AuthContext): void {
  app.post<{ Querystring: { grant_type?: string } }>('/token', async (request) => {
    switch (request.query.grant_type) {
      case 'password':
        return signIn(context, request);
      case 'refresh_token': {
        const body = refreshGrant.safeParse(request.body);
        if (!body.success) throw validationFailed('A refresh token is required');
        return refreshSession(context.platform, context.tokens, body.data.refresh_token);
      }
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
  });
}

async function signIn(context: AuthContext, request: FastifyRequest) {
  const { platform, tokens } = context;
  const body = passwordGrant.safeParse(request.body);
  if (!body.success) throw validationFailed('missing email or phone');
  const email = body.data.email.trim().toLowerCase();
  const takeBack = await countAttempt(platform.database.owner, {
    kind: 'sign-in',
    key: `${email}\n${request.ip}`,
    most: MOST_FAILURES,
    seconds: WINDOW_SECONDS,
    refusal: (seconds) => ({
      code: 'over_request_rate_limit',
      message: `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    }),
  });
  const user = await findUser(platform.database.owner, { email });
  const right = await verifyPassword(user?.encrypted_password ?? null, body.data.password);
  if (user === null || !right) {
    await record(context, request, user?.id ?? null, email, 'sign_in.failed');
    throw invalidCredentials();
  }
  await takeBack();
  if (user.is_banned) throw banned(400);
  const session = await transaction(platform.database.owner, (tx) =>
    openSession(tx, user.id, 'password', request),
  );
  await record(context, request, user.id, user.email, 'sign_in.succeeded');
  return presentSession(
    platform,
    tokens,
    { ...user, last_sign_in_at: new Date().toISOString() },
    session,
  );
}

async function record(
  { platform }: AuthContext,
  request: FastifyRequest,
  userId: string | null,
  email: string,
  action: string,
): Promise<void> {
  await platform.database.owner.query(
    `insert into audit.events (actor_id, actor_email, action, object_type, object_id, address, agent)
     values ($1::uuid, $2, $3, 'user', $1::text, $4, $5)`,
    [
      userId,
      email.slice(0, 255),
      action,
      request.ip,
      String(request.headers['user-agent'] ?? '').slice(0, 400),
    ],
  );
}
