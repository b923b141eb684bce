import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors.ts';
import { actorOf, recordAccess } from '../../gateway/record-access.ts';
import { fileKey, type StorageContext } from '../context.ts';
import { findObject, findPublicObject, type ObjectRow } from '../objects.ts';
import { contentDisposition, isFresh, requestedRange } from '../serving.ts';
import { openDownload } from '../signed-links.ts';
import { StorageError, storageErrors } from '../storage-error.ts';
import { createVerifier, type Verifier } from '../verify-bytes.ts';

type Address = {
  Params: { bucket: string; '*': string };
  Querystring: { token?: string; download?: string | string[] };
};
type Request = FastifyRequest<Address>;
type Found = { object: ObjectRow; reader: Reader | 'public' };
type Reader = { actorId: string | null; detail: Record<string, unknown> };

/** Download routes: under the caller's rights, by a signed link, or from a public bucket. */
export function downloadRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;
  const verify = createVerifier(context.files, database.owner);

  const visible = async (request: Request): Promise<Found> => {
    const { bucket, '*': name } = request.params;
    const object = await database.asCaller(
      request.caller,
      (client) => findObject(client, bucket, name),
      { readOnly: true },
    );
    if (object === null) throw storageErrors.objectNotFound();
    return { object: object, reader: { actorId: actorOf(request.caller), detail: {} } };
  };
  const published = async (request: Request): Promise<Found> => {
    const { bucket, '*': name } = request.params;
    const { bucketIsPublic, object } = await findPublicObject(database.owner, bucket, name);
    if (!bucketIsPublic) throw storageErrors.bucketNotFound();
    if (object === null) throw storageErrors.objectNotFound();
    return { object, reader: 'public' };
  };
  const signed = async (request: Request): Promise<Found> => {
    const { bucket, '*': name } = request.params;
    const { token } = request.query;
    const { object, maker } = await openDownload(context.platform, { token, bucket, name });
    if (object === null) throw storageErrors.objectNotFound();
    return { object, reader: { actorId: actorOf(maker), detail: { by: 'link' } } };
  };
  const info = ({ object }: Found) => ({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: object.metadata.size,
    content_type: object.metadata.mimetype,
    cache_control: object.metadata.cacheControl,
    etag: object.metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  });

  return async (app) => {
    const serveFrom = (path: string, find: (request: Request) => Promise<Found>) =>
      app.route<Address>({
        method: ['GET', 'HEAD'],
        url: path,
        handler: async (request, reply) =>
          serve({ ...context, verify }, await find(request), request, reply),
      });
    serveFrom('/object/:bucket/*', visible);
    serveFrom('/object/authenticated/:bucket/*', visible);
    serveFrom('/object/public/:bucket/*', published);
    serveFrom('/object/sign/:bucket/*', signed);

    const informFrom = (path: string, find: (request: Request) => Promise<Found>) =>
      app.get<Address>(path, async (request) => info(await find(request)));
    informFrom('/object/info/:bucket/*', visible);
    informFrom('/object/info/authenticated/:bucket/*', visible);
    informFrom('/object/info/public/:bucket/*', published);
  };
}

async function serve(
  context: StorageContext & { verify: Verifier },
  { object, reader }: Found,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { metadata } = object;
  reply.headers({
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'cache-control': metadata.cacheControl,
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    // Uploaded content must never act as a page of this host.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const sealed = context.sealedBuckets.includes(object.bucket_id);
  const download = request.query.download ?? (sealed ? '' : undefined);
  if (Array.isArray(download)) {
    throw storageErrors.invalidRequest('Expected one parameter named download');
  }
  if (download !== undefined) {
    reply.header('content-disposition', contentDisposition(download, object.name));
  }
  if (isFresh(request.headers, metadata)) return reply.code(304).send();

  const range = requestedRange(request.headers, metadata);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${metadata.size}`);
    throw storageErrors.range();
  }
  const length = range === null ? metadata.size : range.end - range.start + 1;
  if (range !== null) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`);
  }
  reply.header('content-length', length).type(metadata.mimetype);
  if (request.method === 'HEAD') return reply.send();
  try {
    await context.verify({ version: object.version, sha256: metadata.sha256 });
    if (reader !== 'public') await recordDownload(context, request, object, reader);
    return reply.send(await context.files.get(fileKey(object.version), range ?? undefined));
  } catch (error) {
    reply.removeHeader('content-length').removeHeader('content-range');
    // The object was removed or replaced after its row was read.
    if (error instanceof AppError && error.code === 'not_found') {
      throw storageErrors.objectNotFound();
    }
    if (error instanceof StorageError) {
      request.log.error({ bucket: object.bucket_id, object: object.id }, 'stored bytes changed');
    }
    throw error;
  }
}

/** Records a download; parts of a file, and repeats within a minute, count once. */
const recordDownload = (
  { platform }: StorageContext,
  request: Request,
  object: ObjectRow,
  { actorId, detail }: Reader,
): Promise<void> =>
  recordAccess(platform.database.owner, {
    request,
    access: {
      actorId,
      action: 'file.downloaded',
      objectType: object.bucket_id,
      objectId: object.name,
      detail: { ...detail, size: object.metadata.size, sha256: object.metadata.sha256 },
    },
    fold: 'minute',
  });
