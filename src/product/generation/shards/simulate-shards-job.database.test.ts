import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimsOf } from '../../../../test/support/claims.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { type ProductHost, startProductHost } from '../../../../test/support/product-host.ts';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import { csvEncoder, plan, simulateCells } from '../../../engines/simulate/index.ts';
import { transaction } from '../../../platform/database/database.ts';
import { startWorker, type Worker } from '../../../platform/jobs/worker.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { queueBatches } from '../../data/queue-batches.ts';
import { productFunctions } from '../../functions.ts';
import { runHandlers, runHelpers } from '../../run-handlers.ts';
import { sweepExternalPlaces } from './external-place.ts';
import { makeShard } from './make-shard.ts';
import { readShards } from './shard-claims.ts';
import { planOfSubject, shardsFor } from './sharded-subject.ts';

type Member = Awaited<ReturnType<ProductHost['member']>>;
let host: ProductHost;
let ada: Member;
let ben: Member;
let boss: Member;
const workers: Worker[] = [];

beforeAll(async () => {
  host = await startProductHost(productFunctions);
  ada = await host.member('ada@bank.example', 'pilot_user');
  ben = await host.member('ben@other.example', 'admin');
  boss = await host.member('boss@bank.example', 'admin', ada.orgId);
}, 60_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await host.close();
});

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await host.db.database.owner.query(text, values)).rows as Row[];

const asAda = (statement: string, id: string) => {
  const claims = claimsOf(
    JSON.parse(Buffer.from(ada.token.split('.')[1]!, 'base64url').toString()),
  );
  const caller = { role: 'authenticated' as const, claims, token: ada.token };
  return host.db.database.asCaller(caller, (tx) => tx.query(statement, [id]));
};

async function addWorker(): Promise<Worker> {
  const { files, workFolder } = host.product;
  const parts = { database: host.db.database, files, workFolder, secondsBetweenLooks: 1 };
  const log = pino({ level: 'silent' });
  const worker = await startWorker({
    database: host.db.database,
    handlers: runHandlers(parts),
    helpers: runHelpers(parts),
    log,
  });
  workers.push(worker);
  return worker;
}

const subjectOf = (count: number, shards: number) => ({
  entity: 'full' as const,
  count,
  settings: { seed: '42' },
  shards,
});

const start = (subject: ReturnType<typeof subjectOf>) =>
  queueBatches(
    host.product,
    { userId: ada.id, tenantId: ada.orgId } as Parameters<typeof queueBatches>[1],
    {
      kind: 'simulate-shards',
      subject,
      batches: ['customers', 'accounts', 'transactions'].map((entity) => ({ entity })),
    },
  );

const statusOf = async (runId: string) =>
  (
    await sql<{
      status: string;
      stage: string;
      done: string;
      error: string | null;
      attempt: number;
    }>('select status, stage, done, error, attempt from public.runs where id = $1', [runId])
  )[0]!;

const until = (runId: string, status: string) =>
  vi.waitFor(async () => expect((await statusOf(runId)).status).toBe(status), {
    timeout: 60_000,
    interval: 100,
  });

const logOf = async (batchId: string) =>
  (
    await sql<{ status: string; record_count: string; csv_url: null; manifest: SealedManifest }>(
      'select status, record_count, csv_url, manifest from public.generation_logs where batch_id = $1',
      [batchId],
    )
  )[0]!;

async function contentInOne(subject: ReturnType<typeof subjectOf>, table: string): Promise<string> {
  const planned = await planOfSubject({ ...subject, shards: 1, batches: [] });
  const folder = mkdtempSync(join(tmpdir(), 'one-shard-'));
  const { tables } = await makeShard({ planned, shard: 0, folder, check: () => {} });
  rmSync(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const unit of tables.find(({ name }) => name === table)!.units)
    hash.update(Buffer.from(unit, 'hex'));
  return hash.digest('hex');
}

