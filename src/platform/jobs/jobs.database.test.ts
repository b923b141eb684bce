import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import {
  createTestDatabase,
  endConnection,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { AppError } from '../../shared/errors.ts';
import { transaction } from '../database/database.ts';
import { runThread } from '../threads/thread.ts';
import { noTracing } from '../tracing/tracing.ts';
import { openBoss } from './boss.ts';
import { executeRun } from './execute-run.ts';
import { type Notifications, openNotifications } from './notifications.ts';
import type { RunHandler } from './run-context.ts';
import { enqueueRun, readRun, waitForRun } from './runs.ts';
import { startWorker, type Worker } from './worker.ts';

const log = pino({ level: 'silent' });
const tenantId = randomUUID();
let db: TestDatabase;
let boss: PgBoss;
let notifications: Notifications;
let worker: Worker;

const handlers: Record<string, RunHandler> = {
  quick: async ({ run }) => ({ doubled: Number(run.subject.n) * 2 }),
  refuse: async () => {
    throw new AppError('bad_request', 'No rows to learn from.');
  },
  crash: async () => {
    throw new TypeError('secret detail');
  },
  losing: async ({ run }) => {
    if (run.attempt < 3) {
      await transaction(db.database.owner, async (tx) => {
        const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        await Promise.all([tx.query('select pg_sleep(20)'), endConnection(db, rows[0]!.pid)]);
      });
    }
    return { attempts: run.attempt };
  },
  unanswered: async ({ run, fence, complete }) => {
    await transaction(db.database.owner, async (tx) => {
      await fence(tx);
      await tx.query('insert into private.secrets (name, value) values ($1, $2)', [
        `${run.id} ${run.attempt}`,
        'made',
      ]);
      return complete(tx, { attempts: run.attempt });
    });
    // The server has committed, but its answer was lost.
    throw new Error('Connection terminated unexpectedly');
  },
  endless: async ({ signal, progress }) => {
    progress('waiting', 1, 10);
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return {};
  },
  waiting: async ({ run, progress, postpone }) => {
    progress('outside', run.attempt, null);
    if (run.attempt < 12) await postpone(0);
    return { attempts: run.attempt };
  },
  spinning: async ({ signal }) => {
    const spin = new URL('../threads/spin-thread.fixture.ts', import.meta.url);
    for await (const _ of runThread(spin, null, signal));
    return {};
  },
};

beforeAll(async () => {
  db = await createTestDatabase();
  worker = await startWorker({ database: db.database, handlers, log });
  boss = await openBoss(db.url, { listening: false, onError: () => {} });
  notifications = await openNotifications(db.url, ['sandbox_run', 'sandbox_cancel']);
});

afterAll(async () => {
  await notifications.close();
  await boss.stop({ graceful: false });
  await worker.stop();
  await db.close();
});

const enqueue = (kind: string, subject: Record<string, unknown> = {}) =>
  transaction(db.database.owner, (tx) =>
    enqueueRun(boss, tx, { tenantId, kind, subject, createdBy: null }),
  );

const listener = {
  onEnd: (id: string, wake: () => void) =>
    notifications.on('sandbox_run', (ended) => {
      if (ended === id) wake();
    }),
};
const finished = (id: string) =>
  waitForRun(db.database.owner, { listener, id, milliseconds: 20_000 });

async function whenRunning(id: string): Promise<void> {
  for (;;) {
    if ((await readRun(db.database.owner, id))?.status === 'running') return;
    await sleep(20);
  }
}

async function cancel(id: string): Promise<void> {
  await db.database.owner.query('update public.runs set cancel_requested = true where id = $1', [
    id,
  ]);
  await db.database.owner.query("select pg_notify('sandbox_cancel', $1)", [id]);
}

test('a run is claimed and stores its result', async () => {
  const run = await finished(await enqueue('quick', { n: 21 }));
  expect(run).toMatchObject({ status: 'completed', attempt: 1, result: { doubled: 42 } });
});

test('a waiting run releases its worker as often as needed and is claimed by one job', async () => {
  const id = await enqueue('waiting');
  expect(await finished(id)).toMatchObject({ status: 'completed', result: { attempts: 13 } });
  const { rows } = await db.database.owner.query(
    "select state from pgboss.job where data ->> 'runId' = $1 and state <> 'completed'",
    [id],
  );
  expect(rows.length).toBeLessThanOrEqual(1);
});

test('shows the message of a refusal, and hides unexpected errors', async () => {
  expect(await finished(await enqueue('refuse'))).toMatchObject({
    status: 'failed',
    error: 'No rows to learn from.',
  });
  const crashed = await finished(await enqueue('crash'));
  expect(crashed?.status).toBe('failed');
  expect(crashed?.error).not.toContain('secret');
});

longTest('a run whose database connection is lost twice is retried and completes', async () => {
  const run = await finished(await enqueue('losing'));
  expect(run).toMatchObject({ status: 'completed', attempt: 3, result: { attempts: 3 } });
});

test('work whose commit was not answered is not done a second time', async () => {
  const id = await enqueue('unanswered');
  expect(await finished(id)).toMatchObject({ status: 'completed', result: { attempts: 1 } });
  const jobOf = async () => {
    const { rows } = await db.database.owner.query<{ state: string }>(
      "select state from pgboss.job where data ->> 'runId' = $1",
      [id],
    );
    return rows[0]?.state;
  };
  await expect.poll(jobOf, { timeout: 20_000 }).toBe('completed');
  const { rows } = await db.database.owner.query(
    'select name from private.secrets where starts_with(name, $1)',
    [id],
  );
  expect(rows).toEqual([{ name: `${id} 1` }]);
});

test('a rolled back request leaves neither run nor job', async () => {
  let id = '';
  await transaction(db.database.owner, async (tx) => {
    id = await enqueueRun(boss, tx, { tenantId, kind: 'quick', subject: {}, createdBy: null });
    throw new Error('rolled back');
  }).catch(() => {});
  expect(id).not.toBe('');
  expect(await readRun(db.database.owner, id)).toBeNull();
  const jobs = await db.database.owner.query("select from pgboss.job where data ->> 'runId' = $1", [
    id,
  ]);
  expect(jobs.rowCount).toBe(0);
});

test.each(['endless', 'spinning'])(
  'Cancel reaches running code, on a quiet machine within a second: %s',
  async (kind) => {
    const id = await enqueue(kind);
    await whenRunning(id);
    await sleep(150);
    const before = performance.now();
    await cancel(id);
    expect(await finished(id)).toMatchObject({ status: 'cancelled' });
    if (process.env.TEST_LONG) expect(performance.now() - before).toBeLessThan(1000);
  },
);

test('a run that another worker took up since is fenced off', async () => {
  const id = await enqueue('quick');
  await finished(id);
  await db.database.owner.query(
    "update public.runs set status = 'running', attempt = 1, result = null, error = null where id = $1",
    [id],
  );
  const fences: string[] = [];
  const slow: RunHandler = async ({ fence }) => {
    await db.database.owner.query('update public.runs set attempt = attempt + 1 where id = $1', [
      id,
    ]);
    await transaction(db.database.owner, fence).catch((error: Error) => {
      fences.push(error.message);
      throw error;
    });
    return { written: true };
  };
  await executeRun(
    {
      pool: db.database.owner,
      boss,
      notifications,
      handlers: { quick: slow },
      admit: async () => {},
      tracing: noTracing,
      log,
    },
    id,
    new AbortController().signal,
  );
  expect(fences).toEqual([expect.stringContaining('Another worker has claimed this run')]);
  expect((await readRun(db.database.owner, id))?.result).toBeNull();
});

test('a run that a procedure queued finds its job', async () => {
  const { rows } = await db.database.owner.query<{ id: string }>(
    `insert into public.runs (tenant_id, kind, subject, created_at)
     values ($1, 'quick', '{"n": 4}', now() - interval '1 minute') returning id`,
    [tenantId],
  );
  expect(await finished(rows[0]!.id)).toMatchObject({
    status: 'completed',
    result: { doubled: 8 },
  });
});
