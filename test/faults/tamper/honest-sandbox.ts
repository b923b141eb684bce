import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sealManifest } from '../../../src/engines/provenance/manifest.ts';
import {
  csvHeader,
  encodeCsv,
  engineVersion,
  plan,
  simulateCells,
} from '../../../src/engines/simulate/index.ts';
import { readAccess } from '../../../src/platform/database/access.ts';
import {
  type Database,
  openDatabase,
  transaction,
} from '../../../src/platform/database/database.ts';
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { FileStore } from '../../../src/platform/files/file-store.ts';
import { openLocalFileStore } from '../../../src/platform/files/local.ts';
import { newVersion } from '../../../src/platform/storage/register-object.ts';
import { sealReports, storeReports } from '../../../src/product/batches/batch-reports.ts';
import { completeBatch } from '../../../src/product/batches/complete-batch.ts';
import { openRowLoader } from '../../../src/product/batches/row-loader.ts';
import { spendPrivacy } from '../../../src/product/generation/from-upload/private/privacy-ledger.ts';
import { type LogKey, openLogKey } from '../../../src/product/proof/log-key.ts';
import { sealLog } from '../../../src/product/proof/seal-log.ts';
import { migrationsFolder } from '../../../src/start/open-store.ts';
import { makeBatchInParts } from './batch-in-parts.ts';

export type Copy = {
  database: Database;
  asAdministrator: (sql: string) => Promise<void>;
  storage: string;
  files: FileStore;
  log: string;
  close: () => Promise<void>;
};

export type HonestSandbox = {
  folder: string;
  key: LogKey;
  batchId: string;
  /** Copies everything, now or as before the last entries, for one tampering test. */
  copy: (of?: 'now' | 'before') => Promise<Copy>;
  stop: () => Promise<void>;
};

type Batch = {
  tenantId: string;
  createdBy?: string | null;
  name?: string;
  seed?: bigint;
  reports?: Parameters<typeof sealReports>[0];
};

export async function makeBatch(
  database: Database,
  files: FileStore,
  { tenantId, createdBy = null, name, seed = 7n, reports: measured = {} }: Batch,
): Promise<string> {
  const simulationPlan = plan({
    customers: 40,
    accounts: 0,
    transactions: 0,
    seed,
    preset: 'us-community-bank',
  });
  const [cell] = [...simulateCells(simulationPlan)];
  const rows = cell!.customers;
  const body = encodeCsv(rows).slice();
  const csv = Buffer.concat([Buffer.from(csvHeader(rows)), body]);
  return transaction(database.owner, async (tx) => {
    const { rows: logs } = await tx.query<{ batch_id: string }>(
      `insert into public.generation_logs (tenant_id, entity_type, status, created_by, name)
       values ($1, 'customers', 'running', $2, $3) returning batch_id`,
      [tenantId, createdBy, name],
    );
    const batchId = logs[0]!.batch_id;
    const loader = await openRowLoader(tx, {
      tenantId,
      expected: { customers: { batchId, rows: rows.rows } },
    });
    await loader.load(
      'customers',
      rows.fields.map(({ name }) => name),
      body,
    );
    await loader.finish();
    const { version, key } = newVersion();
    const stored = await files.put(
      key,
      (async function* () {
        yield csv;
      })(),
    );
    const reports = sealReports(measured);
    await completeBatch(tx, {
      batchId,
      tenantId,
      createdBy,
      records: rows.rows,
      manifest: sealManifest({
        format: 'sandbox-manifest/1',
        engine: { name: 'simulate', version: engineVersion },
        seed: String(seed),
        request: { entity: 'customers', count: 40 },
        source: null,
        counts: { customers: rows.rows },
        files: [
          {
            name: 'customers.csv',
            rows: rows.rows,
            bytes: csv.length,
            sha256: createHash('sha256').update(csv).digest('hex'),
          },
        ],
        notes: {},
      }),
      file: { name: 'customers.csv', version, stored },
    });
    await storeReports(tx, { batchId, tenantId }, reports);
    return batchId;
  });
}

const spend = (database: Database, tenantId: string) =>
  spendPrivacy(database, {
    tenantId,
    runId: randomUUID(),
    filename: 'a.csv',
    unit: 'row',
    sketch: ['person'],
    epsilon: 1,
    cost: { rho: 0.02, delta: 0 },
    operation: 'fit',
    mechanism: 'mst',
    engine: 'x',
  });

