import type pg from 'pg';

/**
 * Returns a tenant's transaction to the server's own role, for what policies do not cover: COPY into
 * tables with policies, and the queue. Has no effect on transactions of the owner.
 * @returns a function that restores the tenant's role
 */
export async function suspendTenant(tx: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows } = await tx.query<{ suspended: boolean }>(
    'select private.suspend_tenant_work() as suspended',
  );
  return async () => {
    if (rows[0]!.suspended) await tx.query('select private.resume_tenant_work()');
  };
}
