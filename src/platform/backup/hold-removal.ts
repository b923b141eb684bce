import type pg from 'pg';

/** The number of the lock that a backup holds; bytes of deleted rows stay while it does. */
const BACKUP_LOCK = 7_265_002;

/** Keeps the bytes of what is deleted from now on, until the connection ends: the state copied may still name them. */
export async function holdRemoval(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
}

/** Whether bytes may go now, which stays so until the transaction ends. */
export async function mayRemove(tx: pg.ClientBase): Promise<boolean> {
  const { rows } = await tx.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock_shared($1) as free',
    [BACKUP_LOCK],
  );
  return rows[0]!.free;
}
