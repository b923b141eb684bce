import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../database/database.ts';

/** Returns a secret of this installation, created once and readable only by the owner role. */
export async function serverSecret(pool: pg.Pool, name: string): Promise<Buffer> {
  const value = await transaction(pool, async (tx) => {
    await tx.query(
      'insert into private.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
      [name, randomBytes(32).toString('hex')],
    );
    const { rows } = await tx.query<{ value: string }>(
      'select value from private.secrets where name = $1',
      [name],
    );
    return rows[0]!.value;
  });
  return Buffer.from(value, 'hex');
}
