import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { StorageContext } from '../context.ts';
import { OBJECT_COLUMNS, type ObjectRow } from '../objects.ts';
import { storageErrors } from '../storage-error.ts';
import { discard } from '../store-object.ts';

const body = z.object({ prefixes: z.array(z.string().min(1)).min(1).max(1000) });

export function removeRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;

  /** Removes rows, then bytes; rows hidden by policies stay and are not mentioned. */
  const remove = async (
    caller: Parameters<typeof database.asCaller>[0],
    bucket: string,
    names: string[],
  ): Promise<ObjectRow[]> => {
    const { rows } = await database.asCaller(caller, (client) =>
      client.query<ObjectRow>(
        `delete from storage.objects where bucket_id = $1 and name = any($2::text[])
         returning ${OBJECT_COLUMNS}`,
        [bucket, names],
      ),
    );
    await discard(
      context,
      rows.map((row) => row.version),
    );
    return rows;
  };

  return async (app) => {
    app.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
      const { prefixes } = body.parse(request.body);
      return remove(request.caller, request.params.bucket, prefixes);
    });
    app.delete<{ Params: { bucket: string; '*': string } }>(
      '/object/:bucket/*',
      async (request) => {
        const rows = await remove(request.caller, request.params.bucket, [request.params['*']]);
        if (rows.length === 0) throw storageErrors.objectNotFound();
        return { message: 'Successfully deleted' };
      },
    );
  };
}
