import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { QUEUE } from './boss.ts';

const NO_LIVE_JOB = `not exists (
  select from pgboss.job j
   where j.name = '${QUEUE}' and j.state in ('created', 'retry', 'active') and j.data ->> 'runId' = r.id::text)`;

/**
 * Repairs runs without a job: queues those created by procedures and fails those whose job was
 * given up. Idempotent, safe in any process.
 */
export async function reconcileRuns(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const queued = await pool.query<{ id: string }>(
    `select r.id from public.runs r
      where r.status = 'queued' and r.created_at < now() - interval '2 seconds' and ${NO_LIVE_JOB}`,
  );
  for (const { id } of queued.rows) {
    await boss.send(QUEUE, { runId: id }, { singletonKey: id, singletonSeconds: 30 });
  }
  await pool.query(
    `update public.runs r set status = 'failed', finished_at = now(), updated_at = now(),
            error = 'The worker ended again and again while it did this. Nothing was kept.'
      where r.status = 'running' and r.heartbeat_at < now() - interval '90 seconds' and ${NO_LIVE_JOB}`,
  );
}
