import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { BUCKET_COLUMNS, type BucketRow } from '../../buckets.ts';
import type { StorageContext } from '../../context.ts';
import { storageErrors } from '../../storage-error.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

export function readBucketRoutes({ platform }: StorageContext): FastifyPluginAsync {
  const { database } = platform;
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

    app.get<{ Params: { id: string } }>('/bucket/:id', async (request) => {
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
  };
}
