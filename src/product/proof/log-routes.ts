import type { FastifyPluginAsync } from 'fastify';
import { parseTilePath } from '../../engines/provenance/tiles.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type LogReader, storeReader } from './log-files.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the log for verification (C2SP tlog-tiles). Organizations and persons are commitments. */
export function logRoutes(files: Pick<FileStore, 'get'>): FastifyPluginAsync {
  const reader: LogReader = storeReader(files);
  return async (app) => {
    for (const name of ['checkpoint', 'keys']) {
      app.get(`/log/${name}`, async (_request, reply) => {
        const bytes = await reader.read(`log/${name}`);
        if (bytes === null) return reply.code(404).send({ error: 'Not found', code: 'not_found' });
        return reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(bytes);
      });
    }
    app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
      const path = request.params['*'];
      const bytes = parseTilePath(path) === null ? null : await reader.read(`log/tile/${path}`);
      if (bytes === null) return reply.code(404).send({ error: 'Not found', code: 'not_found' });
      return reply.type('application/octet-stream').header('cache-control', FOREVER).send(bytes);
    });
  };
}
