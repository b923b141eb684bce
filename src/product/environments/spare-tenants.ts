import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../platform/database/database.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import type { Product } from '../product.ts';
import type { Environment } from './environment.ts';
import { loadFiles } from './pinned-files.ts';

/** Loads of spares compete with requests for the processor. */
const inSlot = createSlots(1);

/** Returns the spare tenant of an environment if it has the rows of the present pin. */
export async function findSpare(
  tx: pg.PoolClient,
  { id, pin }: Pick<Environment, 'id' | 'pin'>,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ tenant: string }>(
    'select tenant from private.environment_tenants where environment_id = $1 and pin = $2 for update',
    [id, pin],
  );
  return rows[0]?.tenant;
}

/** Deletes the rows of tenants that resets replaced. */
export async function purgeRetiredTenants(owner: pg.Pool): Promise<void> {
  const purge = 'select private.purge_retired_tenant() as purged';
  for (;;) {
    const { rows } = await owner.query<{ purged: boolean }>(purge);
    if (!rows[0]!.purged) return;
  }
}

async function fillSpare(product: Product, environment: Environment): Promise<void> {
  const { id, pin, files, tenant_id: tenantId } = environment;
  await transaction(product.platform.database.owner, async (tx) => {
    if ((await findSpare(tx, { id, pin })) !== undefined) return;
    const tenant = randomUUID();
    await loadFiles(product, tx, { tenant, tenantId, files });
    // Rows of an environment that was deleted, or pinned again, meanwhile are of no use.
    const { rowCount } = await tx.query(
      `insert into private.environment_tenants (tenant, environment_id, pin)
       select $2, id, pin from public.environments where id = $1 and pin = $3 for key share`,
      [id, tenant, pin],
    );
    if (rowCount !== 1) throw new Error(`environment ${id} changed while its spare was loaded`);
  });
}

/**
 * Prepares the next reset of an environment that was changed or reset: loads the rows of its pin once
 * more, and deletes what resets replaced. If that is lost or fails, the next reset loads them itself.
 */
export function prepareReset(
  product: Product,
  { found, changed }: Record<'found' | 'changed', Environment>,
): void {
  if (found.changed.length + changed.changed.length === 0) return;
  const work = async () => {
    await fillSpare(product, changed);
    await purgeRetiredTenants(product.platform.database.owner);
  };
  inSlot(work).catch((error: unknown) =>
    product.platform.log.warn({ err: error }, 'could not prepare the next reset'),
  );
}
