import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import { transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openLocalFileStore } from '../../../platform/files/local.ts';
import { openBoss } from '../../../platform/jobs/boss.ts';
import { type Notifications, openNotifications } from '../../../platform/jobs/notifications.ts';
import { enqueueRun, readRun, waitForRun } from '../../../platform/jobs/runs.ts';
import { startWorker, type Worker } from '../../../platform/jobs/worker.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import { simulateHandler } from './simulate-job.ts';

const tenantId = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'sandbox files '));
let db: TestDatabase;
let files: FileStore;
let boss: PgBoss;
let notifications: Notifications;
let worker: Worker;

beforeAll(async () => {
  db = await createTestDatabase();
  files = openLocalFileStore(folder);
  worker = await startWorker({
    database: db.database,
    handlers: { simulate: simulateHandler({ database: db.database, files }) },
    log: pino({ level: 'error' }),
  });
  boss = await openBoss(db.url, { listening: false, onError: () => {} });
  notifications = await openNotifications(db.url, ['sandbox_run']);
});

afterAll(async () => {
  await notifications.close();
  await boss.stop({ graceful: false });
  await worker.stop();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(entity: string, count: number, seed = '42', tenant = tenantId) {
  const batchId = randomUUID();
  const runId = await transaction(db.database.owner, async (tx) => {
    const id = await enqueueRun(boss, tx, {
      tenantId: tenant,
      kind: 'simulate',
      subject: { entity, count, settings: { seed }, batches: [{ id: batchId, entity }] },
      createdBy: null,
    });
    await tx.query(
      'insert into public.generation_logs (batch_id, tenant_id, entity_type, run_id) values ($1, $2, $3, $4)',
      [batchId, tenant, entity, id],
    );
    return id;
  });
  return { batchId, runId };
}

const ended = (runId: string) =>
  waitForRun(db.database.owner, {
    listener: {
      onEnd: (id, wake) => notifications.on('sandbox_run', (note) => note === id && wake()),
    },
    id: runId,
    milliseconds: 60_000,
  });

async function logRow(batchId: string) {
  const { rows } = await db.database.owner.query<{
    status: string;
    record_count: string;
    csv_url: string | null;
    manifest: SealedManifest | null;
  }>('select * from public.generation_logs where batch_id = $1', [batchId]);
  return rows[0]!;
}

async function fileOf(csvUrl: string): Promise<Buffer> {
  const { rows } = await db.database.owner.query<{ version: string }>(
    "select version from storage.objects where bucket_id || '/' || name = $1",
    [csvUrl],
  );
  return buffer(await files.get(fileKey(rows[0]!.version)));
}

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const file of files.list('')) keys.push(file.key);
  return keys.sort();
}

