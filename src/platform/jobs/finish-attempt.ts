import type pg from 'pg';
import type { Run } from './runs.ts';

/** Ends the run; returns false if another attempt has claimed it. */
export async function finishAttempt(
  db: Pick<pg.Pool, 'query'>,
  {
    run,
    status,
    error,
    result,
  }: {
    run: Run;
    status: 'completed' | 'failed' | 'cancelled';
    error: string | null;
    result: Record<string, unknown> | null;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update public.runs set status = $3, error = $4, result = $5, finished_at = now(), updated_at = now()
      where id = $1 and attempt = $2 and status = 'running'`,
    [run.id, run.attempt, status, error, result === null ? null : JSON.stringify(result)],
  );
  return rowCount === 1;
}
