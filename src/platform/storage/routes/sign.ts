import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, recordAccess } from '../../gateway/record-access.ts';
import { captureStanding } from '../../gateway/standing.ts';
import { requireBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { checkObjectName } from '../object-name.ts';
import { findObject, writeObject } from '../objects.ts';
import { checkLifetime, linkMaker, signDownload, signUpload } from '../signed-links.ts';
import { storageErrors } from '../storage-error.ts';
import { rehearse } from '../store-object.ts';

/** Sent as a number, or as text by the Python client. */
const expiresIn = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(1));
const one = z.object({ expiresIn, transform: z.undefined().optional() });
const many = z.object({ expiresIn, paths: z.array(z.string().min(1)).min(1).max(1000) });

type Address = { Params: { bucket: string; '*': string } };

export function signRoutes(context: StorageContext): FastifyPluginAsync {
  const { platform } = context;
  const recordLink = (
    request: FastifyRequest,
    { bucket, name, seconds }: { bucket: string; name: string; seconds: number },
  ) =>
    recordAccess(platform.database.owner, {
      request,
      access: {
        actorId: actorOf(request.caller),
        action: 'file.link_made',
        objectType: bucket,
        objectId: name,
        detail: { seconds },
      },
      fold: 'minute',
    });
  return async (app) => {
    app.post<Address>('/object/sign/:bucket/*', async (request) => {
      const { bucket, '*': name } = request.params;
      const { caller } = request;
      const { expiresIn: seconds } = one.parse(request.body);
      checkLifetime(context, seconds);
      const maker = await platform.database.asCaller(caller, async (client) => {
        if ((await findObject(client, bucket, name)) === null) throw storageErrors.objectNotFound();
        return linkMaker(client, caller, seconds);
      });
      await recordLink(request, { bucket, name, seconds });
      const options = { caller: maker, expiresIn: seconds };
      return { signedURL: await signDownload(platform, bucket, name, options) };
    });

    app.post<{ Params: { bucket: string } }>('/object/sign/:bucket', async (request) => {
      const { bucket } = request.params;
      const { caller } = request;
      const { paths, expiresIn: seconds } = many.parse(request.body);
      checkLifetime(context, seconds);
      const { visible, maker } = await platform.database.asCaller(caller, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
          [bucket, paths],
        );
        const names = new Set(rows.map((row) => row.name));
        return { visible: names, maker: await linkMaker(client, caller, seconds) };
      });
      for (const name of visible) await recordLink(request, { bucket, name, seconds });
      const options = { caller: maker, expiresIn: seconds };
      return Promise.all(
        paths.map(async (path) =>
          visible.has(path)
            ? {
                error: null,
                path,
                signedURL: await signDownload(platform, bucket, path, options),
              }
            : {
                error: 'Either the object does not exist or you do not have access to it',
                path,
                signedURL: null,
              },
        ),
      );
    });

    app.post<Address>('/object/upload/sign/:bucket/*', async (request) => {
      const name = checkObjectName(request.params['*']);
      const bucket = await requireBucket(platform.database.owner, request.params.bucket);
      const { caller } = request;
      const upsert = request.headers['x-upsert'] === 'true';
      const object = { id: randomUUID(), bucket: bucket.id, name, version: randomUUID() };
      let maker = caller;
      await rehearse(context, caller, async (client) => {
        maker = await captureStanding(client, caller);
        await writeObject(client, caller, { ...object, metadata: {}, userMetadata: null }, upsert);
      });
      return signUpload(platform, bucket.id, name, { caller: maker, upsert });
    });
  };
}
