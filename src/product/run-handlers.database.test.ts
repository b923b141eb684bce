import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../test/support/auth-host.ts';
import { longTest } from '../../test/support/long-test.ts';
import { sampleTransactions } from '../../test/support/sample-transactions.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { TEST_STORES } from '../platform/files/stores.fixture.ts';
import type { Account } from '../platform/functions/define.ts';
import { openBoss } from '../platform/jobs/boss.ts';
import { type Notifications, openNotifications } from '../platform/jobs/notifications.ts';
import { waitForRun } from '../platform/jobs/runs.ts';
import { startWorker, type Worker } from '../platform/jobs/worker.ts';
import { newVersion } from '../platform/storage/register-object.ts';
import { createSetupGuard } from './access/setup-guard.ts';
import { queueBatches } from './data/queue-batches.ts';
import { ingestFile } from './ingestion/ingest-file.ts';
import type { Product } from './product.ts';
import { runHandlers } from './run-handlers.ts';

/** Runs every job of the product with local and with remote files. */
const STORES = process.env.TEST_LONG ? TEST_STORES : TEST_STORES.slice(-1);

describe.each(STORES)('with a %s store', (_name, open) => {
  const userId = randomUUID();
  const account: Account = {
    userId,
    email: 'jobs@bank.example',
    tenantId: userId,
    orgId: null,
    role: 'admin',
  };
  const folder = mkdtempSync(join(tmpdir(), 'sandbox jobs '));
  const workFolder = join(folder, 'work');
  let host: AuthHost;
  let files: FileStore;
  let boss: PgBoss;
  let notifications: Notifications;
  let worker: Worker;
  let product: Product;
  let manifestId: string;

  beforeAll(async () => {
    host = await startAuthHost();
    const { database } = host.db;
    await database.owner.query('insert into auth.users (id, email) values ($1, $2)', [
      userId,
      account.email,
    ]);
    files = open(folder);
    boss = await openBoss(database.ownerUrl, { listening: false, onError: () => {} });
    notifications = await openNotifications(database.ownerUrl, ['sandbox_run']);
    const handlers = runHandlers({ database, files, workFolder });
    worker = await startWorker({ database, handlers, log: pino({ level: 'error' }) });
    product = {
      platform: host.platform,
      boss,
      notifications,
      files,
      maxAnswerBytes: 1024 ** 2,
      webhookHosts: [],
      addressOf: (below) => below,
      workFolder,
      version: 'test',
      logSigners: { witness: false, timestamp: false },
      recordRead: async () => {},
      setupToken: { matches: () => false },
      setupGuard: createSetupGuard(database.owner),
      passwordRules: {},
      accounts: {
        requestPasswordReset: async () => {},
        hasMailServer: false,
        sendMails: () => {},
      },
    };
    const { version, key } = newVersion();
    const stored = await files.put(key, Readable.from([Buffer.from(sampleTransactions(600))]));
    const answer = await ingestFile(product, account, {
      received: {
        filename: 'movements.csv',
        format: 'csv',
        version,
        key,
        stored,
      },
      accepts: { anyColumns: false, acceptRejected: false, recipe: null },
    });
    manifestId = answer.manifest_id;
    expect(answer.record_count).toBe(600);
  });
  afterAll(async () => {
    await worker.stop();
    await notifications.close();
    await boss.stop({ graceful: false });
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ended = (runId: string) =>
    waitForRun(host.db.database.owner, {
      listener: {
        onEnd: (id, wake) => notifications.on('sandbox_run', (note) => note === id && wake()),
      },
      id: runId,
      milliseconds: 120_000,
    });

  const make = async (kind: string, subject: Record<string, unknown>, entity = 'transactions') => {
    const queued = await queueBatches(product, account, { kind, subject, batches: [{ entity }] });
    const run = await ended(queued.runId);
    expect([kind, run?.status, run?.error]).toEqual([kind, 'completed', null]);
    return queued.batchIds[0]!;
  };

  const runsOf = async (kind: string) => {
    const { rows } = await host.db.database.owner.query<{ id: string }>(
      'select id from public.runs where kind = $1',
      [kind],
    );
    return rows.map(({ id }) => id);
  };

  test('profiles an upload', async () => {
    const [runId] = await runsOf('profile');
    expect((await ended(runId!))?.error).toBeNull();
    const { rows } = await host.db.database.owner.query<{ profile: { columns: unknown[] } }>(
      'select profile from public.ingestion_manifests where id = $1',
      [manifestId],
    );
    expect(rows[0]!.profile.columns).toHaveLength(11);
  });

  test('learns from an upload, measures the batch, and samples a stored private model again', async () => {
    const learn = (settings: object) =>
      make('synthesize', { manifestId, count: 300, settings: { seed: '7', ...settings } });
    await learn({});
    await learn({ mode: 'private', epsilon: 3, mechanism: 'mst' });
    await learn({ mode: 'private', epsilon: 3, mechanism: 'mst' });
    const { rowCount } = await host.db.database.owner.query('select from public.stored_models');
    expect(rowCount).toBe(1);
    for (const runId of await runsOf('measure')) {
      expect((await ended(runId))?.error).toBeNull();
    }
    const reports = await host.db.database.owner.query(
      'select from public.generation_logs where quality_score is not null',
    );
    expect(reports.rowCount).toBeGreaterThanOrEqual(1);
  });

  test('simulates, and blends real rows with synthetic ones', async () => {
    await make('simulate', { entity: 'transactions', count: 200, settings: { seed: '1' } });
    const blendId = randomUUID();
    await make('blend', { manifestId, blendId, count: 400, real: 200, seed: '3' });
    const { rows } = await host.db.database.owner.query(
      'select record_count from public.ingestion_manifests where id = $1',
      [blendId],
    );
    expect(rows).toEqual([{ record_count: '400' }]);
  });

  longTest('analyzes a dataset and a batch, and leaves nothing in the work folder', async () => {
    const batchId = await make('simulate', {
      entity: 'transactions',
      count: 500,
      settings: { seed: '2' },
    });
    await make('analyze', { manifestId, seed: '1', threshold: null });
    await make('analyze', { batchId, seed: '1', threshold: null });
    const results = await host.db.database.owner.query(
      'select from public.pattern_analysis_results',
    );
    expect(results.rowCount).toBe(2);
    const { rows } = await host.db.database.owner.query<{ id: string }>(
      "select id from public.runs where status in ('queued', 'running')",
    );
    for (const { id } of rows) await ended(id);
    const failed = await host.db.database.owner.query(
      "select kind, error from public.runs where status <> 'completed'",
    );
    expect(failed.rows).toEqual([]);
    // The run folder is removed shortly after the result is stored.
    const remaining = () => (existsSync(workFolder) ? readdirSync(workFolder) : []);
    await expect.poll(remaining, { timeout: 10_000 }).toEqual([]);
    if (files.paths.kind === 'copied') expect(readdirSync(files.paths.folder)).toEqual([]);
  });
});
