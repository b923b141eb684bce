import type pg from 'pg';

/** Advisory lock of a backup; files of deleted rows are retained while it is held. */
const BACKUP_LOCK = 7_265_002;

/** Retains deleted files until the connection ends, as the copied state may still name them. */
export async function holdRemoval(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
}

export async function mayRemove(tx: pg.ClientBase): Promise<boolean> {
  const { rows } = await tx.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock_shared($1) as free',
    [BACKUP_LOCK],
  );
  return rows[0]!.free;
}
