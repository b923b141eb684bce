import { createHash } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';

export type Attempt = {
  kind: string;
  /** Whom or what is counted; kept hashed. */
  key: string;
  most: number;
  seconds: number;
  refusal: (secondsLeft: number) => { code: string; message: string };
};

const digest = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt, or refuses it where there were too many. Counted before it is carried out, so that
 * attempts made side by side do not all pass. Returns how to take it back, for one that turned out well.
 */
export async function countAttempt(pool: pg.Pool, attempt: Attempt): Promise<() => Promise<void>> {
  const key = digest(attempt.key);
  const id = await transaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [
      `auth ${attempt.kind}`,
      key.toString('hex'),
    ]);
    const { rows } = await tx.query<{ count: number; left: number }>(
      `select count(*)::int as count,
              coalesce(ceil(extract(epoch from min(at) + make_interval(secs => $3) - now())), 0)::int as left
         from (select at from auth.attempts
                where kind = $1 and key = $2 and at > now() - make_interval(secs => $3)
                order by at desc limit $4) recent`,
      [attempt.kind, key, attempt.seconds, attempt.most],
    );
    const { count, left } = rows[0]!;
    if (count >= attempt.most) {
      const { code, message } = attempt.refusal(Math.max(1, left));
      throw new AuthError(429, code, message);
    }
    const made = await tx.query<{ id: string }>(
      'insert into auth.attempts (kind, key) values ($1, $2) returning id',
      [attempt.kind, key],
    );
    return made.rows[0]!.id;
  });
  return async () => {
    await pool.query('delete from auth.attempts where id = $1', [id]);
  };
}

/** Forgets attempts that no limit looks at any more. */
export async function forgetAttempts(pool: pg.Pool): Promise<void> {
  await pool.query("delete from auth.attempts where at < now() - interval '1 day'");
}
