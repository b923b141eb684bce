import type { FastifyPluginAsync } from 'fastify';
import type { StorageContext } from '../../context.ts';
import { readBucketRoutes } from './read.ts';
import { removeBucketRoutes } from './remove.ts';
import { writeBucketRoutes } from './write.ts';

/** Bucket routes. The policies of storage.buckets by default admit only service_role. */
export function bucketRoutes(context: StorageContext): FastifyPluginAsync {
  return async (app) => {
    await app.register(readBucketRoutes(context));
    await app.register(writeBucketRoutes(context));
    await app.register(removeBucketRoutes(context));
  };
}
