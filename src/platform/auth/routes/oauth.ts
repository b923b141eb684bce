import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { transaction } from '../../database/database.ts';
import { recordEvent } from '../accounts/record-event.ts';
import { findUser } from '../accounts/users.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthContext } from '../context.ts';
import { callbackUrl, type Flow, startFlow, takeFlow } from '../oauth/flow.ts';
import {
  linkIdentity,
  type ProvenIdentity,
  provenIdentity,
  userOfIdentity,
} from '../oauth/identities.ts';
import { makeAuthCode } from '../oauth/redeem-auth-code.ts';
import {
  openSession,
  presentSession,
  SESSION_COLUMNS,
  type Session,
} from '../sessions/sessions.ts';

type Query = Record<string, string | undefined>;

const REFUSED: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};
const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

export function oauthRoutes(app: FastifyInstance, context: AuthContext): void {
  app.get<{ Querystring: Query }>('/authorize', async (request, reply) => {
    const provider = await context.provider(request.query.provider);
    const target = await startFlow(context, { request, reply, provider });
    return reply.code(302).header('location', target).send();
  });

  app.get<{ Querystring: Query }>('/callback', async (request, reply) => {
    const { state, code } = request.query;
    const home = (error: AuthError) =>
      refuse(reply, { status: 303, redirect: context.options.siteUrl, error });
    if (!state) {
      return home(new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing'));
    }
    const flow = await takeFlow(context, request, state);
    if (flow === null) {
      return home(
        new AuthError(
          400,
          'bad_oauth_state',
          'OAuth state is unknown, already used, or from another browser',
        ),
      );
    }
    try {
      if (request.query.error !== undefined || !code) {
        const message = request.query.error_description ?? request.query.error ?? 'no code';
        throw new AuthError(403, 'bad_oauth_callback', message.slice(0, 300));
      }
      const identity = await askProvider(context, request, flow);
      const added = await arrive(context, { request, flow, identity });
      return await reply.code(302).header('location', withAnswer(flow, added)).send();
    } catch (error) {
      return refuse(reply, {
        status: 302,
        redirect: flow.redirect_to,
        error: known(request, error),
      });
    }
  });
}

async function askProvider(
  context: AuthContext,
  request: FastifyRequest,
  flow: Flow,
): Promise<ProvenIdentity> {
  const { configuration, name } = await context.provider(flow.provider);
  const here = new URL(callbackUrl(context));
  here.search = new URL(request.url, here).search;
  const answer = await oidc.authorizationCodeGrant(configuration, here, {
    pkceCodeVerifier: flow.code_verifier,
    expectedState: flow.id,
    expectedNonce: flow.nonce,
  });
  const claims = answer.claims()!;
  if (typeof claims.email === 'string') return provenIdentity(name, claims);
  const more = await oidc.fetchUserInfo(configuration, answer.access_token, claims.sub);
  return provenIdentity(name, { ...more, ...claims });
}

async function arrive(
  context: AuthContext,
  { request, flow, identity }: { request: FastifyRequest; flow: Flow; identity: ProvenIdentity },
): Promise<URLSearchParams> {
  const detail = { provider: identity.provider };
  const outcome = await transaction(context.platform.database.owner, async (tx) => {
    if (flow.linking_session_id !== null) {
      const { rows } = await tx.query<Session>(
        `select ${SESSION_COLUMNS} from auth.sessions where id = $1 for update`,
        [flow.linking_session_id],
      );
      const session = rows[0];
      if (!session) throw new AuthError(403, 'session_not_found', 'The session has ended');
      await linkIdentity(tx, session.user_id, identity);
      const user = (await findUser(tx, { id: session.user_id }))!;
      await recordEvent(tx, request, { user, action: 'identity.linked', detail });
      if (flow.code_challenge === null) return { user, session };
      return { code: await makeAuthCode(tx, { flow, userId: user.id, sessionId: session.id }) };
    }
    const { user, linked } = await userOfIdentity(tx, identity);
    if (linked) await recordEvent(tx, request, { user, action: 'identity.linked', detail });
    await recordEvent(tx, request, { user, action: 'sign_in.succeeded', detail });
    if (flow.code_challenge !== null)
      return { code: await makeAuthCode(tx, { flow, userId: user.id, sessionId: null }) };
    return openSession(context, tx, { id: user.id }, 'oauth', request);
  });
  if ('code' in outcome) return new URLSearchParams({ code: outcome.code });
  const answer = await presentSession(context, outcome.user, outcome.session);
  return new URLSearchParams({
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    sb: '',
    token_type: 'bearer',
  });
}

/** Adds a code to the query, or tokens to the fragment, which servers don't see. */
function withAnswer(flow: Flow, added: URLSearchParams): string {
  const target = new URL(flow.redirect_to);
  const code = added.get('code');
  if (code !== null) target.searchParams.set('code', code);
  else target.hash = added.toString();
  return target.href;
}

function known(request: FastifyRequest, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  request.log.warn({ err: error }, 'invalid response from an identity provider');
  return new AuthError(500, 'unexpected_failure', 'Error exchanging the code with the provider');
}

function refuse(
  reply: FastifyReply,
  { status, redirect, error }: { status: 302 | 303; redirect: string; error: AuthError },
) {
  const word = DENIED.has(error.code) ? 'access_denied' : REFUSED[error.status];
  const parameters = {
    error: word ?? (error.status >= 500 ? 'server_error' : 'invalid_request'),
    error_code: error.code,
    error_description: error.message,
  };
  const target = new URL(redirect);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams({ ...parameters, sb: '' }).toString();
  return reply.code(status).header('location', target.href).send();
}