longTest(
  'several workers make the shards of a batch; a page of it is read across its files',
  async () => {
    await Promise.all([addWorker(), addWorker()]);
    const subject = subjectOf(3000, 3);
    const { runId, batchIds } = await start(subject);
    await until(runId, 'completed');
    expect(await statusOf(runId)).toMatchObject({ done: '3', attempt: 1 });
    const [customers, accounts, transactions] = batchIds as [string, string, string];
    const log = await logOf(transactions);
    expect(log).toMatchObject({ status: 'completed', record_count: '30000', csv_url: null });
    expect(log.manifest.files.map(({ name }) => name)).toEqual([
      'transactions/0000.parquet',
      'transactions/0001.parquet',
      'transactions/0002.parquet',
    ]);
    expect(log.manifest.notes.contentSha256).toEqual({
      transactions: await contentInOne(subject, 'transactions'),
    });
    expect((await logOf(customers)).record_count).toBe('3000');
    expect((await logOf(accounts)).record_count).toBe('3000');
    expect(await sql('select from bank.customers where tenant_id = $1', [ada.orgId])).toEqual([]);
    expect(await sql('select from private.batch_shards')).toEqual([]);
    expect(await sql("select from storage.objects where bucket_id = 'batch_shards'")).toEqual([]);

    const page = { batch_id: customers, offset: 990, limit: 20 };
    const read = await host.call('read-batch-rows', page, { token: ada.token });
    expect(read.body).toMatchObject({ total: 3000 });
    const encode = csvEncoder();
    const request = { seed: 42n, preset: 'us-community-bank' as const };
    const counts = { customers: 3000, accounts: 3000, transactions: 30_000 };
    let text = '';
    for (const cell of simulateCells(plan({ ...request, ...counts })))
      text += Buffer.from(encode(cell.customers)).toString();
    const rows = text.split('\r\n').slice(990, 1010);
    expect((read.body.rows as string[][]).map((row) => row.join(','))).toEqual(rows);
    const beyond = await host.call(
      'read-batch-rows',
      { batch_id: customers, offset: 5000 },
      { token: ada.token },
    );
    expect(beyond.body).toMatchObject({ rows: [], total: 3000 });
    expect(beyond.body.columns).toContain('customer_id');
    const refused = await host.call('read-batch-rows', page, { token: ben.token });
    expect(refused.status).toBe(404);

    const path = `${ada.orgId}/${transactions}/transactions/0001.parquet`;
    const stored = await sql<{ version: string }>(
      'select version from storage.objects where name = $1',
      [path],
    );
    const bytes = await buffer(await host.product.files.get(fileKey(stored[0]!.version)));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(log.manifest.files[1]!.sha256);
    await asAda('select public.delete_batch($1)', transactions);
    expect(await sql('select from storage.objects where name = $1', [path])).toEqual([]);
  },
  120_000,
);

test.runIf(process.env.TEST_LONG)(
  'what was made stays when the workers end; those that come make what is missing',
  async () => {
    const { owner } = host.db.database;
    const { runId, batchIds } = await start(subjectOf(8000, 8));
    await vi.waitFor(
      async () =>
        expect(
          (await transaction(owner, (tx) => readShards(tx, runId))).made.length,
        ).toBeGreaterThan(0),
      { timeout: 60_000, interval: 20 },
    );
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    const kept = await sql<{ version: string }>(
      "select version from storage.objects where bucket_id = 'batch_shards' order by name",
    );
    expect(kept.length).toBeGreaterThan(0);
    expect((await statusOf(runId)).status).toBe('running');
    await addWorker();
    await until(runId, 'completed');
    const objects = await sql<{ version: string }>(
      'select version from storage.objects where starts_with(name, $1) or starts_with(name, $2) or starts_with(name, $3)',
      batchIds.map((id) => `${ada.orgId}/${id}/`),
    );
    expect(objects).toHaveLength(24);
    expect(objects.map(({ version }) => version)).toEqual(
      expect.arrayContaining(kept.map(({ version }) => version)),
    );
  },
  120_000,
);

longTest(
  'of a batch that is cancelled nothing stays',
  async () => {
    const { owner } = host.db.database;
    const { runId, batchIds } = await start(subjectOf(8000, 8));
    await vi.waitFor(
      async () =>
        expect(
          (await transaction(owner, (tx) => readShards(tx, runId))).made.length,
        ).toBeGreaterThan(0),
      { timeout: 60_000, interval: 20 },
    );
    await asAda('select public.cancel_run($1)', runId);
    await until(runId, 'cancelled');
    expect((await logOf(batchIds[0]!)).status).toBe('cancelled');
    expect(await sql('select from private.batch_shards')).toEqual([]);
    expect(await sql("select from storage.objects where bucket_id = 'batch_shards'")).toEqual([]);
  },
  120_000,
);

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 100 };
const asExternal = { count: 3000, seed: '42', executor: 'external', shards: 3, wait_hours: 5 };

