import { prepare } from '../../platform/database/prepare.ts';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
  JsonAnswer,
} from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import { JsonRows } from '../../platform/rest/respond/json-rows.ts';
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
import { createKeyUse } from './key-use.ts';
import { cursorAfter } from './query-cursor.ts';
import { queryStatement } from './query-statement.ts';

export function apiKeyFunctions(product: Product, use = createKeyUse()): FunctionDefinition[] {
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
        use.admit(caller);
        const { text, values } = queryStatement(body);
        const found = new JsonRows(prepare(text, values), {
          maxBytes: product.maxAnswerBytes,
          between: ',',
        });
        let ms = 0;
        const read = async (client: Parameters<typeof found.run>[0]) => {
          const begun = performance.now();
          // Charged also if it fails, by its timeout for example.
          await found.run(client).finally(() => {
            ms = performance.now() - begun;
          });
        };
        await database
          .asCaller(caller, read, { readOnly: true, single: true })
          .finally(() => use.add(caller, { rows: Math.min(found.ends.length, body.limit), ms }));
        if (!found.isKnown) throw new Error(`${body.table} has a column without a JSON form`);
        const count = Math.min(found.ends.length, body.limit);
        if (count > 0) await product.recordRead(request, body.table);
        const next =
          found.ends.length > count
            ? `,"next":${JSON.stringify(cursorAfter(body.table, found.row(count - 1)))}`
            : '';
        const start = `{"status":"success","count":${count},"data":[`;
        return new JsonAnswer(found.take(start, `]${next}}`, count));
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
