import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import { anonymous } from './caller.ts';
import type { Platform } from './context.ts';
import { allowOrigins } from './cors.ts';
import { identifyRequests, requestIdOf, traceRequests } from './identify-requests.ts';
import { resolveCaller } from './resolve-caller.ts';
import { simulateFaults } from './simulate-faults.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

export type Service = { prefix: string; plugin: FastifyPluginAsync };

/** Time for a whole request: the largest upload at 1.2 Mbit/s. */
const MAX_UPLOAD_MILLISECONDS = 3_600_000;

/** Sources for a captcha provider, which uses a frame and its own script. */
const outsideSources = (origins: readonly string[]) => ({
  connectSrc: ["'self'", ...origins],
  ...(origins.length > 0 && {
    scriptSrc: ["'self'", ...origins],
    frameSrc: [...origins],
    styleSrc: ["'self'", "'unsafe-inline'", ...origins],
  }),
});

/** Creates the HTTP server: headers of every answer, and the caller of every request. */
export async function createHost(options: {
  log: FastifyInstance['log'];
  /** Proxies whose X-Forwarded-* headers are trusted; none by default. */
  trustProxy?: string[];
  headersMilliseconds?: number;
  /** Origins that pages load a captcha from; none by default. */
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
    // Long filters are part of the URL; the rest service has its own limits.
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
    global: false,
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
  setFixedHeaders(app);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // The published client sets the content type even without a body.
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  app.decorateRequest('caller', null as never);
  app.decorateRequest('span', null);
  identifyRequests(app);
  warnOfUntrustedProxy(app);
  app.addHook('onSend', async (_request, reply) => {
    // Without a stated limit, the server is full or its database away only briefly.
    if ([429, 503].includes(reply.statusCode) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', '1');
  });
  return app;
}

/** Sets the headers of helmet on every answer. They are the same each time, and computed once. */
function setFixedHeaders(app: FastifyInstance): void {
  let fixed: [string, string | number | readonly string[]][] | null = null;
  app.addHook('onRequest', async (_request, reply) => {
    if (fixed === null) {
      const before = new Set(reply.raw.getHeaderNames());
      await reply.helmet();
      fixed = Object.entries(reply.raw.getHeaders()).flatMap(([name, value]) =>
        before.has(name) || value === undefined ? [] : [[name, value]],
      );
      return;
    }
    for (const [name, value] of fixed) reply.raw.setHeader(name, value);
  });
}

/** Registers a service under its prefix; its error handler also renders errors of the gateway. */
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
      simulateFaults(scope);
      scope.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      await scope.register(service.plugin);
      scope.options('/*', async (_request, reply) => reply.code(204).send());
    },
    { prefix: service.prefix },
  );
}
