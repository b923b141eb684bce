import type pg from 'pg';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { boundedRows } from '../../platform/rest/sql/bounded-sql.ts';
import { render, sql, trusted } from '../../platform/rest/sql/sql.ts';
import {
  API_KEY_PREFIX,
  createApiKeyAnswer,
  createApiKeyBody,
  sandboxQueryAnswer,
  sandboxQueryBody,
} from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { actAs } from './act-as.ts';
import { createKey, keyHash } from './create-key.ts';
import { createKeyGuessLimit } from './key-guess-limit.ts';
import { createKeyLimit } from './key-limit.ts';
import { queryStatement } from './query-statement.ts';

type Row = Record<string, unknown>;

export function apiKeyFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
  const limit = createKeyLimit();
  const guesses = createKeyGuessLimit(database.owner);
  return [
    defineFunction({
      name: 'create-api-key',
      summary: 'Creates an API key. The key is returned only once.',
      audience: 'admin',
      body: createApiKeyBody,
      answer: createApiKeyAnswer,
      handle: async (call) => {
        const account = accountOf(call);
        const { expires_at: expiresAt } = call.body;
        if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
          throw new AppError('bad_request', 'The expiry must be in the future.');
        }
        return actAs(database, account, (tx) => createKey(tx, account, call.body));
      },
    }),
    defineFunction({
      name: 'sandbox-query',
      summary: 'Returns rows of the synthetic data. Requires an API key as bearer token.',
      audience: 'public',
      body: sandboxQueryBody,
      answer: sandboxQueryAnswer,
      handle: async ({ body, caller, request }) => {
        const statement = queryStatement(body);
        const lines = boundedRows({
          rows: trusted(`(${statement.text}) as found`),
          line: sql`found.row`,
          type: 'json',
          maxBytes: product.maxAnswerBytes,
        });
        const { text } = render(sql`select pgrst_line as row from (${lines}) as bounded`);
        const read = async (client: pg.PoolClient): Promise<Row[]> => {
          const { rows } = await client.query<{ row: Row }>(text, statement.values);
          return rows.map(({ row }) => row);
        };
        if (caller.role === 'authenticated') {
          const data = await database.asCaller(caller, read, { readOnly: true });
          if (data.length > 0) await product.recordRead(request, body.table);
          return answerOf(data);
        }
        const key = keyOf(request.headers.authorization);
        const hash = keyHash(key);
        guesses.admit(request.ip, hash);
        const wait = limit(key);
        if (wait > 0) {
          throw new AppError(
            'rate_limited',
            `Too many requests with this key. Try again in ${wait} seconds.`,
            { retryAfter: wait },
          );
        }
        const data = await guesses.watch(request.ip, hash, () =>
          database.asKeyHolder(hash, async (client) => {
            await refuseOtherTables(client, body.table);
            return read(client);
          }),
        );
        return answerOf(data);
      },
    }),
  ];
}

const answerOf = (data: Row[]) => ({ status: 'success' as const, count: data.length, data });

function keyOf(authorization: string | undefined): string {
  const key = /^bearer (.+)$/i.exec(authorization ?? '')?.[1]?.trim();
  if (key?.startsWith(API_KEY_PREFIX)) return key;
  throw new AppError('unauthenticated', 'An API key is required: Authorization: Bearer <key>');
}

async function refuseOtherTables(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    "select current_setting('request.key_tables') as tables",
  );
  if (rows[0]!.tables.split(',').includes(table)) return;
  throw new AppError('forbidden', `This key may not read ${table}.`);
}
