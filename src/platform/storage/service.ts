import type { FastifyPluginAsync } from 'fastify';
import { sweepFiles } from '../files/sweep-files.ts';
import type { Platform } from '../gateway/context.ts';
import type { StorageContext, StorageOptions } from './context.ts';
import { renderStorageError } from './render-storage-error.ts';
import { resumableRoutes } from './resumable/routes.ts';
import { bucketRoutes } from './routes/buckets/routes.ts';
import { downloadRoutes } from './routes/download.ts';
import { listRoutes } from './routes/list.ts';
import { relocateRoutes } from './routes/relocate.ts';
import { removeRoutes } from './routes/remove.ts';
import { signRoutes } from './routes/sign.ts';
import { uploadRoutes } from './routes/upload.ts';
import { storageErrors } from './storage-error.ts';

const DEFAULT_SIZE_LIMIT = 1024 ** 3;
const DEFAULT_LINK_SECONDS = 7 * 86_400;

/** storage/v1: buckets and objects, governed by the policies of their tables. */
export function storageService(platform: Platform, options: StorageOptions): FastifyPluginAsync {
  const context: StorageContext = {
    platform,
    files: options.files,
    contentChecks: options.contentChecks ?? {},
    sealedBuckets: options.sealedBuckets ?? [],
    sizeLimit: options.sizeLimit ?? DEFAULT_SIZE_LIMIT,
    maxLinkSeconds: options.maxLinkSeconds ?? DEFAULT_LINK_SECONDS,
    uploads: options.uploads,
  };
  return async (app) => {
    app.setErrorHandler(renderStorageError);
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({
        statusCode: '404',
        error: 'Not Found',
        code: 'NotFound',
        message: `Route ${request.method}:${request.url.split('?')[0]} not found`,
      }),
    );
    app.all('/render/*', async () => {
      throw storageErrors.notSupported('Image transformation is not supported');
    });
    await app.register(bucketRoutes(context));
    await app.register(uploadRoutes(context));
    await app.register(resumableRoutes(context));
    await app.register(downloadRoutes(context));
    await app.register(listRoutes(context));
    await app.register(removeRoutes(context));
    await app.register(relocateRoutes(context));
    await app.register(signRoutes(context));
  };
}

const UPLOAD_HOURS = 6;

export async function sweepStorage(
  platform: Pick<Platform, 'database'>,
  files: StorageOptions['files'],
): Promise<number> {
  const removed = await sweepFiles(files, {
    prefix: 'objects/',
    before: new Date(Date.now() - UPLOAD_HOURS * 3_600_000),
    named: async (keys) => {
      const { rows } = await platform.database.owner.query<{ key: string }>(
        `select key from unnest($1::text[]) key
          join storage.objects o on o.version::text = split_part(key, '/', 3)`,
        [keys],
      );
      return new Set(rows.map((row) => row.key));
    },
  });
  return removed.length;
}
