import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../platform/database/database.ts';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  API_KEY_PREFIX,
  createApiKeyAnswer,
  createApiKeyBody,
  sandboxQueryAnswer,
  sandboxQueryBody,
} from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { createKeyLimit } from './key-limit.ts';
import { queryStatement } from './query-statement.ts';

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Keys for programs, and the one function that programs call with them. */
export function apiKeyFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
  const limit = createKeyLimit();
  return [
    defineFunction({
      name: 'create-api-key',
      summary: 'Makes a key for programs. The key is in this answer and nowhere else.',
      audience: 'admin',
      body: createApiKeyBody,
      answer: createApiKeyAnswer,
      handle: async (call) => {
        const account = accountOf(call);
        const { name, tables, expires_at: expiresAt } = call.body;
        if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
          throw new AppError('bad_request', 'The expiry must lie in the future.');
        }
        const key = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
        const prefix = key.slice(0, 10);
        const id = await transaction(database.owner, async (tx) => {
          const { rows } = await tx.query<{ id: string }>(
            `insert into public.api_keys (tenant_id, name, prefix, key_hash, tables, expires_at, created_by)
             values ($1, $2, $3, $4, $5, $6, $7) returning id`,
            [
              account.tenantId,
              name,
              prefix,
              hashOf(key),
              [...new Set(tables)],
              expiresAt,
              account.userId,
            ],
          );
          await tx.query("select set_config('request.jwt.claims', $1, true)", [
            JSON.stringify({ sub: account.userId, email: account.email }),
          ]);
          await tx.query("select audit.record('api_key.created', 'api_key', $1, $2, $3)", [
            rows[0]!.id,
            account.tenantId,
            JSON.stringify({ name, tables }),
          ]);
          return rows[0]!.id;
        });
        return { id, key, prefix };
      },
    }),
    defineFunction({
      name: 'sandbox-query',
      summary:
        'Reads rows of the synthetic data. For programs: authorised by an API key as bearer.',
      audience: 'public',
      body: sandboxQueryBody,
      answer: sandboxQueryAnswer,
      handle: async ({ body, caller, request, reply }) => {
        const statement = queryStatement(body);
        const read = async (client: pg.PoolClient): Promise<Record<string, unknown>[]> => {
          const { rows } = await client.query<{ row: Record<string, unknown> }>(
            statement.text,
            statement.values,
          );
          return rows.map(({ row }) => row);
        };
        let data: Record<string, unknown>[];
        if (caller.role === 'authenticated') {
          data = await database.asCaller(caller, read, { readOnly: true });
        } else {
          const key = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
          if (key === undefined || !key.startsWith(API_KEY_PREFIX)) {
            throw new AppError(
              'unauthenticated',
              'An API key is needed: Authorization: Bearer <key>',
            );
          }
          const wait = limit(key);
          if (wait > 0) {
            reply.header('retry-after', String(wait));
            throw new AppError(
              'rate_limited',
              `Too many requests with this key. Try again in ${wait} seconds.`,
            );
          }
          data = await database.asKeyHolder(hashOf(key), async (client) => {
            const { rows } = await client.query<{ tables: string }>(
              "select current_setting('request.key_tables') as tables",
            );
            if (!rows[0]!.tables.split(',').includes(body.table)) {
              throw new AppError('forbidden', `This key may not read ${body.table}.`);
            }
            return read(client);
          });
        }
        return { status: 'success' as const, count: data.length, data };
      },
    }),
  ];
}
