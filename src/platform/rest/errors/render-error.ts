import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { isConnectionLost } from '../../database/connection-lost.ts';
import { isDatabaseBusy } from '../../database/database.ts';
import { TokenError } from '../../gateway/token-error.ts';
import { RestError } from './rest-error.ts';
import { statusOfSqlstate } from './sqlstate.ts';

type DatabaseFailure = { code: string; message: string; detail?: string; hint?: string };

const raised = {
  message: z.object({
    code: z.string(),
    message: z.string(),
    details: z.string().nullish(),
    hint: z.string().nullish(),
  }),
  detail: z.object({
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()),
  }),
};

/** Reads the answer of RAISE SQLSTATE 'PGRST', with which a function sets it in JSON. */
function ofRaise({ message, detail }: DatabaseFailure): RestError {
  const read = <T>(schema: z.ZodType<T>, text: string | undefined): T | null => {
    try {
      return schema.parse(JSON.parse(text ?? ''));
    } catch {
      return null;
    }
  };
  const body = read(raised.message, message);
  const answer = read(raised.detail, detail);
  if (body && answer) {
    return new RestError(answer.status, body.code, body.message, {
      details: body.details ?? null,
      hint: body.hint ?? null,
      headers: answer.headers,
    });
  }
  return new RestError(
    500,
    'PGRST121',
    'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    {
      details: body
        ? detail === undefined
          ? 'DETAIL is missing in the RAISE statement'
          : `Invalid JSON value for DETAIL: '${detail}'`
        : `Invalid JSON value for MESSAGE: '${message}'`,
      hint: body
        ? "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
        : "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    },
  );
}

function ofDatabase(failure: DatabaseFailure, isAuthenticated: boolean): RestError {
  if (failure.code === 'PGRST') return ofRaise(failure);
  const status = statusOfSqlstate(failure, isAuthenticated);
  return new RestError(status, failure.code, failure.message, {
    details: failure.detail ?? null,
    hint: failure.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    cause: failure,
  });
}

function ofToken(error: TokenError): RestError {
  const expired = error.reason === 'expired';
  const message = expired ? 'JWT expired' : error.message.replace(/[^\x20-\x7e]|["\\]/g, ' ');
  return new RestError(401, expired ? 'PGRST303' : 'PGRST301', message, {
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
    },
  });
}

function toRestError(error: unknown, isAuthenticated: boolean): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof TokenError) return ofToken(error);
  if (error instanceof AppError) {
    const { retryAfter } = error;
    return new RestError(error.status, error.code, error.message, {
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    });
  }
  const { code, message, statusCode } = error as {
    code?: string;
    message: string;
    statusCode?: number;
  };
  if (error instanceof pg.DatabaseError) {
    return ofDatabase(error as DatabaseFailure, isAuthenticated);
  }
  if (isDatabaseBusy(error)) {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      cause: error,
    });
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      cause: error,
    });
  }
  if (isConnectionLost(error)) {
    return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.', {
      cause: error,
    });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RestError(statusCode, 'PGRST102', message);
  }
  return new RestError(500, 'PGRSTX00', 'Something went wrong on the server.', { cause: error });
}

export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = toRestError(error, request.caller?.role !== 'anon');
  if (answer.status >= 500) request.log.error({ err: error }, 'a rest request failed');
  return reply
    .code(answer.status)
    .headers({ 'proxy-status': `PostgREST; error=${answer.body.code}`, ...answer.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}
