import type { FastifyPluginAsync } from 'fastify';
import type { Platform } from '../gateway/context.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { createSeal } from './factors/seal.ts';
import { sweep } from './housekeeping.ts';
import { serverSecret } from './keys/server-secret.ts';
import { sendDueMails } from './mails/mail-queue.ts';
import { providerSource } from './oauth/providers.ts';
import { type AuthOptions, SESSION_LIMITS } from './options.ts';
import { deviceCookies } from './rate-limiting/device-cookie.ts';
import { renderAuthError } from './render-auth-error.ts';
import { adminRoutes } from './routes/admin/routes.ts';
import { factorChallengeRoute } from './routes/factor-challenge.ts';
import { factorVerifyRoute } from './routes/factor-verify.ts';
import { factorRoutes } from './routes/factors.ts';
import { identityRoutes } from './routes/identities.ts';
import { logoutRoute } from './routes/logout.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { publicRoutes } from './routes/public.ts';
import { reauthenticateRoute } from './routes/reauthenticate.ts';
import { recoveryRoutes } from './routes/recovery.ts';
import { recoveryCodeRoutes } from './routes/recovery-codes/routes.ts';
import { tokenRoute } from './routes/token.ts';
import { userRoutes } from './routes/user.ts';
import { refreshTokens } from './sessions/refresh-tokens.ts';

const SWEEP_MILLISECONDS = 3_600_000;
const MAIL_MILLISECONDS = 5000;

export function authService(platform: Platform, options: AuthOptions): FastifyPluginAsync {
  return async (app) => {
    const pool = platform.database.owner;
    const context: AuthContext = {
      platform,
      options,
      tokens: refreshTokens(await serverSecret(pool, 'refresh_tokens')),
      seal: createSeal(await serverSecret(pool, 'second_factors')),
      devices: deviceCookies(await serverSecret(pool, 'device_cookies'), platform.publicUrl),
      limits: { ...SESSION_LIMITS, ...options.sessions },
      provider: providerSource(options.providers ?? {}),
      now: options.now ?? (() => new Date()),
    };
    app.setErrorHandler((error, request, reply) => renderAuthError(error, request, reply));
    app.setNotFoundHandler((request, reply) =>
      renderAuthError(new AuthError(404, 'not_found', 'Not found'), request, reply),
    );
    publicRoutes(app, context);
    tokenRoute(app, context);
    userRoutes(app, context);
    reauthenticateRoute(app, context);
    logoutRoute(app, context);
    recoveryRoutes(app, context);
    factorRoutes(app, context);
    factorChallengeRoute(app, context);
    factorVerifyRoute(app, context);
    recoveryCodeRoutes(app, context);
    oauthRoutes(app, context);
    identityRoutes(app, context);
    await app.register(async (admin) => adminRoutes(admin, context), { prefix: '/admin' });

    const every = (milliseconds: number, what: string, work: () => Promise<void>) => {
      let busy = false;
      const timer = setInterval(async () => {
        if (busy) return;
        busy = true;
        await work().catch((error: unknown) => platform.log.warn({ err: error }, what));
        busy = false;
      }, milliseconds).unref();
      app.addHook('onClose', async () => clearInterval(timer));
    };
    every(SWEEP_MILLISECONDS, 'could not delete expired records', () =>
      sweep(pool, context.limits.idleSeconds),
    );
    every(MAIL_MILLISECONDS, 'could not send mails', () => sendDueMails(platform, options));
  };
}
