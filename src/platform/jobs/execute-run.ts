import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { AppError } from '../../shared/errors.ts';
import { isConnectionLost } from '../database/connection-lost.ts';
import { diskFull } from '../files/disk-full.ts';
import { withRequest } from '../tracing/request-context.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { finishAttempt } from './finish-attempt.ts';
import { keepAlive } from './keep-alive.ts';
import type { Notifications } from './notifications.ts';
import type { RunHandler } from './run-context.ts';
import type { Run } from './runs.ts';

const MAX_ATTEMPTS = 4;

type Parts = {
  pool: pg.Pool;
  boss: PgBoss;
  notifications: Notifications;
  handlers: Record<string, RunHandler>;
  /** Checks before each run if the machine can take it; an error ends the run. */
  admit: () => Promise<void>;
  tracing: Tracing;
  log: FastifyBaseLogger;
};

const triesOf = ({ attempt, orderly_attempts: orderly }: Run): number => attempt - orderly;

/** Executes a claimed run and records its outcome; the attempt number fences off dead workers. */
export async function executeRun(
  parts: Parts,
  runId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, tracing } = parts;
  const run = await startAttempt(pool, runId);
  if (run === null) return;
  const log = parts.log.child({ run: runId, kind: run.kind, requestId: run.request_id });
  const span = tracing.start(`run ${run.kind}`, {
    kind: 'consumer',
    parent: run.traceparent,
    attributes: { 'sandbox.run': runId, 'sandbox.attempt': run.attempt },
  });
  const handler = parts.handlers[run.kind];
  const life = keepAlive({ ...parts, span }, run, stopping);
  const startedAt = performance.now();
  let failure: unknown;
  const request = {
    id: run.request_id ?? runId,
    traceparent: span.traceparent,
    ...(run.api_key_id !== null && { keyId: run.api_key_id }),
  };
  try {
    if (!handler) throw new AppError('internal', `No worker supports runs of kind '${run.kind}'.`);
    if (triesOf(run) > MAX_ATTEMPTS) {
      throw new AppError(
        'internal',
        `Stopped after ${MAX_ATTEMPTS} attempts that ended without a result.`,
      );
    }
    await parts.admit();
    const result = await withRequest(request, () => handler(life.context));
    await finishAttempt(pool, { run, status: 'completed', error: null, result });
    log.info({ ms: Math.round(performance.now() - startedAt) }, 'a run was done');
  } catch (error) {
    failure = error;
    // The job stays open: the queue redelivers it, and the next attempt checks if it should stop.
    if (isConnectionLost(error) && triesOf(run) < MAX_ATTEMPTS) {
      log.warn({ err: error }, 'a run lost the database');
      throw error;
    }
    const stop = await readStop(pool, run, life.cancelRequested());
    if (stopping.aborted && !stop.requested) throw error;
    if (stop.requested)
      await finishAttempt(pool, { run, status: 'cancelled', error: stop.reason, result: null });
    else {
      const appError = error instanceof AppError ? error : diskFull(error);
      log.error({ err: error }, 'a run failed');
      const message = appError?.message ?? 'Unexpected error in the worker. Nothing was stored.';
      await finishAttempt(pool, { run, status: 'failed', error: message, result: null });
    }
  } finally {
    life.end();
    span.end({ error: failure });
  }
}

/** Reads if and why a run should stop; its subject may be deleted before the notification. */
async function readStop(
  pool: pg.Pool,
  run: Run,
  cancelled: boolean,
): Promise<{ requested: boolean; reason: string | null }> {
  const { rows } = await pool.query<{ requested: boolean; reason: string | null }>(
    'select cancel_requested as requested, stop_reason as reason from public.runs where id = $1 and attempt = $2',
    [run.id, run.attempt],
  );
  return rows[0] ?? { requested: cancelled, reason: null };
}

async function startAttempt(pool: pg.Pool, id: string): Promise<Run | null> {
  const { rows } = await pool.query<
    Run & { cancel_requested: boolean; stop_reason: string | null }
  >(
    `update public.runs set status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now()),
            heartbeat_at = now(), updated_at = now()
      where id = $1 and status in ('queued', 'running')
      returning id, tenant_id, kind, subject, status, attempt, orderly_attempts, created_by, api_key_id, request_id,
                traceparent, result, error, cancel_requested, stop_reason`,
    [id],
  );
  const run = rows[0];
  if (!run) return null;
  if (run.cancel_requested) {
    await finishAttempt(pool, { run, status: 'cancelled', error: run.stop_reason, result: null });
    return null;
  }
  return run;
}
