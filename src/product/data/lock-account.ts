import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';

/** Locks an account after long work with its rights. @throws AppError if disabled or deleted */
export async function lockAccount(tx: pg.PoolClient, userId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from auth.users
      where id = $1 and (banned_until is null or banned_until <= now()) for share`,
    [userId],
  );
  if (rowCount === 1) return;
  throw new AppError('forbidden', 'This account was disabled or deleted. Nothing was saved.');
}
