import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';

/**
 * Keeps an account as it is until the transaction ends: for work that began with the account's rights and took long.
 *
 * @throws AppError where it was disabled or deleted in the meantime
 */
export async function lockAccount(tx: pg.PoolClient, userId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from auth.users
      where id = $1 and (banned_until is null or banned_until <= now()) for share`,
    [userId],
  );
  if (rowCount === 1) return;
  throw new AppError('forbidden', 'This account was disabled or deleted. Nothing was kept.');
}
