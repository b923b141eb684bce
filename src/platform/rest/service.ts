import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_ANSWER_BYTES } from '../../shared/limits.ts';
import type { Platform } from '../gateway/context.ts';
import { checkCredential } from './check-credential.ts';
import { renderError } from './errors/render-error.ts';
import {
  invalidPath,
  rootDisabled,
  unsupportedContentType,
  unsupportedMethod,
} from './errors/request-errors.ts';
import { noTable } from './errors/schema-errors.ts';
import { isCsv } from './parse/csv-body.ts';
import { answerCall } from './respond/answer-call.ts';
import { answerRead } from './respond/answer-read.ts';
import { answerWrite } from './respond/answer-write.ts';
import { compress } from './respond/compress.ts';
import { checkProfile, openRequest, type RestOptions } from './respond/rest-request.ts';
import { createSchemaCache, type SchemaCache } from './schema-cache/schema-cache.ts';
import { suggest } from './schema-cache/suggest.ts';

export type RestServiceOptions = Partial<RestOptions> & {
  /** External cache, closed by its owner. */
  schemaCache?: SchemaCache;
};

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Disables body parsing: PostgreSQL parses the JSON. */
function keepBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser('*', (request, _payload, done) => {
    done(unsupportedContentType(request.headers['content-type'] ?? ''));
  });
}

/** rest/v1: reads and writes schema public as PostgREST does. */
export function restService(
  platform: Platform,
  serviceOptions: RestServiceOptions = {},
): FastifyPluginAsync {
  const { schemaCache, ...given } = serviceOptions;
  const options: RestOptions = {
    maxRows: null,
    aggregates: false,
    maxBytes: MAX_ANSWER_BYTES,
    keptCounts: new Set(),
    indexed: new Map(),
    allowRollback: false,
    statementTimeoutSeconds: undefined,
    onRead: async () => {},
    ...given,
  };
  return async (app) => {
    const { database, log } = platform;
    const cache =
      schemaCache ??
      createSchemaCache(database, (error) => log.warn({ err: error }, 'schema cache'));
    if (!schemaCache) app.addHook('onClose', () => cache.close());
    // Loaded before the first request; a failure is reported by the request.
    app.addHook('onReady', async () => {
      await cache.current().catch((error) => log.warn({ err: error }, 'schema cache'));
    });
    app.addHook('onRequest', async (request) => {
      checkCredential(platform, request);
      checkProfile(request);
    });
    app.addHook('onSend', compress);
    keepBodies(app);
    app.setErrorHandler(renderError);
    app.setNotFoundHandler(async () => {
      throw invalidPath();
    });

    async function answerTable(request: FastifyRequest, reply: FastifyReply, table: string) {
      const schema = await cache.current();
      const relation = schema.relations.get(table);
      if (!relation) throw noTable(table, suggest(table, schema.relations.keys()));
      if (request.method === 'PUT') throw unsupportedMethod('PUT');
      const path = `/${table}`;
      const rest = openRequest(request, reply, { database, schema, options, path, isCall: false });
      return request.method === 'GET' || request.method === 'HEAD'
        ? answerRead(rest, relation)
        : answerWrite(rest, relation);
    }

    app.route<{ Params: { table: string } }>({
      method: [...METHODS],
      url: '/:table',
      exposeHeadRoute: false,
      handler: (request, reply) => answerTable(request, reply, request.params.table),
    });
    app.route<{ Params: { function: string } }>({
      method: [...METHODS],
      url: '/rpc/:function',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const schema = await cache.current();
        const path = `/rpc/${request.params.function}`;
        const rest = openRequest(request, reply, { database, schema, options, path, isCall: true });
        if (isCsv(request)) throw unsupportedContentType('text/csv');
        return answerCall(rest, request.params.function);
      },
    });
    app.route({
      method: ['GET', 'HEAD'],
      url: '/',
      exposeHeadRoute: false,
      handler: async () => {
        throw rootDisabled();
      },
    });
  };
}
