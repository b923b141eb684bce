import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fromScratchReport } from '../../../src/engines/measure/index.ts';
import {
  type Database,
  openDatabase,
  transaction,
} from '../../../src/platform/database/database.ts';
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { FileStore } from '../../../src/platform/files/file-store.ts';
import { openLocalFileStore } from '../../../src/platform/files/local.ts';
import type { Caller } from '../../../src/platform/gateway/caller.ts';
import { sealReports, storeReports } from '../../../src/product/batches/batch-reports.ts';
import { streamPack } from '../../../src/product/proof/evidence-pack/evidence-pack.ts';
import type { PackScope } from '../../../src/product/proof/evidence-pack/pack-source.ts';
import { keepSealing } from '../../../src/product/proof/keep-sealing.ts';
import { keySource } from '../../../src/product/proof/key-source.ts';
import { readPrintedReport } from '../../../src/product/reports/export-report-pdf.ts';
import { migrationsFolder } from '../../../src/start/open-store.ts';
import { claimsOf } from '../../support/claims.ts';
import { makeBatch } from './honest-sandbox.ts';

type Member = { id: string; email: string; caller: Caller };

export type PackSandbox = {
  folder: string;
  keys: string;
  url: string;
  files: FileStore;
  database: Database;
  organization: string;
  superadmin: Member;
  members: { maker: Member; approver: Member; second: Member };
  batches: { approved: string; excepted: string };
  /** Writes a pack; returns its path. */
  pack: (name: string, scope: PackScope) => Promise<string>;
  packOf: (name: string, batchId: string) => Promise<string>;
  /** Measures the approved batch a second time, revokes its approval and approves it again. */
  measureAgain: () => Promise<void>;
  stop: () => Promise<void>;
};

const report = (value: number) =>
  fromScratchReport(40, [
    { name: 'rows', value: 40, target: { low: 40, high: 40 }, source: 'configuration' },
    { name: 'share', value, target: { low: 0, high: 100 }, source: 'configuration' },
  ]);

async function makeMember(
  { owner }: Database,
  { name, role, organization }: { name: string; role: string; organization: string | null },
): Promise<Member> {
  const [id, session, email] = [randomUUID(), randomUUID(), `${name}@bank.example`];
  await owner.query('insert into auth.users (id, email) values ($1, $2)', [id, email]);
  await owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
  await owner.query(
    'insert into public.profiles (id, email, full_name, org_id) values ($1, $2, $3, $4)',
    [id, email, name, organization],
  );
  await owner.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role]);
  const claims = claimsOf({ iss: 'test', sub: id, email, session_id: session });
  return { id, email, caller: { role: 'authenticated', claims, token: 'test' } };
}

type Bank = { database: Database; files: FileStore; organization: string };

/** Uploads a document about a batch and links it to a record. */
async function giveEvidence({ database, organization }: Bank, member: Member, run: string) {
  const path = `${organization}/${randomUUID()}.pdf`;
  const sha256 = createHash('sha256').update(path).digest('hex');
  await database.owner.query(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('evidence-vault', $1, gen_random_uuid(), $2, $3, $4)`,
    [path, organization, member.id, { sha256, size: 10, content: { readable: true } }],
  );
  await database.asCaller(member.caller, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.evidence_documents (filename, file_type, file_size, storage_path, uploaded_by, org_id)
       values ('validation.pdf', 'application/pdf', 10, $1, $2, $3) returning id`,
      [path, member.id, organization],
    );
    await tx.query(
      'insert into public.evidence_links (document_id, governance_run_id, linked_by) values ($1, $2, $3)',
      [rows[0]!.id, run, member.id],
    );
  });
}

