import type pg from 'pg';
import { type Database, transaction } from '../../platform/database/database.ts';
import type { Account } from '../../platform/functions/define.ts';

/** Runs work in an owner transaction whose audit entries name a user. */
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