test('rows, file, manifest and log agree', async () => {
  const { batchId, runId } = await start('transactions', 1000);
  expect(await ended(runId)).toMatchObject({ status: 'completed', result: { records: 1000 } });
  const log = await logRow(batchId);
  expect(log).toMatchObject({ status: 'completed', record_count: '1000' });

  const bytes = await fileOf(log.csv_url!);
  const { sha256, ...unsealed } = log.manifest!;
  expect(unsealed.files).toEqual([
    {
      name: 'transactions.csv',
      rows: 1000,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  ]);
  expect(sha256).toBe(
    createHash('sha256')
      .update(canonicalJson(unsealed as unknown as Json))
      .digest('hex'),
  );

  const [header, ...lines] = bytes.toString().trimEnd().split('\r\n');
  const { rows } = await db.database.owner.query(
    `select * from public.transactions where batch_id = $1 order by seq`,
    [batchId],
  );
  expect(lines.length).toBe(1000);
  expect(Object.keys(rows[0]!)).toEqual([...header!.split(','), 'batch_id', 'seq']);
  expect(rows.map((row) => `${row.txn_id},${row.amount}`)).toEqual(
    lines.map((line) => line.split(',').slice(0, 2).join(',')),
  );
});

test('what a batch needs is made as well, and every row belongs', async () => {
  const { runId } = await start('transactions', 500, '7', randomUUID());
  await ended(runId);
  const { rows } = await db.database.owner.query<{ entity_type: string; record_count: string }>(
    'select entity_type, record_count from public.generation_logs where run_id = $1 order by 1',
    [runId],
  );
  expect(rows).toEqual([
    { entity_type: 'accounts', record_count: '50' },
    { entity_type: 'customers', record_count: '50' },
    { entity_type: 'transactions', record_count: '500' },
  ]);
  const orphans = await db.database.owner.query(
    `select t.txn_id from bank.transactions t
       join public.generation_logs g on g.batch_id = t.batch_id and g.run_id = $1
      where not exists (
        select from bank.accounts a join public.generation_logs l on l.batch_id = a.batch_id and l.run_id = $1
         where a.account_id = t.account_id and a.open_date <= t.txn_ts)`,
    [runId],
  );
  expect(orphans.rowCount).toBe(0);
});

test('a batch from scratch is measured against its configuration, and its manifest names the report', async () => {
  const { batchId, runId } = await start('transactions', 2000, '21', randomUUID());
  await ended(runId);
  const { rows } = await db.database.owner.query(
    `select g.entity_type, g.quality_score, g.privacy_score, g.report_url, r.from_scratch, r.quality, r.sha256,
            g.manifest -> 'notes' ->> 'reportSha256' as noted
       from public.generation_logs g join public.batch_reports r using (batch_id)
      where g.run_id = $1 order by 1`,
    [runId],
  );
  expect(rows.map((row) => row.entity_type)).toEqual(['accounts', 'customers', 'transactions']);
  for (const row of rows) {
    expect(row).toMatchObject({ privacy_score: 100, quality: null, noted: row.sha256 });
    expect(row.from_scratch).toMatchObject({ schema: 'from-scratch/1', lawsHold: true });
    expect(row.quality_score).toBeGreaterThan(90);
    const { from_scratch } = row;
    const whole = canonicalJson({ from_scratch, privacy: null, quality: null });
    expect(createHash('sha256').update(whole).digest('hex')).toBe(row.sha256);
  }
  expect(rows[2].report_url).toBe(`/reports?batch=${batchId}`);
});

test('reading a report leaves a trace, and is for its tenant', async () => {
  const { owner } = db.database;
  const { batchId, runId } = await start('customers', 50, '3');
  await ended(runId);
  const read = (tenant: string) =>
    transaction(owner, async (tx) => {
      await tx.query("select set_config('request.tenant_id', $1, true)", [tenant]);
      return (await tx.query('select * from public.read_report($1)', [batchId])).rowCount;
    });
  const traces = async () =>
    (
      await owner.query(
        "select from audit.events where action = 'report.read' and object_id = $1 and tenant_id = $2",
        [batchId, tenantId],
      )
    ).rowCount;
  expect([await read(randomUUID()), await traces()]).toEqual([0, 0]);
  expect([await read(tenantId), await traces()]).toEqual([1, 1]);
});

longTest('the same seed gives the same file and the same manifest', async () => {
  const one = await start('customers', 300, '99');
  const two = await start('customers', 300, '99');
  await Promise.all([ended(one.runId), ended(two.runId)]);
  const [a, b] = [await logRow(one.batchId), await logRow(two.batchId)];
  expect(a.manifest!.sha256).toBe(b.manifest!.sha256);
  expect((await fileOf(a.csv_url!)).equals(await fileOf(b.csv_url!))).toBe(true);
});

test('transactions are booked on the accounts that are there, and their balances move along', async () => {
  const total = async () =>
    (
      await db.database.owner.query(
        'select sum(current_balance)::numeric as total, count(*)::int as n from bank.accounts',
      )
    ).rows[0] as { total: string; n: number };
  const before = await total();
  const { batchId, runId } = await start('transactions', 300, '11');
  expect(await ended(runId)).toMatchObject({ status: 'completed' });
  const after = await total();
  expect(after.n).toBe(before.n);
  const { rows } = await db.database.owner.query<{ moved: string; strangers: number }>(
    `select sum(amount) filter (where status = 'posted') as moved,
            count(*) filter (where not exists (select from bank.accounts a where a.account_id = t.account_id))::int as strangers
       from bank.transactions t where batch_id = $1`,
    [batchId],
  );
  expect(rows[0]!.strangers).toBe(0);
  expect(Number(after.total) - Number(before.total)).toBeCloseTo(Number(rows[0]!.moved), 2);
  expect((await logRow(batchId)).manifest!.source).toHaveProperty('bankStateSha256');
});

test('counts of a tenant follow what was loaded', async () => {
  const { rows } = await db.database.owner.query(
    `select relation, sum(rows)::int as rows from private.row_deltas where tenant_id = $1 group by 1`,
    [tenantId],
  );
  for (const { relation, rows: counted } of rows) {
    const table = relation === 'generation_logs' ? 'public.generation_logs' : `bank.${relation}`;
    const real = await db.database.owner.query(
      `select count(*)::int as n from ${table} where tenant_id = $1`,
      [tenantId],
    );
    expect([relation, counted]).toEqual([relation, real.rows[0].n]);
  }
  expect(rows.length).toBe(4);
});

test('a cancelled batch leaves no rows and no files', async () => {
  const before = await storedFiles();
  const { batchId, runId } = await start('full', 60_000);
  while ((await readRun(db.database.owner, runId))?.status !== 'running') await sleep(10);
  await sleep(400);
  await db.database.owner.query('update public.runs set cancel_requested = true where id = $1', [
    runId,
  ]);
  await db.database.owner.query("select pg_notify('sandbox_cancel', $1)", [runId]);
  expect(await ended(runId)).toMatchObject({ status: 'cancelled' });
  expect(await logRow(batchId)).toMatchObject({ status: 'cancelled', csv_url: null });
  const rows = await db.database.owner.query(
    `select from bank.customers where batch_id in (select batch_id from public.generation_logs where run_id = $1)`,
    [runId],
  );
  expect(rows.rowCount).toBe(0);
  expect(await storedFiles()).toEqual(before);
});
