import type { FastifyInstance } from 'fastify';

const ALLOW_HEADERS =
  'authorization, x-client-info, apikey, content-type, x-supabase-api-version, x-retry-count, accept-profile, content-profile, prefer, range, x-upsert, x-metadata, cache-control, x-region, traceparent, tracestate, baggage, tus-resumable, upload-length, upload-offset, upload-metadata, x-signature, x-admin-setup-token, if-none-match, x-request-id';
const EXPOSE_HEADERS =
  'content-range, content-location, content-profile, location, preference-applied, x-supabase-api-version, x-total-count, link, upload-offset, upload-length, upload-expires, tus-resumable, tus-version, tus-extension, etag, content-length, content-disposition, retry-after, x-request-id';

/**
 * Allows any origin: no cookie grants rights, and without allow-credentials other origins get none.
 * Errors carry the headers too; without them a client sees only a network failure and retries.
 */
export function allowOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', request.headers.origin ?? '*');
    reply.header('vary', 'Origin');
    reply.header('access-control-expose-headers', EXPOSE_HEADERS);
    if (request.method === 'OPTIONS') {
      await reply
        .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
        .header('access-control-allow-headers', ALLOW_HEADERS)
        .header('access-control-max-age', '86400')
        .code(204)
        .send();
    }
  });
}
