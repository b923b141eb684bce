import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { accountOf, type FunctionCall } from '../../platform/functions/define.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import type { createEnvironmentKeyBody } from '../../shared/contracts/access.ts';
import { AppError } from '../../shared/errors.ts';
import { DEFAULT_KEY_RATE, type KeyScope } from '../../shared/key-scopes.ts';
import { actAs } from './act-as.ts';
import { createKey } from './create-key.ts';

const SCOPES_OF_PERSONS: readonly KeyScope[] = ['read', 'generate', 'export', 'reset'];

function rightsOf(caller: Caller) {
  if (caller.role !== 'key_holder')
    return { scopes: [...SCOPES_OF_PERSONS], tables: [...BANK_TABLES] };
  const { scopes, tables } = caller.claims;
  return {
    scopes: scopes.filter((scope) => scope !== 'ingest'),
    tables: BANK_TABLES.filter((table) => tables.includes(table)),
  };
}

/** Creates a key of an environment that has no right that its caller lacks. */
export async function createEnvironmentKey(
  database: Database,
  call: FunctionCall<z.output<typeof createEnvironmentKeyBody>>,
) {
  const account = accountOf(call);
  const named = call.body.environment;
  const { rows } = await database.asCaller(
    call.caller,
    (tx) =>
      tx.query<{ id: string; name: string }>(
        `select e.id, e.name from public.environments e
          where e.tenant_id = private.tenant_id() and $1 in (e.name, e.id::text)`,
        [named],
      ),
    { readOnly: true },
  );
  const environment = rows[0];
  if (environment === undefined) throw new AppError('not_found', `No environment ${named}.`);
  const parent = call.caller.role === 'key_holder' ? call.caller.claims.key_id : null;
  return actAs(database, account, async (tx) => {
    const { rows: own } = await tx.query<{ rate: number }>(
      'select rate_limit as rate from public.api_keys where id = $1',
      [parent],
    );
    return createKey(tx, account, {
      ...rightsOf(call.caller),
      name: environment.name,
      parent,
      environment: environment.id,
      rate_limit: own[0]?.rate ?? DEFAULT_KEY_RATE,
      expires_at: null,
    });
  });
}