async function approve(database: Database, tenantId: string, revoked: boolean): Promise<void> {
  await transaction(database.owner, async (tx) => {
    const { rows } = await tx.query<{ run: string }>(
      "insert into public.governance_audit (tenant_id, model_type, dataset_ref) values ($1, 'm', 'd') returning run_id as run",
      [tenantId],
    );
    const { run } = rows[0]!;
    await tx.query(
      `insert into public.model_approvals
         (tenant_id, run_id, intended_use, audience, expires_on, content_sha256, evidence, sha256, approved_by)
       select $1, $2, 'Load tests', 'The team', current_date + 30, content_sha256, '[]', '', $3
         from private.approved_content($2)`,
      [tenantId, run, randomUUID()],
    );
    const sealed =
      'update public.model_approvals a set sha256 = private.approval_sha256(a) where run_id = $1';
    const mark =
      'update public.governance_audit set approved_for_production = $2 where run_id = $1';
    await tx.query(sealed, [run]);
    const record = (action: string) =>
      tx.query("select audit.record($1, 'governance_audit', $2, $3)", [action, run, tenantId]);
    await tx.query(mark, [run, true]);
    await record('model.approved');
    if (!revoked) return;
    await tx.query('update public.model_approvals set closed_at = now() where run_id = $1', [run]);
    await tx.query(mark, [run, false]);
    await record('model.revoked');
  });
}

async function review(database: Database, tenantId: string): Promise<void> {
  await transaction(database.owner, async (tx) => {
    const name = `global/${randomUUID()}.pdf`;
    await tx.query(
      `insert into storage.objects (bucket_id, name, version, tenant_id, metadata)
       values ('evidence-vault', $1, gen_random_uuid(), $2, $3)`,
      [name, tenantId, { sha256: 'ab'.repeat(32), size: 10 }],
    );
    await tx.query(
      `insert into public.evidence_documents
         (tenant_id, filename, file_type, file_size, storage_path, uploaded_by, is_global)
       values ($1, 'e.pdf', 'application/pdf', 10, $2, $3, true)`,
      [tenantId, name, randomUUID()],
    );
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions)
       values ($1, 'b', 2, 0.5, '[{}, {}]') returning id`,
      [tenantId],
    );
    const batch = rows[0]!.id;
    await tx.query(
      `insert into public.exception_decisions (batch_id, item, decision, tenant_id, decided_by)
       values ($1, 0, 'rejected', $2, $3)`,
      [batch, tenantId, randomUUID()],
    );
    await tx.query("update public.exception_batches set status = 'approved' where id = $1", [
      batch,
    ]);
  });
}

export async function startHonestSandbox(entries: number): Promise<HonestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox tamper '));
  const server = await startEmbeddedServer(join(folder, 'server'));
  const urlOf = (name: string) => server.url.replace(/\/postgres$/, `/${name}`);
  const onServer = async (sql: string, url = server.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await onServer('create database honest');
  const { access } = await migrate(urlOf('honest'), migrationsFolder);
  const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
  const storage = join(folder, 'storage');
  const files = openLocalFileStore(storage);
  const tenantId = randomUUID();
  const others = [randomUUID(), randomUUID()];
  /** Runs work, seals it and closes all connections, so that the database can be copied. */
  const sealed = async <Result>(work: (database: Database) => Promise<Result>) => {
    const database = openDatabase({ ...access, applicationName: 'tamper', ownerConnections: 2 });
    const pool = new pg.Pool({ connectionString: access.logUrl, max: 1 });
    try {
      await database.owner.query(
        `select private.log_entry('data.exported', 'file ' || n, ($1::uuid[])[1 + n % 3])
           from generate_series(1, $2::int) n`,
        [[tenantId, ...others], entries],
      );
      const result = await work(database);
      await sealLog({ pool, files, key });
      return result;
    } finally {
      await database.close();
      await pool.end();
    }
  };
  const clone = (name: string, from: string) =>
    onServer(`create database ${name} template ${from}`);
  const batchId = await sealed(async (database) => {
    await makeBatchInParts(database, files, tenantId);
    const id = await makeBatch(database, files, { tenantId });
    for (let i = 0; i < 3; i++) await spend(database, tenantId);
    for (const revoked of [true, false]) await approve(database, tenantId, revoked);
    await review(database, tenantId);
    return id;
  });
  cpSync(storage, join(folder, 'storage-before'), { recursive: true });
  await clone('before', 'honest');
  await sealed(async () => {});
  let copies = 0;
  return {
    folder,
    key,
    batchId,
    copy: async (of = 'now') => {
      const name = `copy${copies++}`;
      await clone(name, of === 'now' ? 'honest' : 'before');
      const to = join(folder, name);
      cpSync(of === 'now' ? storage : join(folder, 'storage-before'), to, { recursive: true });
      const own = openDatabase({
        ...(await readAccess(urlOf(name))),
        applicationName: 'tamper',
        ownerConnections: 2,
      });
      return {
        database: own,
        asAdministrator: (sql) => onServer(sql, urlOf(name)),
        storage: to,
        files: openLocalFileStore(to),
        log: join(to, 'log'),
        close: async () => {
          await own.close();
          rmSync(to, { recursive: true, force: true });
        },
      };
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const readCheckpoint = (log: string): string =>
  readFileSync(join(log, 'checkpoint'), 'utf8');
