import type { FastifyInstance } from 'fastify';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';

export function publicRoutes(app: FastifyInstance, { platform, options }: AuthContext): void {
  app.get('/health', async () => ({
    version: '1',
    name: 'sandbox-auth',
    description: 'The sandbox signs people in',
  }));
  app.get('/settings', async () => ({
    external: {
      email: true,
      phone: false,
      ...Object.fromEntries(Object.keys(options.providers ?? {}).map((name) => [name, true])),
    },
    disable_signup: true,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }));
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600');
    return platform.keys.jwks();
  });
  app.get('/captcha', async (_request, reply) => {
    const challenge = options.captcha?.challenge;
    if (challenge === undefined) throw new AuthError(404, 'not_found', 'Not found');
    reply.header('cache-control', 'no-store');
    return challenge();
  });
  app.post('/signup', async () => {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  });
  app.post('/otp', async () => {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  });
}
