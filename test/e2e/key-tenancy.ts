import type { SupabaseClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../src/shared/key-scopes.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { onSandboxDatabase } from '../support/sandbox-database.ts';
import { call, clientOf } from '../support/users.ts';
import { KEY_COLUMNS, KEY_ROWS } from './role-table.ts';

/** Owners of keys: an organization, two of its environments, and another one with an environment. */
export const KEY_OWNERS = ['one', 'base', 'twin', 'two', 'far'] as const;
export type KeyOwner = (typeof KEY_OWNERS)[number];
export type Statuses = Record<KeyOwner, number>;

type Environment = { id: string; pin: string; files: { sha256: string }[] };
type Keys = {
  tenant: string;
  all: SupabaseClient;
  /** A key of each scope; environments have none that ingests. */
  byScope: Partial<Record<KeyScope, SupabaseClient>>;
};
/** Objects of the environment `base`, which keys of other owners name. */
export type Named = { environment: Environment; batch: string; exported: string; pinned: string };

const TABLES = ['customers', 'accounts', 'transactions'];

async function keysOf(
  sandbox: Sandbox,
  admin: SupabaseClient,
  { tenant, environment }: { tenant: string; environment?: string },
): Promise<Keys> {
  const scopes = KEY_SCOPES.filter((scope) => environment === undefined || scope !== 'ingest');
  const make = async (chosen: KeyScope[]) => {
    const tables = chosen.includes('read') ? TABLES : [];
    const body = { name: 'tenancy', scopes: chosen, tables, ...(environment && { environment }) };
    const { key } = await call<{ key: string }>(admin, 'create-api-key', body);
    return clientOf(sandbox, key);
  };
  const byScope: Keys['byScope'] = {};
  for (const scope of scopes) byScope[scope] = await make([scope]);
  return { tenant, all: await make(scopes), byScope };
}

/** Creates the environments and keys, and a batch with an exported file in `base`. */
export async function makeKeys(
  sandbox: Sandbox,
  { one, two }: Record<'one' | 'two', { admin: SupabaseClient; tenant: string }>,
): Promise<{ keys: Record<KeyOwner, Keys>; named: Named }> {
  // Keys with the scope truth need a maker who reads it.
  for (const { admin } of [one, two]) {
    const { user } = (await admin.auth.getUser()).data;
    await admin.rpc('set_truth_reader', { p_user_id: user!.id, p_may_read: true }).throwOnError();
  }
  const create = (admin: SupabaseClient, name: string, seed: string) =>
    call<Environment>(admin, 'create-environment', { name, simulation: { seed, count: 2 } });
  const environment = await create(one.admin, 'keys', '31');
  const twin = await create(one.admin, 'keys-twin', '32');
  const far = await create(two.admin, 'keys', '33');
  const of = (admin: SupabaseClient, { id }: Environment) =>
    keysOf(sandbox, admin, { tenant: id, environment: id });
  const keys = {
    one: await keysOf(sandbox, one.admin, one),
    base: await of(one.admin, environment),
    twin: await of(one.admin, twin),
    two: await keysOf(sandbox, two.admin, two),
    far: await of(two.admin, far),
  };
  await call(keys.two.all, 'generate-full', { count: 2, seed: 35 });
  const client = keys.base.all;
  const { runId } = await call<{ runId: string }>(client, 'generate-full', { count: 2, seed: 34 });
  const { data } = await client
    .from('generation_logs')
    .select('batch_id')
    .match({ run_id: runId, entity_type: 'transactions' })
    .single()
    .throwOnError();
  const batch = data.batch_id as string;
  const { path: exported } = await call<{ path: string }>(client, 'export-batch', {
    batch_id: batch,
    format: 'sql',
  });
  // Its proof follows within seconds.
  await vi.waitFor(() => call(client, 'pack-batch', { batch_id: batch }), {
    timeout: 30_000,
    interval: 500,
  });
  const pinned = `${one.tenant}/${environment.files[0]!.sha256}.csv`;
  return { keys, named: { environment, batch, exported, pinned } };
}

/** Counts the rows that a client reads, by table. */
export async function visibleRows(client: SupabaseClient): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of Object.keys(KEY_ROWS)) {
    const columns = KEY_COLUMNS[table] ?? '*';
    const { data, error } = await client.from(table).select(columns).limit(5000);
    if (error) throw new Error(`${table}: ${error.message}`);
    found[table] = data.length;
  }
  return found;
}

