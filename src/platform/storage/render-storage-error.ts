import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { CONNECTION_LOST, isConnectionLost } from '../database/connection-lost.ts';
import { isDatabaseBusy } from '../database/database.ts';
import { TokenError } from '../gateway/token-error.ts';
import { StorageError, storageErrors } from './storage-error.ts';

/** Errors of content checks and the file store in this service's format. */
const OF_APP: Partial<Record<ErrorCode, (message: string) => StorageError>> = {
  bad_request: storageErrors.invalidRequest,
  validation_failed: storageErrors.invalidRequest,
  unsupported_type: storageErrors.content,
  too_large: storageErrors.tooLarge,
  forbidden: storageErrors.accessDenied,
  unauthenticated: storageErrors.accessDenied,
  not_found: storageErrors.objectNotFound,
  conflict: storageErrors.alreadyExists,
};

function ofDatabase(code: string, message: string): StorageError | undefined {
  switch (code) {
    case '42501':
      return storageErrors.accessDenied();
    case 'PT401':
    case 'PT403':
      return storageErrors.accessDenied(message);
    // A rule of the database that the caller can resolve, as its message says.
    case 'PT409':
      return storageErrors.conflict(message);
    case '23505':
      return storageErrors.alreadyExists();
    // Zero bytes, which PostgreSQL's text does not allow.
    case '22021':
    case '22P05':
      return storageErrors.invalidRequest('A name contains an invalid character');
    // Half of a surrogate pair, which jsonb does not allow.
    case '22P02':
      return storageErrors.invalidRequest('metadata contains an invalid Unicode character');
    case '57014':
      return new StorageError(
        544,
        'DatabaseTimeout',
        'DatabaseTimeout',
        'The query timed out',
        544,
      );
    case '53300':
      return new StorageError(
        429,
        'too_many_connections',
        'SlowDown',
        'Too many connections issued to the database',
        429,
      );
    default:
      return undefined;
  }
}

/** Converts a failure to a storage error; undefined if unexpected. */
function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError) return storageErrors.accessDenied(error.message);
  if (isDatabaseBusy(error)) return ofDatabase('53300', '');
  if (isConnectionLost(error)) {
    return new StorageError(503, 'DatabaseError', 'DatabaseError', CONNECTION_LOST, 503);
  }
  if (error instanceof AppError) {
    const toError = OF_APP[error.code];
    if (toError) return toError(error.message);
    return new StorageError(error.status, error.code, 'InternalError', error.message, error.status);
  }
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    const where = issue && issue.path.length > 0 ? `body/${issue.path.join('/')} ` : 'body ';
    return storageErrors.invalidRequest(`${where}${issue?.message ?? 'is not valid'}`);
  }
  const { code, message, statusCode } = error as {
    code?: unknown;
    message?: unknown;
    statusCode?: unknown;
  };
  if (typeof code === 'string') {
    const databaseError = ofDatabase(code, String(message));
    if (databaseError) return databaseError;
  }
  // Fastify's own errors: invalid JSON, an oversized body, an incomplete form.
  if (statusCode === 413) return storageErrors.tooLarge();
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return storageErrors.invalidRequest(String(message));
  }
  return undefined;
}

export function renderStorageError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header('retry-after', String(error.retryAfter));
  let storageError = toStorageError(error);
  if (storageError === undefined) {
    request.log.error({ err: error }, 'storage request failed');
    storageError = new StorageError(500, 'Internal', 'InternalError', 'Internal Server Error', 500);
  }
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-disposition']) {
    reply.removeHeader(name);
  }
  return reply
    .code(storageError.http)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      statusCode: String(storageError.statusCode),
      error: storageError.error,
      code: storageError.code,
      message: storageError.message,
    });
}
