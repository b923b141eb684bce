import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { requireBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { readIncomingFile } from '../incoming-file.ts';
import { checkObjectName } from '../object-name.ts';
import { checkUpload } from '../signed-links.ts';
import { storeObject } from '../store-object.ts';

type Address = { Params: { bucket: string; '*': string }; Querystring: { token?: string } };

const wantsUpsert = (request: FastifyRequest) => request.headers['x-upsert'] === 'true';

export function uploadRoutes(context: StorageContext): FastifyPluginAsync {
  const { platform } = context;
  return async (app) => {
    // The body stays a stream whatever its type.
    app.removeAllContentTypeParsers();
    await app.register(multipart);
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const upload = (replace: boolean) => async (request: FastifyRequest<Address>) => {
      const name = checkObjectName(request.params['*']);
      const bucket = await requireBucket(platform.database.owner, request.params.bucket);
      const file = await readIncomingFile(request);
      const upsert = replace || wantsUpsert(request);
      const { id } = await storeObject(
        context,
        { caller: request.caller, bucket, name, upsert },
        file,
      );
      return { Id: id, Key: `${bucket.id}/${name}` };
    };
    app.post<Address>('/object/:bucket/*', upload(false));
    app.put<Address>('/object/:bucket/*', upload(true));

    app.put<Address>('/object/upload/sign/:bucket/*', async (request) => {
      const name = checkObjectName(request.params['*']);
      const link = await checkUpload(platform, {
        token: request.query.token,
        bucket: request.params.bucket,
        name,
      });
      const bucket = await requireBucket(platform.database.owner, request.params.bucket);
      const file = await readIncomingFile(request);
      await storeObject(context, { ...link, bucket, name }, file);
      return { Key: `${bucket.id}/${name}` };
    });
  };
}
