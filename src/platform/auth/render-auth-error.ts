import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { CONNECTION_LOST, isConnectionLost } from '../database/connection-lost.ts';
import { isDatabaseBusy } from '../database/database.ts';
import { TokenError } from '../gateway/token-error.ts';
import { AuthError } from './auth-error.ts';
import { OAuthError } from './oauth/oauth-error.ts';

const VERSION = '2024-01-01';

/** Renders an error for the auth client: the newer format on request, else the older. */
export function renderAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OAuthError) {
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
  const authError = translate(error);
  if (authError.status >= 500) request.log.error({ err: error }, 'auth failed');
  reply.code(authError.status).header('x-sb-error-code', authError.code);
  if (authError.retryAfter !== undefined) reply.header('retry-after', String(authError.retryAfter));
  if (String(request.headers['x-supabase-api-version'] ?? '') >= VERSION) {
    return reply
      .header('x-supabase-api-version', VERSION)
      .send({ code: authError.code, message: authError.message, ...authError.extra });
  }
  return reply.send({
    code: authError.status,
    error_code: authError.code,
    msg: authError.message,
    ...authError.extra,
  });
}

function translate(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof TokenError) {
    return new AuthError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${error.message}`,
    );
  }
  if (error instanceof AppError) {
    const same = new AuthError(error.status, error.code, error.message);
    same.retryAfter = error.retryAfter;
    return same;
  }
  if (isDatabaseBusy(error)) {
    return new AuthError(503, 'request_timeout', 'The server is busy. Try again in a moment.');
  }
  if (isConnectionLost(error)) return new AuthError(503, 'request_timeout', CONNECTION_LOST);
  const { statusCode, message, code } = error as {
    statusCode?: number;
    message: string;
    code?: unknown;
  };
  // Half of a surrogate pair or a zero byte in metadata, which jsonb does not allow.
  if (code === '22P02' || code === '22P05' || code === '22021') {
    return new AuthError(400, 'bad_json', 'A value contains a character that can’t be stored');
  }
  if (statusCode === 413) return new AuthError(413, 'request_entity_too_large', message);
  if (statusCode !== undefined && statusCode < 500) return new AuthError(400, 'bad_json', message);
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}
