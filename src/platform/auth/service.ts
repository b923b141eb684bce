import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { transaction } from '../database/database.ts';
import type { Platform } from '../gateway/context.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import type { AuthOptions } from './options.ts';
import { renderAuthError } from './render-auth-error.ts';
import { adminRoutes } from './routes/admin.ts';
import { logoutRoute } from './routes/logout.ts';
import { publicRoutes } from './routes/public.ts';
import { recoveryRoutes } from './routes/recovery.ts';
import { tokenRoute } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { refreshTokens } from './sessions.ts';
import { forgetAttempts } from './throttle.ts';

const HOUR = 3_600_000;

/** The key behind refresh tokens: made once, kept where only the owner reads. */
async function refreshSecret(platform: Platform): Promise<Buffer> {
  const value = await transaction(platform.database.owner, async (tx) => {
    await tx.query(
      "insert into private.secrets (name, value) values ('refresh_tokens', $1) on conflict (name) do nothing",
      [randomBytes(32).toString('hex')],
    );
    const { rows } = await tx.query<{ value: string }>(
      "select value from private.secrets where name = 'refresh_tokens'",
    );
    return rows[0]!.value;
  });
  return Buffer.from(value, 'hex');
}

/** auth/v1: who somebody is, and for how long we believe it. */
export function authService(platform: Platform, options: AuthOptions): FastifyPluginAsync {
  return async (app) => {
    const tokens = refreshTokens(await refreshSecret(platform));
    const context: AuthContext = { platform, options, tokens };
    app.setErrorHandler((error, request, reply) => renderAuthError(error, request, reply));
    app.setNotFoundHandler((request, reply) =>
      renderAuthError(new AuthError(404, 'not_found', 'Not found'), request, reply),
    );
    publicRoutes(app, context);
    tokenRoute(app, context);
    userRoutes(app, context);
    logoutRoute(app, context);
    recoveryRoutes(app, context);
    await app.register(async (admin) => adminRoutes(admin, context), { prefix: '/admin' });

    const timer = setInterval(() => {
      forgetAttempts(platform.database.owner).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'could not forget old attempts'),
      );
    }, HOUR).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  };
}
