import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { validationFailed } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { safeRedirect } from '../redirects.ts';
import type { Provider } from './providers.ts';

const FLOW_SECONDS = 600;
const COOKIE = 'sandbox_flow';

const PASSED_ON = ['prompt', 'login_hint', 'hd', 'domain_hint', 'access_type', 'ui_locales'];

const authorizeQuery = z.object({
  provider: z.string().optional(),
  redirect_to: z.string().optional(),
  scopes: z.string().max(500).optional(),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/)
    .optional(),
  code_challenge_method: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['s256', 'plain']))
    .optional(),
});

export type Flow = {
  id: string;
  provider: string;
  nonce: string;
  code_verifier: string;
  browser_hash: Buffer;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  linking_session_id: string | null;
  live: boolean;
};

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const callbackUrl = ({ platform }: AuthContext): string =>
  `${platform.publicUrl}/auth/v1/callback`;

export async function startFlow(
  context: AuthContext,
  {
    request,
    reply,
    provider,
    linkingSession = null,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    provider: Provider;
    linkingSession?: string | null | undefined;
  },
): Promise<string> {
  const query = authorizeQuery.safeParse(request.query);
  if (!query.success) throw validationFailed('Invalid provider, scopes or code challenge');
  const { code_challenge: challenge, code_challenge_method: method } = query.data;
  if ((challenge === undefined) !== (method === undefined)) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  // Clients fall back to plain only on insecure pages, which cannot hash.
  if (method === 'plain' && context.platform.publicUrl.startsWith('https:')) {
    throw validationFailed('code_challenge_method needs to be s256');
  }
  const browser = randomBytes(32).toString('base64url');
  const nonce = oidc.randomNonce();
  const verifier = oidc.randomPKCECodeVerifier();
  const { rows } = await context.platform.database.owner.query<{ id: string }>(
    `insert into auth.flow_state (provider, nonce, code_verifier, browser_hash, redirect_to, code_challenge,
       code_challenge_method, linking_session_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9)) returning id`,
    [
      provider.name,
      nonce,
      verifier,
      sha256(browser),
      safeRedirect(context.options, query.data.redirect_to),
      challenge ?? null,
      method ?? null,
      linkingSession,
      FLOW_SECONDS,
    ],
  );
  // Lax: the provider returns the browser by an ordinary link, which must carry the cookie.
  const secure = context.platform.publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIE}=${browser}; Path=/auth/v1/callback; HttpOnly; SameSite=Lax; Max-Age=${FLOW_SECONDS}${secure}`,
  );
  const extra = Object.entries(request.query as Record<string, unknown>).filter(
    ([name, value]) => PASSED_ON.includes(name) && typeof value === 'string',
  ) as [string, string][];
  const scopes = new Set(`${provider.scopes} ${query.data.scopes ?? ''}`.split(' '));
  scopes.delete('');
  return oidc.buildAuthorizationUrl(provider.configuration, {
    ...Object.fromEntries(extra),
    redirect_uri: callbackUrl(context),
    response_type: 'code',
    scope: [...scopes].join(' '),
    state: rows[0]!.id,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

export async function takeFlow(
  { platform }: AuthContext,
  request: FastifyRequest,
  state: string,
): Promise<Flow | null> {
  if (!z.uuid().safeParse(state).success) return null;
  const { rows } = await platform.database.owner.query<Flow>(
    'delete from auth.flow_state where id = $1 returning *, expires_at > now() as live',
    [state],
  );
  const flow = rows[0];
  if (!flow?.live) return null;
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const brought = cookies
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .some((pair) => timingSafeEqual(sha256(pair.slice(COOKIE.length + 1)), flow.browser_hash));
  return brought ? flow : null;
}
