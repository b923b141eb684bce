import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { StorageContext } from '../../context.ts';
import { storageErrors } from '../../storage-error.ts';
import { discard } from '../../store-object.ts';

const EMPTIED_AT_ONCE = 1000;

type Address = { Params: { id: string } };

export function removeBucketRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;
  return async (app) => {
    app.post<Address>('/bucket/:id/empty', async (request) => {
      const objects = await database.asCaller(request.caller, (client) =>
        client.query('select from storage.buckets where id = $1', [request.params.id]),
      );
      if (objects.rowCount === 0) throw storageErrors.bucketNotFound();
      await emptyBucket(context, request);
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

async function emptyBucket(
  context: StorageContext,
  request: FastifyRequest<Address>,
): Promise<void> {
  for (;;) {
    const { rows } = await context.platform.database.asCaller(request.caller, (client) =>
      client.query<{ version: string }>(
        `delete from storage.objects where id in
           (select id from storage.objects where bucket_id = $1 limit ${EMPTIED_AT_ONCE})
         returning version`,
        [request.params.id],
      ),
    );
    if (rows.length === 0) return;
    await discard(
      context,
      rows.map((row) => row.version),
    );
  }
}
