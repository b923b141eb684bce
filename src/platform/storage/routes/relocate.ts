import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { type BucketRow, checkMimeType, requireBucket } from '../buckets.ts';
import { checkContent } from '../check-content.ts';
import { fileKey, type StorageContext } from '../context.ts';
import { checkObjectName } from '../object-name.ts';
import { findObject, type ObjectRow, writeObject } from '../objects.ts';
import { storageErrors } from '../storage-error.ts';
import { discard, rehearse } from '../store-object.ts';

const address = {
  bucketId: z.string().min(1),
  sourceKey: z.string().min(1),
  destinationKey: z.string().min(1),
  destinationBucket: z.string().min(1).optional(),
};
const moveBody = z.object(address);
const copyBody = z.object({
  ...address,
  copyMetadata: z.boolean().optional(),
  metadata: z
    .object({
      mimetype: z.string().optional(),
      contentType: z.string().optional(),
      cacheControl: z.string().optional(),
    })
    .loose()
    .optional(),
});

async function admit(
  context: StorageContext,
  {
    bucket,
    name,
    source,
    mimetype,
  }: { bucket: BucketRow; name: string; source: ObjectRow; mimetype: string },
): Promise<void> {
  checkMimeType(bucket, mimetype);
  const { size } = source.metadata;
  if (size > (bucket.file_size_limit ?? context.sizeLimit)) throw storageErrors.tooLarge();
  await checkContent(context, bucket.id, { key: fileKey(source.version), name, size });
}

export function relocateRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;
  const source = async (
    caller: Parameters<typeof database.asCaller>[0],
    bucket: string,
    name: string,
  ): Promise<ObjectRow> => {
    const object = await database.asCaller(caller, (client) => findObject(client, bucket, name), {
      readOnly: true,
    });
    if (object === null) throw storageErrors.objectNotFound();
    return object;
  };

  return async (app) => {
    app.post('/object/move', async (request) => {
      const body = moveBody.parse(request.body);
      const name = checkObjectName(body.destinationKey);
      const from = await source(request.caller, body.bucketId, body.sourceKey);
      const bucket = await requireBucket(database.owner, body.destinationBucket ?? body.bucketId);
      await admit(context, { bucket, name, source: from, mimetype: from.metadata.mimetype });
      // Bytes are stored by version: a move changes only the row.
      const { rowCount } = await database.asCaller(request.caller, (client) =>
        client.query(
          `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
            where bucket_id = $1 and name = $2 and version = $5`,
          [body.bucketId, body.sourceKey, bucket.id, name, from.version],
        ),
      );
      if (rowCount === 0) throw storageErrors.objectNotFound();
      return { message: 'Successfully moved', Id: from.id, Key: `${bucket.id}/${name}` };
    });

    app.post('/object/copy', async (request) => {
      const { caller } = request;
      const body = copyBody.parse(request.body);
      const name = checkObjectName(body.destinationKey);
      const from = await source(caller, body.bucketId, body.sourceKey);
      const bucket = await requireBucket(database.owner, body.destinationBucket ?? body.bucketId);
      const keep = body.copyMetadata !== false;
      const changes = keep ? undefined : body.metadata;
      const mimetype = changes?.mimetype ?? changes?.contentType ?? from.metadata.mimetype;
      await admit(context, { bucket, name, source: from, mimetype });
      const upsert = request.headers['x-upsert'] === 'true';
      const object = {
        id: randomUUID(),
        bucket: bucket.id,
        name,
        version: randomUUID(),
        userMetadata: keep ? from.user_metadata : null,
      };
      const metadata = {
        ...from.metadata,
        mimetype,
        cacheControl: changes?.cacheControl ?? from.metadata.cacheControl,
        lastModified: new Date().toISOString(),
      };
      const write = (client: Parameters<typeof writeObject>[0]) =>
        writeObject(client, caller, { ...object, metadata }, upsert);
      await rehearse(context, caller, write);
      const stored = await context.files.put(
        fileKey(object.version),
        await context.files.get(fileKey(from.version)),
      );
      try {
        if (stored.sha256 !== from.metadata.sha256) {
          throw new Error(`${from.bucket_id}/${from.name} does not match its recorded hash`);
        }
        const written = await database.asCaller(caller, write);
        if (written.replaced !== null) await discard(context, [written.replaced]);
        return { Id: written.id, Key: `${bucket.id}/${name}` };
      } catch (error) {
        await discard(context, [object.version]);
        throw error;
      }
    });
  };
}