/** Counts the rows of a key's tenant that its scope reads, as the owner of the database. */
export const ownRows = (
  sandbox: Sandbox,
  { tenant, scope }: { tenant: string; scope: KeyScope },
): Promise<Record<string, number>> =>
  onSandboxDatabase(sandbox, async (db) => {
    const found: Record<string, number> = {};
    for (const [table, scopes] of Object.entries(KEY_ROWS)) {
      const schema = TABLES.includes(table) ? 'bank' : 'public';
      // A key of an environment reads the row of its environment with any scope.
      const isOwn = table === 'environments' ? 'id = $1' : 'false';
      const { rows } = await db.query<{ n: number }>(
        `select count(*)::int as n from ${schema}.${table} where tenant_id = $1 and $2 or ${isOwn}`,
        [tenant, scopes.includes(scope)],
      );
      found[table] = rows[0]!.n;
    }
    return found;
  });

const NOT_FOUND = { one: 404, twin: 404, two: 404, far: 404 };
/** Keys of an organization manage its environments. */
const MANAGED = { ...NOT_FOUND, one: 200, base: 200 };

/** Statuses of calls that name objects of the environment `base`. The last ones end it. */
export const KEY_FUNCTIONS: [string, (named: Named, owner: KeyOwner) => object, Statuses][] = [
  ['read-batch-rows', ({ batch }) => ({ batch_id: batch }), { ...NOT_FOUND, base: 200 }],
  ['draw-account', ({ batch }) => ({ batch_id: batch }), { ...NOT_FOUND, base: 200 }],
  [
    'export-batch',
    ({ batch }) => ({ batch_id: batch, format: 'sql' }),
    { ...NOT_FOUND, base: 200 },
  ],
  [
    'export-tables',
    ({ batch }) => ({ batch_id: batch, format: 'sql' }),
    { ...NOT_FOUND, base: 404 },
  ],
  ['pack-batch', ({ batch }) => ({ batch_id: batch }), { ...NOT_FOUND, base: 200 }],
  ['read-ground-truth', ({ batch }) => ({ batch_id: batch }), { ...NOT_FOUND, base: 200 }],
  [
    'export-bank-table',
    ({ batch }) => ({ batch_id: batch, table: 'kyc' }),
    { ...NOT_FOUND, base: 200 },
  ],
  [
    'score-alerts',
    ({ batch }) => ({ batch_id: batch, system: 'x', alerts: 'id\nnone\n' }),
    { ...NOT_FOUND, base: 400 },
  ],
  [
    'create-environment',
    ({ batch }, owner) => ({ name: `batch-${owner}`, batches: [batch] }),
    { ...NOT_FOUND, base: 403, twin: 403, far: 403 },
  ],
  [
    'create-environment',
    ({ environment }, owner) => ({ name: `pin-${owner}`, pin: environment.pin }),
    { one: 200, base: 403, twin: 403, two: 404, far: 403 },
  ],
  [
    'branch-environment',
    ({ environment }, owner) => ({ environment: environment.id, name: `branch-${owner}` }),
    { ...NOT_FOUND, one: 200, base: 403 },
  ],
  [
    'create-environment-key',
    ({ environment: { id } }) => ({ environment: id }),
    { ...NOT_FOUND, one: 200, base: 404 },
  ],
  ['advance-environment', ({ environment: { id } }) => ({ environment: id, days: 1 }), MANAGED],
  ['overlay-environment', ({ environment: { id } }) => ({ environment: id }), MANAGED],
  ['freeze-environment', ({ environment: { id } }) => ({ environment: id }), MANAGED],
  ['reset-environment', ({ environment: { id } }) => ({ environment: id }), MANAGED],
];