async function makeRecord({ database, organization }: Bank, maker: Member, batchId: string) {
  const { rows } = await database.owner.query<{ run: string }>(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref, batch_id, created_by, risk_score)
     values ($1, 'simulate', 'from scratch', $2, $3, 0.5) returning run_id as run`,
    [organization, batchId, maker.id],
  );
  return rows[0]!.run;
}

const APPROVE =
  'select public.approve_model_run($1, $2, $3, $4, current_date + 30, $5::text, $6::text)';

async function approve(
  { database }: Bank,
  member: Member,
  { run, exception = null }: { run: string; exception?: string | null },
): Promise<void> {
  await database.asCaller(member.caller, (tx) =>
    tx.query(APPROVE, [
      run,
      'Reviewed with the team.',
      'Load tests',
      'The core banking team',
      exception,
      exception && 'No holdout exists',
    ]),
  );
}

/** Decides the exceptions of an analysis of the batch: one case by itself, then all. */
async function review(
  { database, organization }: Bank,
  { maker, approver }: Record<string, Member>,
  batchId: string,
) {
  const batch = await transaction(database.owner, async (tx) => {
    const result = await tx.query<{ id: string }>(
      `insert into public.pattern_analysis_results (tenant_id, dataset_name, analysis_type, batch_id, created_by)
       values ($1, 'customers', 'anomalies', $2, $3) returning id`,
      [organization, batchId, maker!.id],
    );
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.exception_batches
         (tenant_id, batch_name, exception_count, threshold_used, exceptions, result_id, created_by)
       values ($1, 'Odd customers', 2, 0.5, '[{}, {}]', $2, $3) returning id`,
      [organization, result.rows[0]!.id, maker!.id],
    );
    return rows[0]!.id;
  });
  const choices = [{ item: 0, decision: 'rejected', reason_code: null, note: 'Known customer.' }];
  await database.asCaller(approver!.caller, (tx) =>
    tx.query('select public.decide_cases($1, $2)', [batch, JSON.stringify(choices)]),
  );
  await database.asCaller(approver!.caller, (tx) =>
    tx.query('select public.approve_exception_batch($1, $2)', [batch, 'Seen one by one.']),
  );
}

export async function startPackSandbox(): Promise<PackSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox packs '));
  const server = await startEmbeddedServer(join(folder, 'server'));
  const { access } = await migrate(server.url, migrationsFolder);
  const database = openDatabase({ ...access, applicationName: 'packs', ownerConnections: 4 });
  const files = openLocalFileStore(join(folder, 'storage'));
  const say = (fields: unknown) => process.stderr.write(`${JSON.stringify(fields)}\n`);
  const log = { error: say, warn: say, info: () => {} };
  const sealing = keepSealing({
    logUrl: access.logUrl,
    database,
    files,
    keyOf: keySource(join(folder, 'log-key'), 'sandbox.example'),
    publicUrl: 'https://sandbox.example',
    witnessUrls: [],
    timestampUrl: undefined,
    log,
  });
  const { rows } = await database.owner.query<{ id: string }>(
    "insert into public.organizations (name, domain, four_eyes) values ('Harbor', 'harbor.example', true) returning id",
  );
  const organization = rows[0]!.id;
  const bank = { database, files, organization };
  const member = (name: string, role = 'admin') =>
    makeMember(database, { name, role, organization: role === 'superadmin' ? null : organization });
  const members = {
    maker: await member('ada'),
    approver: await member('bob'),
    second: await member('cleo'),
  };
  const { maker, approver, second } = members;
  const make = (name: string, seed: bigint, value: number | null) =>
    makeBatch(database, files, {
      tenantId: organization,
      createdBy: maker.id,
      name,
      seed,
      reports: value === null ? {} : { from_scratch: report(value) },
    });
  const batches = {
    approved: await make('Customers', 7n, 20),
    excepted: await make('More customers', 8n, null),
  };
  const run = await makeRecord(bank, maker, batches.approved);
  const exceptedRun = await makeRecord(bank, maker, batches.excepted);
  for (const id of [run, exceptedRun]) await giveEvidence(bank, maker, id);
  await approve(bank, approver, { run });
  await approve(bank, approver, { run: exceptedRun, exception: 'Privacy not scored' });
  await database.asCaller(second.caller, (tx) =>
    tx.query('select public.confirm_model_approval($1)', [exceptedRun]),
  );
  await review(bank, members, batches.approved);
  const pack: PackSandbox['pack'] = async (name, scope) => {
    const source = {
      read: <Result>(work: Parameters<Database['asCaller']>[1]) =>
        database.asCaller(maker.caller, work) as Promise<Result>,
      files,
      reportOf: readPrintedReport,
      version: 'test',
      signers: { witness: false, timestamp: false },
    } as Parameters<typeof streamPack>[0];
    const { archive } = await streamPack(source, scope, join(folder, 'work'));
    const path = join(folder, `${name}.zip`);
    await pipeline(archive, createWriteStream(path));
    return path;
  };
  return {
    folder,
    keys: join(folder, 'storage', 'log', 'keys'),
    url: server.url,
    files,
    database,
    organization,
    superadmin: await member('root', 'superadmin'),
    members,
    batches,
    pack,
    packOf: (name, batchId) => pack(name, { kind: 'batch', batchId }),
    measureAgain: async () => {
      const batch = { batchId: batches.approved, tenantId: organization };
      await transaction(database.owner, (tx) =>
        storeReports(tx, batch, sealReports({ from_scratch: report(30) })),
      );
      await database.asCaller(approver.caller, (tx) =>
        tx.query('select public.revoke_model_run($1, $2)', [run, 'Measured again.']),
      );
      await approve(bank, second, { run });
    },
    stop: async () => {
      await sealing.stop();
      await database.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
