import type pg from 'pg';
import { forgetAttempts } from './rate-limiting/count-attempt.ts';
import { forgetNetworks } from './rate-limiting/known-networks.ts';

export async function sweep(pool: pg.Pool, idleSeconds: number): Promise<void> {
  await forgetAttempts(pool);
  await forgetNetworks(pool);
  await pool.query('delete from auth.flow_state where expires_at < now()');
  await pool.query('delete from auth.auth_codes where expires_at < now()');
  await pool.query('delete from auth.one_time_tokens where expires_at < now()');
  await pool.query('delete from auth.mfa_challenges where expires_at < now()');
  await pool.query(
    `delete from auth.sessions
      where (not_after < now() or refreshed_at < now() - make_interval(secs => $1))
        and (links_until is null or links_until < now())`,
    [idleSeconds],
  );
}
