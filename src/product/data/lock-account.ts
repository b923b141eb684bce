import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';

/** Locks an account after long work with its rights. @throws AppError if disabled or deleted */
export async function lockAccount(tx: pg.PoolClient, userId: string): Promise<void> {
  const { rows } = await tx.query<{ active: boolean }>(
    'select private.lock_account($1) as active',
    [userId],
  );
  if (rows[0]!.active) return;
  throw new AppError('forbidden', 'This account was disabled or deleted. Nothing was saved.');
}
