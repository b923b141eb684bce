import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { transaction } from '../database/database.ts';
import { QUEUE } from './boss.ts';
import type { Run } from './runs.ts';

/**
 * Ends an attempt in order and schedules the run again. The run has one waiting job, even if
 * workers die before their own job ends.
 */
export async function postpone(
  pool: pg.Pool,
  boss: PgBoss,
  { run, seconds }: { run: Run; seconds: number },
): Promise<void> {
  await transaction(pool, async (tx) => {
    // The number advances now, so that later writes of this attempt are ignored.
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
