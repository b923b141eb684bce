import type pg from 'pg';
import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import { suspendTenant } from '../../platform/database/suspend-tenant.ts';
import type { Caller } from '../../platform/gateway/caller.ts';
import { type BankTable, isBankTable } from '../../shared/bank-tables.ts';
import type { EnvironmentAnswer, PinnedFile } from '../../shared/contracts/environments.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';

export type Environment = {
  id: string;
  /** Organization or person that owns it. */
  tenant_id: string;
  /** Tenant of its rows, which a reset can replace. */
  rows_tenant: string;
  name: string;
  request_sha256: string;
  run_id: string | null;
  pin: string | null;
  files: PinnedFile[];
  changed: string[];
  expires_at: string | null;
  /** Last day lived, and last day of the original rows; null until the first advance. */
  clock: string | null;
  clock_start: string | null;
};

const COLUMNS =
  'id, tenant_id, rows_tenant, name, request_sha256, run_id, pin, files, changed, expires_at, clock::text, clock_start::text';
const LIVE = '(expires_at is null or expires_at > now())';

/** Returns the SHA-256 of the canonical list of files. */
export const pinOf = (files: readonly PinnedFile[]): string =>
  canonicalHash({
    format: 'sandbox-pin/1',
    files: [...files].sort((a, b) => (a.name < b.name ? -1 : 1)),
  });

export const changedTables = ({ changed }: Environment): BankTable[] =>
  changed.filter(isBankTable).sort();

export const answerOf = (environment: Environment): EnvironmentAnswer => ({
  status: environment.pin === null ? 'queued' : 'ready',
  id: environment.id,
  name: environment.name,
  pin: environment.pin,
  files: environment.files,
  changed: changedTables(environment),
  clock: environment.clock,
  expires_at: environment.expires_at,
});

/** Returns an environment that the caller sees, by name or id; that of the caller's key if absent. */
export async function findEnvironment(
  { platform }: Product,
  caller: Caller,
  named: string | undefined,
): Promise<Environment> {
  const { rows } = await platform.database.asCaller(
    caller,
    (tx) =>
      tx.query<Environment>(
        `select ${COLUMNS} from public.environments
          where ${LIVE} and case when $1::text is null then rows_tenant = private.tenant_id()
                                 else $1 in (name, id::text) end`,
        [named ?? null],
      ),
    { readOnly: true },
  );
  if (rows[0]) return rows[0];
  throw named === undefined
    ? new AppError('bad_request', 'Name the environment.')
    : new AppError('not_found', `No environment ${named}.`);
}

/** Runs work of the server in one transaction that locks the environment's row. */
export function inEnvironment<Result>(
  { platform }: Product,
  { id, rows_tenant: found }: Pick<Environment, 'id' | 'rows_tenant'>,
  work: (tx: pg.PoolClient, environment: Environment) => Promise<Result>,
): Promise<Result> {
  return platform.database.asTenant(found, async (tx) => {
    await suspendTenant(tx);
    const environment = await lockEnvironment(tx, id);
    // A reset may have replaced the tenant meanwhile.
    await tx.query("select set_config('request.tenant_id', $1, true)", [environment.rows_tenant]);
    return work(tx, environment);
  });
}

export async function lockEnvironment(tx: pg.PoolClient, id: string): Promise<Environment> {
  const { rows } = await tx.query<Environment>(
    `select ${COLUMNS} from public.environments where id = $1 and ${LIVE} for update`,
    [id],
  );
  if (rows[0]) return rows[0];
  throw new AppError('not_found', 'The environment was deleted.');
}

/** Gives a new environment its rows; one whose source is refused is deleted again. */
export async function fillEnvironment(
  { platform }: Product,
  { id }: Environment,
  work: () => Promise<Environment>,
): Promise<Environment> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      const unfilled = 'delete from public.environments where id = $1 and pin is null';
      await platform.database.owner.query(unfilled, [id]);
    }
    throw error;
  }
}

export async function addEnvironment(
  product: Product,
  wanted: {
    tenantId: string;
    userId: string;
    name: string;
    request: string;
    hours: number | undefined;
  },
): Promise<Environment> {
  const { tenantId, userId, name, request, hours } = wanted;
  const { database } = product.platform;
  const { rows: nested } = await database.owner.query<{ environment: boolean }>(
    `select private.delete_expired_environments(),
            exists (select from private.environment_tenants where tenant = $1) as environment`,
    [tenantId],
  );
  if (nested[0]!.environment) {
    throw new AppError('forbidden', 'Keys of an environment can’t create environments.');
  }
  const { rows } = await database.asTenant(tenantId, async (tx) => {
    await tx.query(
      `insert into public.environments (tenant_id, name, request_sha256, created_by, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(hours => $5)) on conflict (tenant_id, name) do nothing`,
      [tenantId, name, request, userId, hours ?? null],
    );
    return tx.query<Environment>(
      `select ${COLUMNS} from public.environments where tenant_id = $1 and name = $2`,
      [tenantId, name],
    );
  });
  const found = rows[0]!;
  if (found.request_sha256 === request) return found;
  throw new AppError(
    'conflict',
    `An environment ${name} exists, made from something else. Choose another name, or delete it.`,
  );
}
