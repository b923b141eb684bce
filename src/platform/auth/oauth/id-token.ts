import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeJwt, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { requireCaptcha } from '../rate-limiting/captcha.ts';
import { fullUser, lockSession } from '../sessions/current.ts';
import {
  openSession,
  presentSession,
  SESSION_COLUMNS,
  type Session,
  type SessionAnswer,
} from '../sessions/sessions.ts';
import { linkIdentity, type ProvenIdentity, provenIdentity, userOfIdentity } from './identities.ts';
import { OAuthError } from './oauth-error.ts';
import type { Provider } from './providers.ts';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const grant = z.object({
  provider: z.string().optional(),
  id_token: z.string().max(20_000).optional(),
  nonce: z.string().max(1000).optional(),
  link_identity: z.boolean().optional(),
});

/** grant_type=id_token: signs in or links with a provider's id token sent by the client. */
export async function signInWithIdToken(
  context: AuthContext,
  request: FastifyRequest,
): Promise<SessionAnswer> {
  const body = grant.safeParse(request.body);
  if (!body.success || !body.data.id_token) throw new OAuthError('id_token required');
  await requireCaptcha(context.options.captcha, request);
  const { provider: name, id_token: token, nonce } = body.data;
  if (context.options.providers?.[name ?? ''] === undefined) {
    throw new AuthError(
      400,
      'provider_disabled',
      `Provider (issuer "${name ?? ''}") is not enabled`,
    );
  }
  const identity = await readIdToken(await context.provider(name), token, nonce);
  return body.data.link_identity
    ? addIdentity(context, request, identity)
    : signIn(context, request, identity);
}

async function readIdToken(
  provider: Provider,
  token: string,
  nonce: string | undefined,
): Promise<ProvenIdentity> {
  let claims: Record<string, unknown>;
  try {
    const { payload } = await jwtVerify(token, provider.keys, {
      issuer: provider.issuer,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      clockTolerance: 5,
    });
    claims = payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw new OAuthError('Bad ID token');
    }
    throw error;
  }
  const audience = [decodeJwt(token).aud ?? []].flat();
  const accepted =
    audience.length === 1
      ? provider.audiences.includes(audience[0]!)
      : typeof claims.azp === 'string' && provider.audiences.includes(claims.azp);
  if (!accepted) {
    throw new OAuthError(`Unacceptable audience in id_token: [${audience.join(' ')}]`);
  }
  if ((nonce !== undefined && nonce !== '') !== (claims.nonce !== undefined)) {
    throw new OAuthError('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce && createHash('sha256').update(nonce).digest('hex') !== claims.nonce) {
    throw new OAuthError('Nonces mismatch', 'invalid nonce');
  }
  return provenIdentity(provider.name, claims as { sub: string });
}

async function signIn(
  context: AuthContext,
  request: FastifyRequest,
  identity: ProvenIdentity,
): Promise<SessionAnswer> {
  const opened = await transaction(context.platform.database.owner, async (tx) => {
    const { user, linked } = await userOfIdentity(tx, identity);
    const detail = { provider: identity.provider };
    if (linked) await recordEvent(tx, request, { user, action: 'identity.linked', detail });
    await recordEvent(tx, request, { user, action: 'sign_in.succeeded', detail });
    return openSession(context, tx, { id: user.id }, 'oauth', request);
  });
  return presentSession(context, opened.user, opened.session);
}

/** Links the identity; the session does not change. */
async function addIdentity(
  context: AuthContext,
  request: FastifyRequest,
  identity: ProvenIdentity,
): Promise<SessionAnswer> {
  const current = await fullUser(context.platform, request);
  const after = await transaction(context.platform.database.owner, async (tx) => {
    await lockSession(tx, current);
    await linkIdentity(tx, current.user.id, identity);
    const detail = { provider: identity.provider };
    await recordEvent(tx, request, { user: current.user, action: 'identity.linked', detail });
    const { rows } = await tx.query<Session>(
      `select ${SESSION_COLUMNS} from auth.sessions where id = $1`,
      [current.claims.session_id],
    );
    return { user: (await findUser(tx, { id: current.user.id }))!, session: rows[0]! };
  });
  return presentSession(context, after.user, after.session);
}
