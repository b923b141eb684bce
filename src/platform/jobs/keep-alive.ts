import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { AppError } from '../../shared/errors.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';
import { HELP_QUEUE } from './boss.ts';
import { finishAttempt } from './finish-attempt.ts';
import type { Notifications } from './notifications.ts';
import { postpone } from './postpone.ts';
import { cancelledError, type RunContext } from './run-context.ts';
import { enqueueRun, type Run } from './runs.ts';

const BEAT_MILLISECONDS = 2000;
const REPORT_MILLISECONDS = 250;

type Parts = {
  pool: pg.Pool;
  boss: PgBoss;
  notifications: Notifications;
  tracing: Tracing;
  span: Span;
};

function tracePhases(tracing: Tracing, { traceparent }: Span) {
  let current: Span | null = null;
  const end = () => current?.end();
  return {
    enter: (stage: string) => {
      end();
      current = tracing.start(stage, { kind: 'internal', parent: traceparent });
    },
    end,
  };
}

export function keepAlive(parts: Parts, run: Run, stopping: AbortSignal) {
  const { pool, boss, notifications } = parts;
  const phases = tracePhases(parts.tracing, parts.span);
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
        abort.abort(new AppError('conflict', 'Another worker has claimed this run.'));
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

  /** Writes the latest progress, which would no longer count after the attempt. */
  const writeLatest = () => {
    write();
    return writing;
  };

  const context: RunContext = {
    run,
    signal: abort.signal,
    progress: (stage, done, total) => {
      const newStage = latest?.stage !== stage;
      if (newStage) phases.enter(stage);
      latest = { stage, done: Math.floor(done), total: total === null ? null : Math.floor(total) };
      if (newStage || Date.now() - lastWrite > REPORT_MILLISECONDS) write();
    },
    fence: async (tx) => {
      await writeLatest();
      const { rows } = await tx.query<{ cancel_requested: boolean }>(
        "select cancel_requested from public.runs where id = $1 and attempt = $2 and status = 'running' for update",
        [run.id, run.attempt],
      );
      if (rows.length === 0) {
        throw new AppError(
          'conflict',
          'Another worker has claimed this run, or its account has joined an organization. Start it again if it failed.',
        );
      }
      if (rows[0]!.cancel_requested) {
        cancel();
        throw cancelledError();
      }
    },
    complete: async (tx, result) => {
      if (!(await finishAttempt(tx, { run, status: 'completed', error: null, result })))
        throw new AppError('conflict', 'Another worker has claimed this run.');
      return result;
    },
    postpone: async (seconds) => {
      await writeLatest();
      await postpone(pool, boss, { run, seconds });
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
      phases.end();
      stopping.removeEventListener('abort', stop);
      forget();
    },
  };
}
