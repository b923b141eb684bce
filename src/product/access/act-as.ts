import type pg from 'pg';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { Account } from '../../platform/functions/define.ts';

/** Works in a transaction of the owner's on somebody's behalf: what is put on record there names them. */
export function actAs<Result>(
  database: Database,
  { userId, email }: Account,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return transaction(database.owner, async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: userId, email }),
    ]);
    return work(tx);
  });
}
