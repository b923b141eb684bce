import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { withRequest } from '../tracing/request-context.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';

const REQUEST_ID = /^[\w.:@-]{8,128}$/;

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}

export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { id, caller, span } = request;
    const key = caller?.role === 'key_holder' && { keyId: caller.claims.key_id };
    withRequest({ id, traceparent: span?.traceparent ?? null, ...key }, done);
  });
}

/** Exports spans of a service's requests: route and status only, no content. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    const [path] = request.url.split('?');
    request.span = tracing.start(`${method} ${request.routeOptions.url ?? ''}`.trim(), {
      kind: 'server',
      parent: headers.traceparent as string | undefined,
      attributes: {
        'http.request.method': method,
        'url.path': path!,
        'sandbox.request_id': request.id,
      },
    });
  });
  app.addHook('onResponse', async ({ span, log, method, url }, { statusCode, elapsedTime }) => {
    span?.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: statusCode }),
    });
    const [path] = url.split('?');
    log.debug({ method, path, status: statusCode, ms: Math.round(elapsedTime) }, 'answered');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}
