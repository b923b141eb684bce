import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { StorageContext } from '../context.ts';
import { listFolder } from '../list-folder.ts';
import { listPage } from '../list-page.ts';

const order = z.enum(['asc', 'desc']);
const folderBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: order.default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
});
const pageBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
      order: order.default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
});

type Address = { Params: { bucket: string } };

export function listRoutes(context: StorageContext): FastifyPluginAsync {
  const { database } = context.platform;
  return async (app) => {
    app.post<Address>('/object/list/:bucket', async (request) => {
      const query = folderBody.parse(request.body);
      return database.asCaller(
        request.caller,
        (client) => listFolder(client, request.params.bucket, query),
        { readOnly: true },
      );
    });
    app.post<Address>('/object/list-v2/:bucket', async (request) => {
      const query = pageBody.parse(request.body ?? {});
      return database.asCaller(
        request.caller,
        (client) => listPage(client, request.params.bucket, query),
        { readOnly: true },
      );
    });
  };
}
