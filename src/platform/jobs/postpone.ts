import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { transaction } from '../database/database.ts';
import { QUEUE } from './boss.ts';
import type { Run } from './runs.ts';

/**
 * Ends an attempt in order, and has the run taken up again later. The run has one job that waits, however often a
 * worker dies between this and the end of its own job.
 */
export async function postpone(
  pool: pg.Pool,
  boss: PgBoss,
  { run, seconds }: { run: Run; seconds: number },
): Promise<void> {
  await transaction(pool, async (tx) => {
    // The next number already: nothing that this attempt still writes counts.
    const { rowCount } = await tx.query(
      `update public.runs set attempt = attempt + 1, orderly_attempts = attempt + 1, heartbeat_at = now(),
              updated_at = now()
        where id = $1 and attempt = $2 and status = 'running'`,
      [run.id, run.attempt],
    );
    if (rowCount !== 1) return;
    const { rowCount: waiting } = await tx.query(
      `select from pgboss.job where name = $1 and state in ('created', 'retry') and data ->> 'runId' = $2 limit 1`,
      [QUEUE, run.id],
    );
    if (waiting === 1) return;
    await boss.send(
      QUEUE,
      { runId: run.id },
      {
        startAfter: seconds,
        db: { executeSql: (text, values) => tx.query(text, values as unknown[]) },
      },
    );
  });
}
