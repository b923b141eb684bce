import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { AppError } from '../../shared/errors.ts';
import { isConnectionLost } from '../database/connection-lost.ts';
import { diskFull } from '../files/disk-full.ts';
import { HELP_QUEUE } from './boss.ts';
import type { Notifications } from './notifications.ts';
import { cancelledError, type RunContext, type RunHandler } from './run-context.ts';
import { enqueueRun, type Run } from './runs.ts';

const BEAT_MILLISECONDS = 2000;
const REPORT_MILLISECONDS = 250;
const MAX_ATTEMPTS = 4;

type Parts = {
  pool: pg.Pool;
  boss: PgBoss;
  notifications: Notifications;
  handlers: Record<string, RunHandler>;
  /** Looks before each run whether the machine can take it on; what it throws ends the run. */
  admit: () => Promise<void>;
  log: FastifyBaseLogger;
};

/** Takes a run up, carries it out, and writes how it ended. The attempt's number fences off a worker thought dead. */
export async function executeRun(
  parts: Parts,
  runId: string,
  stopping: AbortSignal,
): Promise<void> {
  const { pool, log } = parts;
  const run = await startAttempt(pool, runId);
  if (run === null) return;
  const handler = parts.handlers[run.kind];
  const life = keepAlive(parts, run, stopping);
  try {
    if (!handler) throw new AppError('internal', `No worker knows how to do '${run.kind}'.`);
    if (run.attempt > MAX_ATTEMPTS) {
      throw new AppError(
        'internal',
        `Given up after ${MAX_ATTEMPTS} attempts that ended without an answer.`,
      );
    }
    await parts.admit();
    const result = await handler(life.context);
    await finish(pool, { run, status: 'completed', error: null, result });
  } catch (error) {
    // The job stays open: the queue hands it out again, and the next attempt looks whether it is to stop.
    if (isConnectionLost(error) && run.attempt < MAX_ATTEMPTS) {
      log.warn({ err: error, run: runId, kind: run.kind }, 'a run lost the database');
      throw error;
    }
    const stop = await readStop(pool, run, life.cancelRequested());
    if (stopping.aborted && !stop.requested) throw error;
    if (stop.requested)
      await finish(pool, { run, status: 'cancelled', error: stop.reason, result: null });
    else {
      const known = error instanceof AppError ? error : diskFull(error);
      log.error({ err: error, run: runId, kind: run.kind }, 'a run failed');
      const message = known?.message ?? 'Something went wrong in the worker. Nothing was kept.';
      await finish(pool, { run, status: 'failed', error: message, result: null });
    }
  } finally {
    life.end();
  }
}

/** Whether a run is to stop, and why: what it works on may be gone before the news of it has come. */
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
      returning id, tenant_id, kind, subject, status, attempt, created_by, result, error, cancel_requested,
                stop_reason`,
    [id],
  );
  const run = rows[0];
  if (!run) return null;
  if (run.cancel_requested) {
    await finish(pool, { run, status: 'cancelled', error: run.stop_reason, result: null });
    return null;
  }
  return run;
}

/** Heartbeat, progress and Cancel of one attempt. */
function keepAlive({ pool, boss, notifications }: Parts, run: Run, stopping: AbortSignal) {
  const abort = new AbortController();
  let cancelled = false;
  let latest: { stage: string; done: number; total: number | null } | null = null;
  let writing = Promise.resolve();
  let lastWrite = 0;

  const write = () => {
    const now = latest;
    lastWrite = Date.now();
    writing = writing.then(async () => {
      const { rows } = await pool
        .query<{ cancel_requested: boolean }>(
          `update public.runs set heartbeat_at = now(), updated_at = now(),
                  stage = coalesce($3, stage), done = coalesce($4, done), total = coalesce($5, total)
            where id = $1 and attempt = $2 and status = 'running' returning cancel_requested`,
          [run.id, run.attempt, now?.stage ?? null, now?.done ?? null, now?.total ?? null],
        )
        .catch(() => ({ rows: [{ cancel_requested: false }] }));
      if (rows.length === 0)
        abort.abort(new AppError('conflict', 'Another worker has taken this run up.'));
      else if (rows[0]!.cancel_requested) cancel();
    });
  };
  const cancel = () => {
    cancelled = true;
    abort.abort(cancelledError());
  };
  const stop = () => abort.abort(new AppError('unavailable', 'The worker is stopping.'));
  stopping.addEventListener('abort', stop, { once: true });
  const forget = notifications.on('sandbox_cancel', (payload) => {
    if (payload === run.id) cancel();
    else if (payload === '') write();
  });
  const beat = setInterval(write, BEAT_MILLISECONDS);

  const context: RunContext = {
    run,
    signal: abort.signal,
    progress: (stage, done, total) => {
      const newStage = latest?.stage !== stage;
      latest = { stage, done: Math.floor(done), total: total === null ? null : Math.floor(total) };
      if (newStage || Date.now() - lastWrite > REPORT_MILLISECONDS) write();
    },
    fence: async (tx) => {
      const { rows } = await tx.query<{ cancel_requested: boolean }>(
        "select cancel_requested from public.runs where id = $1 and attempt = $2 and status = 'running' for update",
        [run.id, run.attempt],
      );
      if (rows.length === 0)
        throw new AppError('conflict', 'Another worker has taken this run up.');
      if (rows[0]!.cancel_requested) {
        cancel();
        throw cancelledError();
      }
    },
    complete: async (tx, result) => {
      if (!(await finish(tx, { run, status: 'completed', error: null, result })))
        throw new AppError('conflict', 'Another worker has taken this run up.');
      return result;
    },
    enqueue: (tx, kind, subject) =>
      enqueueRun(boss, tx, {
        kind,
        subject,
        tenantId: run.tenant_id,
        createdBy: run.created_by,
      }),
    callForHelp: async (helpers) => {
      const jobs = Array.from({ length: helpers }, () => ({ data: { runId: run.id } }));
      if (helpers > 0) await boss.insert(HELP_QUEUE, jobs);
    },
  };
  return {
    context,
    cancelRequested: () => cancelled,
    end: () => {
      clearInterval(beat);
      stopping.removeEventListener('abort', stop);
      forget();
    },
  };
}

/** Whether the run was still this attempt's to end. */
async function finish(
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
