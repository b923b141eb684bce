import type pg from 'pg';
import { KNOWN_DAYS } from './device-cookie.ts';

/** Returns true if the account signed in from this network lately; for clients without cookies. */
export async function isKnownNetwork(
  pool: pg.Pool,
  email: string,
  network: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from auth.known_networks n join auth.users u on u.id = n.user_id
      where lower(u.email) = $1 and n.network = $2 and n.seen_at > now() - make_interval(days => $3)`,
    [email, network, KNOWN_DAYS],
  );
  return rowCount === 1;
}

export async function rememberNetwork(
  pool: pg.Pool,
  userId: string,
  network: string,
): Promise<void> {
  await pool.query(
    `insert into auth.known_networks (user_id, network) select id, $2 from auth.users where id = $1
     on conflict (user_id, network) do update set seen_at = now()`,
    [userId, network],
  );
}

export async function forgetNetworks(pool: pg.Pool): Promise<void> {
  await pool.query(
    'delete from auth.known_networks where seen_at < now() - make_interval(days => $1)',
    [KNOWN_DAYS],
  );
}
