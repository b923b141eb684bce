import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Notifications } from './notifications.ts';
import { cancelledError, type RunHelper } from './run-context.ts';
import { readRun } from './runs.ts';

type Parts = {
  pool: pg.Pool;
  notifications: Notifications;
  helpers: Record<string, RunHelper>;
  log: FastifyBaseLogger;
};

/** Helps with a running run. Errors are ignored: the run's own worker continues without help. */
export async function helpRun(parts: Parts, runId: string, stopping: AbortSignal): Promise<void> {
  const { pool, notifications, helpers } = parts;
  const run = await readRun(pool, runId);
  const helper = run?.status === 'running' ? helpers[run.kind] : undefined;
  if (run === null || helper === undefined) return;
  const log = parts.log.child({ run: runId, kind: run.kind, requestId: run.request_id });
  const abort = new AbortController();
  const forget = notifications.on('sandbox_cancel', (payload) => {
    if (payload === runId) abort.abort(cancelledError());
  });
  try {
    await helper(run, AbortSignal.any([stopping, abort.signal]));
  } catch (error) {
    if (!abort.signal.aborted && !stopping.aborted)
      log.warn({ err: error }, 'could not help with a run');
  } finally {
    forget();
  }
}
