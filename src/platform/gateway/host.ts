import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import { anonymous } from './caller.ts';
import type { Platform } from './context.ts';
import { allowOrigins } from './cors.ts';
import { identifyRequests, requestIdOf, traceRequests } from './identify-requests.ts';
import { resolveCaller } from './resolve-caller.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

export type Service = { prefix: string; plugin: FastifyPluginAsync };

/** For a request to be sent whole: the largest upload over a line of 1.2 megabits a second. */
const MAX_UPLOAD_MILLISECONDS = 3_600_000;

/** A captcha's provider shows its question in a frame, by a script of its own. */
const outsideSources = (origins: readonly string[]) => ({
  connectSrc: ["'self'", ...origins],
  ...(origins.length > 0 && {
    scriptSrc: ["'self'", ...origins],
    frameSrc: [...origins],
    styleSrc: ["'self'", "'unsafe-inline'", ...origins],
  }),
});

/** Makes the HTTP server: headers for every answer, and for each service its callers. */
export async function createHost(options: {
  log: FastifyInstance['log'];
  /** Addresses of proxies whose X-Forwarded-* headers count; none by default. */
  trustProxy?: string[];
  /** How long a client may take to say what it wants. */
  headersMilliseconds?: number;
  /** Origins that pages load a captcha from; nobody else's by default. */
  outsideSources?: readonly string[] | undefined;
}): Promise<FastifyInstance> {
  const { headersMilliseconds = 30_000 } = options;
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    bodyLimit: 1024 * 1024,
    // Long filters travel in the address; the rest service has bounds of its own.
    http: {
      maxHeaderSize: 65_536,
      headersTimeout: headersMilliseconds,
      connectionsCheckingInterval: Math.ceil(headersMilliseconds / 3),
    },
    trustProxy: options.trustProxy && options.trustProxy.length > 0 ? options.trustProxy : false,
    forceCloseConnections: true,
    requestTimeout: MAX_UPLOAD_MILLISECONDS,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 2000 },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        ...outsideSources(options.outsideSources ?? []),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // The published client names the type also where it sends nothing.
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  app.decorateRequest('caller', null as never);
  app.decorateRequest('span', null);
  identifyRequests(app);
  warnOfUntrustedProxy(app);
  app.addHook('onSend', async (_request, reply) => {
    // Where no limit says when it ends, the server is full, or its database away, for a moment.
    if ([429, 503].includes(reply.statusCode) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', '1');
  });
  return app;
}

/** Registers a service under its prefix; its own error handler renders what the gateway finds wrong. */
export async function registerService(
  app: FastifyInstance,
  platform: Platform,
  service: Service,
): Promise<void> {
  await app.register(
    async (scope) => {
      traceRequests(scope, platform.tracing);
      allowOrigins(scope);
      scope.addHook('onRequest', async (request) => {
        request.caller = anonymous;
        request.caller = await resolveCaller(platform, request);
      });
      scope.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      await scope.register(service.plugin);
      scope.options('/*', async (_request, reply) => reply.code(204).send());
    },
    { prefix: service.prefix },
  );
}