async function planned(runId: unknown) {
  let answer = await host.call('external-job', { run_id: runId }, { token: boss.token });
  await vi.waitFor(async () => {
    answer = await host.call('external-job', { run_id: runId }, { token: boss.token });
    expect(answer.status).toBe(200);
  }, WITHIN_A_MINUTE);
  return answer.body as { store: string; missing: string; slurm: string; kubernetes: null };
}

/** Runs a job array task as on a machine with the folder but no database. */
const makeOutside = (store: string, index: string) =>
  promisify(execFile)(process.execPath, [
    'src/cli/sandbox.mjs',
    ...['shard', 'run', '--store', store, '--index', index],
  ]);

longTest(
  'machines outside make the shards of a run, which waits for them without a worker',
  async () => {
    const pilot = await host.call('generate-full', asExternal, { token: ada.token });
    expect(pilot.status).toBe(403);
    const { body } = await host.call('generate-full', asExternal, { token: boss.token });
    const runId = body.runId as string;
    const { store, missing, slurm, kubernetes } = await planned(runId);
    expect(missing).toBe('0-2');
    expect(slurm).toContain('--array=0-0');
    expect(kubernetes).toBeNull();
    const stranger = await host.call('external-job', { run_id: runId }, { token: ben.token });
    expect(stranger.status).toBe(404);
    await makeOutside(store, '2');
    await vi.waitFor(async () => expect((await statusOf(runId)).done).toBe('1'), WITHIN_A_MINUTE);
    expect((await planned(runId)).missing).toBe('0-1');
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await makeOutside(store, '0,1');
    await addWorker();
    await until(runId, 'completed');
    const log = await logOf(body.batchId as string);
    expect(log).toMatchObject({ status: 'completed', record_count: '30000' });
    expect(log.manifest.notes.contentSha256).toEqual({
      transactions: await contentInOne(subjectOf(3000, 1), 'transactions'),
    });
    const page = { batch_id: body.batchId, offset: 29_990 };
    const read = await host.call('read-batch-rows', page, { token: boss.token });
    expect(read.body.rows).toHaveLength(10);
    await sweepExternalPlaces(host.db.database.owner, host.product.files);
    expect(
      readdirSync(store, { recursive: true, withFileTypes: true }).some((x) => x.isFile()),
    ).toBe(false);
  },
  120_000,
);

longTest(
  'a run that waits is cancelled, and one that waited too long says what is missing',
  async () => {
    const start = async (seed: string) => {
      const request = { ...asExternal, seed };
      const { body } = await host.call('generate-full', request, { token: boss.token });
      return { runId: body.runId as string, ...(await planned(body.runId)) };
    };
    const [cancelled, late] = await Promise.all([start('43'), start('44')]);
    await makeOutside(late.store, '1');
    await asAda('select public.cancel_run($1)', cancelled.runId);
    await until(cancelled.runId, 'cancelled');
    await vi.waitFor(
      async () => expect((await statusOf(late.runId)).done).toBe('1'),
      WITHIN_A_MINUTE,
    );
    await sql("update public.runs set created_at = now() - interval '5 hours' where id = $1", [
      late.runId,
    ]);
    await until(late.runId, 'failed');
    expect((await statusOf(late.runId)).error).toBe(
      "2 of 3 shards are missing after 5 hours: 0,2. Finished shards stay in the plan's folder for a week.",
    );
    await sweepExternalPlaces(host.db.database.owner, host.product.files);
    expect(existsSync(join(late.store, 'plan.json'))).toBe(true);
    expect(existsSync(join(cancelled.store, 'plan.json'))).toBe(false);
  },
  120_000,
);

test('more than ten million rows are made in shards of about a million', async () => {
  expect(shardsFor({ entity: 'transactions', count: 100_000_000 })).toBe(120);
  expect(shardsFor({ entity: 'full', count: 1_000_000 })).toBe(12);
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const asked = { count: 10_000_001, seed: '1' };
  const answer = await host.call('generate-transactions', asked, { token: ada.token });
  expect(answer.body).toMatchObject({ status: 'queued' });
  const [run] = await sql('select kind, subject from public.runs where id = $1', [
    answer.body.runId,
  ]);
  expect(run).toMatchObject({
    kind: 'simulate-shards',
    subject: { shards: 13, count: 10_000_001 },
  });
});
