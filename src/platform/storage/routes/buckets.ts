import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { BUCKET_COLUMNS, type BucketRow, parseSizeLimit } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { checkBucketId } from '../object-name.ts';
import { storageErrors } from '../storage-error.ts';
import { discard } from '../store-object.ts';

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
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});
const EMPTIED_AT_ONCE = 1000;

type Address = { Params: { id: string } };

/** Buckets: the policies of storage.buckets decide, which by default admit service_role alone. */
export function bucketRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;
  return async (app) => {
    app.get('/bucket', async (request) => {
      const query = listQuery.parse(request.query);
      const { rows } = await database.asCaller(
        request.caller,
        (client) =>
          client.query<BucketRow>(
            `select ${BUCKET_COLUMNS} from storage.buckets b
              where starts_with(lower(name), lower($1))
              order by b.${query.sortColumn} ${query.sortOrder}, b.id limit $2 offset $3`,
            [query.search, query.limit, query.offset],
          ),
        { readOnly: true },
      );
      return rows;
    });

    app.get<Address>('/bucket/:id', async (request) => {
      const { rows } = await database.asCaller(
        request.caller,
        (client) =>
          client.query<BucketRow>(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [
            request.params.id,
          ]),
        { readOnly: true },
      );
      if (!rows[0]) throw storageErrors.bucketNotFound();
      return rows[0];
    });

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

    app.put<Address>('/bucket/:id', async (request) => {
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

    app.post<Address>('/bucket/:id/empty', async (request) => {
      const found = await database.asCaller(request.caller, (client) =>
        client.query('select from storage.buckets where id = $1', [request.params.id]),
      );
      if (found.rowCount === 0) throw storageErrors.bucketNotFound();
      for (;;) {
        const { rows } = await database.asCaller(request.caller, (client) =>
          client.query<{ version: string }>(
            `delete from storage.objects where id in
               (select id from storage.objects where bucket_id = $1 limit ${EMPTIED_AT_ONCE})
             returning version`,
            [request.params.id],
          ),
        );
        if (rows.length === 0) break;
        await discard(
          context,
          rows.map((row) => row.version),
        );
      }
      return {
        message: 'Empty bucket has been queued. Completion may take up to an hour.',
      };
    });

    app.delete<Address>('/bucket/:id', async (request) => {
      const { rowCount } = await database
        .asCaller(request.caller, (client) =>
          client.query('delete from storage.buckets where id = $1', [request.params.id]),
        )
        .catch((error: { code?: string }) => {
          if (error.code === '23503') throw storageErrors.bucketNotEmpty();
          throw error;
        });
      if (rowCount === 0) throw storageErrors.bucketNotFound();
      return { message: 'Successfully deleted' };
    });
  };
}
