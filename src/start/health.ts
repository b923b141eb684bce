import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { isConnectionLost } from '../platform/database/connection-lost.ts';
import type { DiskReserve } from '../platform/files/disk-reserve.ts';
import type { Platform } from '../platform/gateway/context.ts';
import { sameText } from '../platform/gateway/same-text.ts';
import { isWorkerAlive } from '../platform/jobs/worker-signs.ts';
import type { Config } from './config.ts';
import { hostConfig } from './host-config.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Returns true for direct local requests; requests forwarded by a local proxy are remote. */
const isLocal = ({ ip, headers }: FastifyRequest) =>
  LOOPBACK.has(ip) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers.via === undefined;

/** /healthz, /readyz, /metrics, and the address and key that a browser needs. */
export function healthRoutes(options: {
  config: Config;
  platform: Platform;
  disk: DiskReserve;
  metrics: Registry;
}): FastifyPluginAsync {
  const { config, platform, metrics } = options;
  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const lost = isConnectionLost(error);
      request.log.error({ err: error }, 'a request failed');
      const message = lost ? 'The database is not available.' : 'Something went wrong.';
      return reply
        .code(lost ? 503 : 500)
        .send({ error: message, code: lost ? 'unavailable' : 'internal' });
    });
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      // Null: the database did not answer.
      const worker = await isWorkerAlive(platform.database.owner).catch(() => null);
      const { freeBytes, reserveBytes, low } = await options.disk.read();
      // A full disk does not make it unready: users must be able to delete data.
      return reply.code(worker ? 200 : 503).send({
        status: worker ? (low ? 'ready, the disk is nearly full' : 'ready') : 'not ready',
        database: worker !== null,
        worker: worker === true,
        disk: { low, freeBytes, reserveBytes },
      });
    });
    app.get('/config.json', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await hostConfig(config, platform)),
    );
    app.get('/metrics', async (request, reply) => {
      const allowed =
        config.metricsToken === undefined
          ? isLocal(request)
          : sameText(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`);
      if (!allowed) return reply.code(403).send({ error: 'Forbidden', code: 'forbidden' });
      return reply.type(metrics.contentType).send(await metrics.metrics());
    });
  };
}
