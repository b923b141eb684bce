import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import { boundedRows } from '../../platform/rest/sql/bounded-sql.ts';
import { render, sql, trusted } from '../../platform/rest/sql/sql.ts';
import {
  createApiKeyAnswer,
  createApiKeyBody,
  createEnvironmentKeyBody,
  sandboxQueryAnswer,
  sandboxQueryBody,
} from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { actAs } from './act-as.ts';
import { createEnvironmentKey } from './create-environment-key.ts';
import { createKey } from './create-key.ts';
import { cursorAfter } from './query-cursor.ts';
import { queryStatement } from './query-statement.ts';

type Row = Record<string, unknown>;

export function apiKeyFunctions(product: Product): FunctionDefinition[] {
  const { database } = product.platform;
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
      name: 'create-environment-key',
      summary:
        'Creates a key of one environment with the scopes and tables of the calling key, except ingest. It ends with that key or the environment.',
      audience: 'admin',
      scope: 'reset',
      body: createEnvironmentKeyBody,
      answer: createApiKeyAnswer,
      handle: (call) => createEnvironmentKey(database, call),
    }),
    defineFunction({
      name: 'sandbox-query',
      summary:
        'Returns rows of the synthetic data, newest first: transactions by txn_ts and seq, others by seq. Send `next` as cursor for the rows that follow.',
      audience: 'public',
      scope: 'read',
      body: sandboxQueryBody,
      answer: sandboxQueryAnswer,
      handle: async ({ body, caller, request }) => {
        refuseOthers(caller, body.table);
        const statement = queryStatement(body);
        const lines = boundedRows({
          rows: trusted(`(${statement.text}) as found`),
          line: sql`found.row`,
          type: 'json',
          maxBytes: product.maxAnswerBytes,
        });
        const { text } = render(sql`select pgrst_line as row from (${lines}) as bounded`);
        const found = await database.asCaller(
          caller,
          async (client) => (await client.query<{ row: Row }>(text, statement.values)).rows,
          { readOnly: true },
        );
        const data = found.slice(0, body.limit).map(({ row }) => row);
        if (data.length > 0) await product.recordRead(request, body.table);
        const next = found.length > data.length && cursorAfter(body.table, data.at(-1)!);
        return { status: 'success' as const, count: data.length, data, ...(next && { next }) };
      },
    }),
  ];
}

function refuseOthers(caller: Caller, table: string): void {
  if (!('claims' in caller)) {
    throw new AppError('unauthenticated', 'An API key is required: Authorization: Bearer <key>');
  }
  if (caller.role !== 'key_holder' || caller.claims.tables.includes(table)) return;
  throw new AppError('forbidden', `This key may not read ${table}.`);
}
