import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const SIGN_MILLISECONDS = 2000;
/** Silence after which a worker counts as stopped. */
const SILENCE = "interval '10 seconds'";

/** Records every two seconds that this worker lives; the returned function removes the record. */
export function giveSigns(pool: pg.Pool, onError: (error: unknown) => void): () => Promise<void> {
  const id = randomUUID();
  const sign = () =>
    pool
      .query(
        `with gone as (delete from private.workers where heard_at < now() - interval '1 hour')
         insert into private.workers (id) values ($1) on conflict (id) do update set heard_at = now()`,
        [id],
      )
      .then(() => {}, onError);
  let last = sign();
  const timer = setInterval(() => {
    last = sign();
  }, SIGN_MILLISECONDS);
  return async () => {
    clearInterval(timer);
    await last;
    await pool.query('delete from private.workers where id = $1', [id]).catch(onError);
  };
}

export async function countWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ workers: number }>(
    `select count(*)::int as workers from private.workers where heard_at > now() - ${SILENCE}`,
  );
  return rows[0]!.workers;
}

export const isWorkerAlive = async (pool: pg.Pool): Promise<boolean> =>
  (await countWorkers(pool)) > 0;
