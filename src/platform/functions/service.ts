import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { ADMIN_ROLES, ROLES } from '../../shared/roles.ts';
import { CONNECTION_LOST, isConnectionLost } from '../database/connection-lost.ts';
import { isDatabaseBusy } from '../database/database.ts';
import { diskFull } from '../files/disk-full.ts';
import type { Caller } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { TokenError } from '../gateway/token-error.ts';
import {
  type Account,
  type Audience,
  type FileAnswer,
  type FunctionDefinition,
  JsonAnswer,
} from './define.ts';
import { OCTETS, openApiDocument } from './open-api.ts';
import { parseInput } from './parse-input.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function functionsService(
  platform: Platform,
  functions: FunctionDefinition[],
  version: string,
): FastifyPluginAsync {
  let document: Record<string, unknown> | undefined;
  const byName = new Map(functions.map((one) => [one.name, one]));
  return async (app) => {
    // An oversized file is truncated, and the function refuses it with its own message.
    await app.register(multipart, { throwFileSizeLimit: false });
    app.setErrorHandler((error, request, reply) => render(error, request, reply));
    app.setNotFoundHandler(async (_request, reply) =>
      reply.code(404).send({ error: 'Function not found', code: 'not_found' }),
    );
    app.get('/openapi.json', async () => {
      document ??= openApiDocument(functions, { url: platform.publicUrl, version });
      return document;
    });
    app.post<{ Params: { name: string } }>('/:name', async (request, reply) => {
      const definition = byName.get(request.params.name);
      if (!definition) throw new AppError('not_found', 'Function not found');
      const account = await admit(platform, request.caller, definition);
      const body = definition.body === 'form' ? null : parseInput(definition.body, request.body);
      if (body !== null && request.isMultipart()) {
        throw new AppError('unsupported_type', 'This function requires JSON, not a form.');
      }
      const call = { body: body as never, caller: request.caller, account, request, reply };
      const answer = await definition.handle(call);
      if (answer instanceof JsonAnswer) return reply.type(JSON_TYPE).send(answer.body);
      if (definition.answer !== 'file') {
        if ((answer as { status?: unknown }).status === 'queued') reply.code(202);
        return definition.answer.parse(answer);
      }
      const { name, bytes } = answer as FileAnswer;
      return reply
        .type(definition.contentType ?? OCTETS)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(bytes);
    });
  };
}

const ALLOWED: Record<Audience, readonly Account['role'][] | null> = {
  public: null,
  session: [...ROLES, null],
  admin: ADMIN_ROLES,
  superadmin: ['superadmin'],
};

async function admit(
  platform: Platform,
  caller: Caller,
  { audience, scope }: Pick<FunctionDefinition, 'audience' | 'scope'>,
): Promise<Account | null> {
  if (caller.role === 'key_holder') {
    const { scopes } = caller.claims;
    if (scope === undefined) {
      throw new AppError('forbidden', 'API keys can’t call this function. Sign in to call it.');
    }
    if (!scopes.includes(scope)) {
      throw new AppError(
        'forbidden',
        `This key lacks the scope ${scope}; it has ${scopes.join(', ')}.`,
      );
    }
    // A public function's own transaction checks the caller.
    return audience === 'public' ? null : readAccount(platform, caller);
  }
  if (caller.role !== 'authenticated') {
    if (audience === 'public') return null;
    throw new AppError('unauthenticated', 'Not authenticated');
  }
  const account = await readAccount(platform, caller);
  if (ALLOWED[audience] !== null && !ALLOWED[audience].includes(account.role)) {
    throw new AppError('forbidden', 'You do not have permission to do this.');
  }
  return account;
}

async function readAccount(platform: Platform, caller: Caller): Promise<Account> {
  return platform.database.asCaller(
    caller,
    async (tx) => {
      const { rows } = await tx.query<Account>(
        `select auth.uid() as "userId", auth.email() as email, private.tenant_id() as "tenantId",
                private.org_id() as "orgId", private.app_role() as role`,
      );
      return rows[0]!;
    },
    { readOnly: true },
  );
}

/** Errors raised by procedures and triggers, by SQLSTATE. */
const REFUSALS: Record<string, { status: number; code: ErrorCode }> = {
  PT400: { status: 400, code: 'bad_request' },
  PT403: { status: 403, code: 'forbidden' },
  PT404: { status: 404, code: 'not_found' },
  PT409: { status: 409, code: 'conflict' },
  PT413: { status: 413, code: 'too_large' },
};

const ZERO_BYTE =
  'A text contains a zero character (NUL), which can’t be stored. Nothing was changed.';
const TOO_SLOW = 'The database took too long and stopped. Narrow the request, or try again later.';
const BUSY = 'The server is busy. Nothing was changed; try again in a moment.';

function render(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof AppError) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    const { message, code, detail } = error;
    // Of details, those of a confirmation and a hint are sent; others are only logged.
    const hint = detail?.hint !== undefined && { hint: detail.hint };
    const shown = code === 'confirmation_needed' ? { detail } : hint;
    return reply.code(error.status).send({ error: message, code, ...shown });
  }
  if (error instanceof TokenError) {
    return reply.code(401).send({ error: 'Not authenticated', code: 'unauthenticated' });
  }
  const { code, statusCode, message } = error as {
    code?: string;
    statusCode?: number;
    message: string;
  };
  if (code === 'PT401')
    return reply.code(401).send({ error: 'Not authenticated', code: 'unauthenticated' });
  const refused = code === undefined ? undefined : REFUSALS[code];
  if (refused !== undefined)
    return reply.code(refused.status).send({ error: message, code: refused.code });
  // PostgreSQL's message names its encodings.
  if (code === '22021' || code === '22P05') {
    return reply.code(400).send({ error: ZERO_BYTE, code: 'bad_request' });
  }
  if (code === '57014') return reply.code(400).send({ error: TOO_SLOW, code: 'bad_request' });
  if (code !== undefined && /^22/.test(code))
    return reply.code(400).send({ error: message, code: 'bad_request' });
  if (code === '42501') return reply.code(403).send({ error: message, code: 'forbidden' });
  if (statusCode !== undefined && statusCode < 500) {
    return reply.code(statusCode).send({ error: message, code: 'bad_request' });
  }
  if (isDatabaseBusy(error)) {
    return reply.code(503).send({ error: BUSY, code: 'unavailable' });
  }
  if (isConnectionLost(error)) {
    request.log.warn({ err: error }, 'a function lost the database');
    return reply.code(503).send({ error: CONNECTION_LOST, code: 'unavailable' });
  }
  const full = diskFull(error);
  if (full) return reply.code(full.status).send({ error: full.message, code: full.code });
  request.log.error({ err: error }, 'a function failed');
  return reply
    .code(500)
    .send({ error: 'Something went wrong on the server. Nothing was changed.', code: 'internal' });
}
