import { createHash } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../database/database.ts';
import { type AuthError, tooManyRequests } from '../auth-error.ts';

export type Attempt = {
  kind: string;
  /** Counted subject; stored hashed. */
  key: string;
  max: number;
  seconds: number;
  refusal?: (secondsLeft: number) => { code: string; message: string };
};

export type Counted = {
  /** Earlier attempts within the window, up to `max`. */
  before: number;
  takeBack: () => Promise<void>;
};

const digest = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt, or refuses it at the limit. Counting precedes the attempt, so that parallel
 * attempts cannot all pass.
 *
 * @throws AuthError 429 at the limit, with the seconds until the next attempt is allowed
 */
export async function countAttempt(pool: pg.Pool, attempt: Attempt): Promise<Counted> {
  const key = digest(attempt.key);
  const { id, before } = await transaction(pool, async (tx) => {
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
      [attempt.kind, key, attempt.seconds, attempt.max],
    );
    const { count, left } = rows[0]!;
    if (attempt.refusal && count >= attempt.max) throw refused(attempt.refusal, Math.max(1, left));
    const inserted = await tx.query<{ id: string }>(
      'insert into auth.attempts (kind, key) values ($1, $2) returning id',
      [attempt.kind, key],
    );
    return { id: inserted.rows[0]!.id, before: count };
  });
  return {
    before,
    takeBack: async () => {
      await pool.query('delete from auth.attempts where id = $1', [id]);
    },
  };
}

function refused(refusal: NonNullable<Attempt['refusal']>, seconds: number): AuthError {
  const { code, message } = refusal(seconds);
  return tooManyRequests(code, message, seconds);
}

export async function forgetAttempts(pool: pg.Pool): Promise<void> {
  await pool.query("delete from auth.attempts where at < now() - interval '1 day'");
}
