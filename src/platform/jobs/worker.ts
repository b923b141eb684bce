import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { HELP_QUEUE, openBoss, QUEUE } from './boss.ts';
import { executeRun } from './execute-run.ts';
import { helpRun } from './help-run.ts';
import { openNotifications } from './notifications.ts';
import { reconcileRuns } from './reconcile.ts';
import type { RunHandler, RunHelper } from './run-context.ts';
import { giveSigns } from './worker-signs.ts';

const RECONCILE_MILLISECONDS = 5000;
/** Time for running work to end; after it, runs return to the queue. */
const STOP_MILLISECONDS = 8000;

export type Worker = { stop: () => Promise<void> };

/** Stops as soon as current jobs end; pg-boss alone polls for that every half second. */
async function stopTaking(boss: PgBoss): Promise<void> {
  const waited = new AbortController();
  const jobsEnded = Promise.all([QUEUE, HELP_QUEUE].map((queue) => boss.offWork(queue)));
  const tooLong = sleep(STOP_MILLISECONDS, undefined, { signal: waited.signal }).catch(() => {});
  await Promise.race([jobsEnded, tooLong]);
  waited.abort();
  await boss.stop({ graceful: false });
}

/** Processes runs from the queue, two at a time so that a long run does not block a short one. */
export async function startWorker(options: {
  database: Database;
  handlers: Record<string, RunHandler>;
  helpers?: Record<string, RunHelper>;
  log: FastifyBaseLogger;
  concurrency?: number;
  admit?: () => Promise<void>;
  tracing?: Tracing;
}): Promise<Worker> {
  const {
    database,
    handlers,
    helpers = {},
    log,
    admit = async () => {},
    tracing = noTracing,
  } = options;
  const boss = await openBoss(database.ownerUrl, {
    listening: true,
    onError: (error) => log.warn({ err: error }, 'job queue'),
  });
  const notifications = await openNotifications(database.ownerUrl, ['sandbox_cancel']);
  const stopping = new AbortController();
  const parts = { pool: database.owner, boss, notifications, handlers, admit, tracing, log };
  const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
  await boss.work<{ runId: string }>(
    QUEUE,
    { ...polling, localConcurrency: options.concurrency ?? 2 },
    async ([job]) => {
      if (job) await executeRun(parts, job.data.runId, stopping.signal);
    },
  );
  const help = { pool: database.owner, notifications, helpers, log };
  await boss.work<{ runId: string }>(HELP_QUEUE, polling, async ([job]) => {
    if (job) await helpRun(help, job.data.runId, stopping.signal);
  });
  const reconcile = () =>
    reconcileRuns(database.owner, boss).catch((error: unknown) =>
      log.warn({ err: error }, 'could not reconcile runs'),
    );
  const timer = setInterval(reconcile, RECONCILE_MILLISECONDS);
  void reconcile();
  const endSigns = giveSigns(database.owner, (error) =>
    log.warn({ err: error }, 'could not record the sign of life of this worker'),
  );
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await endSigns();
      await stopTaking(boss);
      await notifications.close();
    },
  };
}
