import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { parseSizeLimit } from '../../buckets.ts';
import type { StorageContext } from '../../context.ts';
import { checkBucketId } from '../../object-name.ts';
import { storageErrors } from '../../storage-error.ts';

const settings = {
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().min(1)).nullish(),
};
const createBody = z.object({
  id: z.string().optional(),
  name: z.string().min(1),
  type: z.literal('STANDARD').nullish(),
  ...settings,
});
const updateBody = z.object(settings);

export function writeBucketRoutes({ platform }: StorageContext): FastifyPluginAsync {
  const { database } = platform;
  return async (app) => {
    app.post('/bucket', async (request) => {
      const body = createBody.parse(request.body);
      const id = checkBucketId(body.id ?? body.name);
      const owner = request.caller.role === 'authenticated' ? request.caller.claims.sub : null;
      await database.asCaller(request.caller, (client) =>
        client.query(
          `insert into storage.buckets
             (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
           values ($1, $2, $3::uuid, $3::text, $4, $5, $6)`,
          [
            id,
            checkBucketId(body.name),
            owner,
            body.public ?? false,
            parseSizeLimit(body.file_size_limit),
            body.allowed_mime_types ?? null,
          ],
        ),
      );
      return { name: body.name };
    });

    app.put<{ Params: { id: string } }>('/bucket/:id', async (request) => {
      const body = updateBody.parse(request.body);
      const { rowCount } = await database.asCaller(request.caller, (client) =>
        client.query(
          `update storage.buckets set
             public = coalesce($2, public),
             file_size_limit = case when $3 then $4 else file_size_limit end,
             allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end,
             updated_at = now()
           where id = $1`,
          [
            request.params.id,
            body.public ?? null,
            body.file_size_limit !== undefined,
            parseSizeLimit(body.file_size_limit),
            body.allowed_mime_types !== undefined,
            body.allowed_mime_types ?? null,
          ],
        ),
      );
      if (rowCount === 0) throw storageErrors.bucketNotFound();
      return { message: 'Successfully updated' };
    });
  };
}
