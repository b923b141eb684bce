import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { longTest } from '../support/long-test.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

type Event = {
  action: string;
  actor_email: string | null;
  object_type: string;
  object_id: string;
  tenant_id: string;
  address: string | null;
  detail: Record<string, unknown>;
};

const db = startBeforeTests(createTestDatabase);
const ADA = 'ada@bank.example';
const DOCUMENT = { name: 'evidence.pdf', type: 'application/pdf' };
let sandbox: Sandbox;
let database: pg.Client;
let superadmin: SupabaseClient;
let ada: SupabaseClient;
let adaId: string;
let orgId: string;
let bo: SupabaseClient;
let manifestId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ env: { DATABASE_URL: db.url } });
  database = new pg.Client({ connectionString: db.url });
  await database.connect();
  superadmin = await setUpSuperadmin(sandbox);
  const make = (email: string) =>
    makeUser(sandbox, superadmin, {
      email,
      password: 'a good password',
      organization: 'Audited',
      role: 'admin',
    });
  ({ client: ada, userId: adaId, orgId } = await make(ADA));
  ({ client: bo } = await make('bo@bank.example'));
  manifestId = await upload('payments.csv', 600);
});
afterAll(async () => {
  await database?.end();
  await sandbox?.stop();
});

async function upload(name: string, rows: number): Promise<string> {
  const form = new FormData();
  form.set('file', new File([sampleTransactions(rows)], name, { type: 'text/csv' }));
  return (await call<{ manifest_id: string }>(ada, 'parse-ingested-file', form)).manifest_id;
}

async function events(action: string, objectId?: string): Promise<Event[]> {
  const { rows } = await database.query<Event>(
    `select action, actor_email, object_type, object_id, tenant_id, host(address) as address, detail
       from audit.events where action = $1 and ($2::text is null or object_id = $2) order by id`,
    [action, objectId ?? null],
  );
  return rows;
}

async function trail(objectId: string, last: string): Promise<Event[]> {
  for (;;) {
    const { rows } = await database.query<Event>(
      `select action, actor_email, object_type, object_id, tenant_id, detail
         from audit.events where object_id = $1 order by id`,
      [objectId],
    );
    if (rows.some(({ action }) => action === last)) return rows;
    await sleep(20);
  }
}
const actions = (found: Event[]) => found.map(({ action }) => action);

type Made = { batchId: string; runId: string };

test('dataset.uploaded: who uploaded what', async () => {
  expect(await events('dataset.uploaded', manifestId)).toMatchObject([
    {
      actor_email: ADA,
      tenant_id: orgId,
      detail: {
        filename: 'payments.csv',
        records: 600,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
});

test('batch.requested and batch.completed: each batch of a bank, by who asked for it', async () => {
  const { batchId } = await call<Made>(ada, 'generate-full', { count: 10, seed: 1 });
  const found = await trail(batchId, 'batch.completed');
  expect(actions(found)).toEqual(['batch.requested', 'batch.completed']);
  expect(found[1]).toMatchObject({
    actor_email: ADA,
    tenant_id: orgId,
    detail: { entity: 'transactions', records: 100 },
  });
  expect(await events('batch.completed')).toHaveLength(3);
});

test('batch.failed: with the reason', async () => {
  await expect(call(ada, 'generate-customers', { count: 10, country: 'ZZ' })).rejects.toThrow(/ZZ/);
  const [failed] = await events('batch.failed');
  expect(failed).toMatchObject({
    actor_email: ADA,
    detail: { entity: 'customers', error: expect.stringContaining('ZZ') },
  });
});

test('run.cancel_requested and batch.cancelled: who cancelled', async () => {
  const { batchId, runId } = await call<Made>(ada, 'generate-transactions', { count: 200_000 });
  await bo.rpc('cancel_run', { p_run_id: runId }).throwOnError();
  expect(actions(await trail(batchId, 'batch.cancelled'))).toEqual([
    'batch.requested',
    'batch.cancelled',
  ]);
  expect(await events('run.cancel_requested', runId)).toMatchObject([
    { actor_email: 'bo@bank.example', detail: { kind: 'simulate' } },
  ]);
});

longTest('blend.requested, blend.completed and dataset.blended', async () => {
  const blend = await call<Made & { manifest_id: string }>(ada, 'create-blend', {
    manifest_id: manifestId,
    real_share: 0.5,
    count: 100,
  });
  expect(actions(await trail(blend.batchId, 'blend.completed'))).toEqual([
    'blend.requested',
    'blend.completed',
  ]);
  expect(await events('dataset.blended', blend.manifest_id)).toMatchObject([
    { actor_email: ADA, detail: { records: 100 } },
  ]);
});

test('analysis.requested and analysis.completed, and the decision on what it found', async () => {
  const { runId, batchId } = await call<Made>(ada, 'analyze-transactions', {
    manifestId,
    datasetRef: 'payments.csv',
    seed: 1,
  });
  const found = await trail(runId, 'analysis.completed');
  expect(actions(found)).toEqual(['analysis.requested', 'analysis.completed']);
  expect(found[1]).toMatchObject({ actor_email: ADA, detail: { manifest: manifestId } });

  await bo.rpc('start_review', { p_batch_id: batchId }).throwOnError();
  await bo.rpc('return_to_queue', { p_batch_id: batchId }).throwOnError();
  await bo.rpc('approve_exception_batch', { p_batch_id: batchId }).throwOnError();
  expect(actions(await trail(batchId, 'exceptions.approved'))).toEqual([
    'exceptions.review_started',
    'exceptions.returned',
    'exceptions.approved',
  ]);
  const other = await call<Made>(ada, 'analyze-transactions', {
    manifestId,
    datasetRef: 'payments.csv',
    seed: 2,
  });
  await bo
    .from('exception_batches')
    .update({ status: 'rejected', approval_notes: 'not ours' })
    .eq('id', other.batchId)
    .throwOnError();
  expect(await events('exceptions.rejected', other.batchId)).toMatchObject([
    { actor_email: 'bo@bank.example' },
  ]);
});

test('an analysis that is stopped or fails is on the trail', async () => {
  const large = await upload('large.csv', 60_000);
  const answer = call<Made>(ada, 'analyze-transactions', {
    manifestId: large,
    datasetRef: 'large.csv',
    seed: 1,
  }).catch(() => null);
  const until = Date.now() + 30_000;
  let run: string | undefined;
  while (run === undefined && Date.now() < until) {
    const { data } = await ada
      .from('runs')
      .select('id')
      .eq('kind', 'analyze')
      .eq('status', 'running');
    run = data?.[0]?.id as string | undefined;
  }
  await ada.from('ingestion_manifests').delete().eq('id', large).throwOnError();
  await answer;
  expect(actions(await trail(run!, 'analysis.cancelled'))).toEqual([
    'analysis.requested',
    'run.cancel_requested',
    'analysis.cancelled',
  ]);
  expect(await events('dataset.deleted', large)).toMatchObject([{ actor_email: ADA }]);
});

test('file.downloaded: once a person and minute, in parts and whole; by a link, in the name of who lent it', async () => {
  const { data } = await ada
    .from('ingestion_manifests')
    .select('storage_path')
    .eq('id', manifestId)
    .single()
    .throwOnError();
  const path = data.storage_path as string;
  const file = ada.storage.from('ingested_data');
  await file.download(path);
  await file.download(path);
  await bo.storage.from('ingested_data').download(path);
  const read = await events('file.downloaded', path);
  expect(read.map(({ actor_email }) => actor_email)).toEqual([ADA, 'bo@bank.example']);
  expect(read[0]).toMatchObject({ object_type: 'ingested_data', tenant_id: orgId });
  expect(read[0]!.address).not.toBeNull();

  const { data: link } = await file.createSignedUrl(path, 60);
  expect(await events('file.link_made', path)).toMatchObject([
    { actor_email: ADA, detail: { seconds: 60 } },
  ]);
  await database.query('alter table audit.events disable trigger append_only');
  await database.query(
    "update audit.events set at = at - interval '2 minutes' where action = 'file.downloaded'",
  );
  await database.query('alter table audit.events enable trigger append_only');
  expect((await fetch(link!.signedUrl)).status).toBe(200);
  expect((await events('file.downloaded', path)).at(-1)).toMatchObject({
    actor_email: ADA,
    detail: { by: 'link' },
  });
});

test('data.read: once a person, table and day, by the data service and by sandbox-query', async () => {
  for (let time = 0; time < 3; time++) {
    await ada.from('customers').select('*').limit(1).throwOnError();
    await call(bo, 'sandbox-query', { table: 'transactions', limit: 1 });
  }
  expect(await events('data.read', 'customers')).toMatchObject([
    { actor_email: ADA, tenant_id: orgId },
  ]);
  expect(await events('data.read', 'transactions')).toMatchObject([
    { actor_email: 'bo@bank.example', object_type: 'table' },
  ]);
  await superadmin.from('customers').select('*').limit(1).throwOnError();
  expect(await events('data.read', 'customers')).toHaveLength(1);
});

test('data.read: rows of uploads in cases and analyses, embedded ones and written ones too', async () => {
  await ada
    .from('ingestion_manifests')
    .select('id,pattern_analysis_results(clusters)')
    .limit(1)
    .throwOnError();
  const none = crypto.randomUUID();
  await ada.from('exception_batches').update({ status: 'rejected' }).eq('id', none).select('*');
  expect(await events('data.read', 'exception_batches')).toEqual([]);
  await ada
    .from('ingestion_manifests')
    .select('id,exception_batches(exceptions)')
    .limit(1)
    .throwOnError();
  for (const table of ['pattern_analysis_results', 'exception_batches']) {
    expect(await events('data.read', table)).toMatchObject([
      { actor_email: ADA, tenant_id: orgId },
    ]);
  }
});

test('report.read once a minute, report.exported each time, audit.exported', async () => {
  const { batchId } = await call<Made>(ada, 'generate-customers', { count: 10, seed: 3 });
  for (let time = 0; time < 2; time++)
    await ada.rpc('read_report', { p_batch_id: batchId }).throwOnError();
  expect(await events('report.read', batchId)).toMatchObject([
    { actor_email: ADA, tenant_id: orgId },
  ]);
  await call(ada, 'export-report-pdf', { batch_id: batchId });
  expect(await events('report.exported', batchId)).toMatchObject([{ actor_email: ADA }]);
  await call(ada, 'export-audit-pdf', {});
  expect(await events('audit.exported', orgId)).toMatchObject([
    { actor_email: ADA, tenant_id: orgId },
  ]);
});

test('api_key.used: once a day, with every request counted', async () => {
  const { id, key } = await call<{ id: string; key: string }>(ada, 'create-api-key', {
    name: 'nightly',
    tables: ['customers'],
  });
  const ask = () =>
    fetch(`${sandbox.url}/functions/v1/sandbox-query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ table: 'customers', limit: 1 }),
    });
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await events('api_key.created', id)).toHaveLength(1);
  expect(await events('api_key.used', id)).toMatchObject([
    { actor_email: null, tenant_id: orgId, detail: { name: 'nightly' } },
  ]);
  const { rows } = await database.query(
    'select requests::int from audit.key_use where key_id = $1',
    [id],
  );
  expect(rows).toEqual([{ requests: 5 }]);
  for (const statement of [
    'update audit.key_use set requests = requests - 1',
    'delete from audit.key_use',
    'truncate audit.key_use',
  ]) {
    await expect(database.query(statement)).rejects.toThrow(/append-only/);
  }
  await ada
    .from('api_keys')
    .update({ revoked_at: new Date().toISOString() })
    .eq('id', id)
    .throwOnError();
  expect(await events('api_key.revoked', id)).toMatchObject([{ actor_email: ADA }]);
});

test('evidence and approvals: uploaded, linked, approved, revoked, unlinked, deleted', async () => {
  const path = `${orgId}/${DOCUMENT.name}`;
  const bytes = new Blob([await smallPdf('Validation')], { type: DOCUMENT.type });
  const stored = await ada.storage
    .from('evidence-vault')
    .upload(path, bytes, { contentType: DOCUMENT.type });
  expect(stored.error).toBeNull();
  const { data: document } = await ada
    .from('evidence_documents')
    .insert({
      filename: DOCUMENT.name,
      file_type: DOCUMENT.type,
      file_size: bytes.size,
      storage_path: path,
      uploaded_by: adaId,
      org_id: orgId,
      is_global: false,
    })
    .select('id')
    .single()
    .throwOnError();
  const { data: record } = await ada
    .from('governance_audit')
    .select('run_id')
    .is('batch_id', null)
    .limit(1)
    .single()
    .throwOnError();
  const link = { document_id: document.id, governance_run_id: record.run_id, linked_by: adaId };
  await ada.from('evidence_links').insert(link).throwOnError();
  const terms = {
    p_intended_use: 'Load tests',
    p_audience: 'The team',
    p_expires_on: new Date().toISOString().slice(0, 10),
  };
  await bo.rpc('approve_model_run', { p_run_id: record.run_id, ...terms }).throwOnError();
  await bo.rpc('revoke_model_run', { p_run_id: record.run_id, p_reason: 'again' }).throwOnError();
  await ada.from('evidence_links').delete().eq('document_id', document.id).throwOnError();
  await ada.from('evidence_documents').delete().eq('id', document.id).throwOnError();
  expect(actions(await trail(document.id, 'evidence.deleted'))).toEqual([
    'evidence.uploaded',
    'evidence.linked',
    'evidence.unlinked',
    'evidence.deleted',
  ]);
  expect(actions(await trail(record.run_id, 'model.revoked'))).toEqual([
    'model.approved',
    'model.revoked',
  ]);
  // The document's file is deleted with it.
  const { data: gone } = await ada.storage.from('evidence-vault').download(path);
  expect(gone).toBeNull();
});

test('what an organization does with its data is not among the events about people', async () => {
  const { data } = await superadmin
    .rpc('list_security_events', { p_user_id: adaId })
    .throwOnError();
  const listed = new Set((data as { action: string }[]).map(({ action }) => action));
  expect(listed).toContain('sign_in.succeeded');
  for (const action of ['dataset.uploaded', 'batch.completed', 'file.downloaded', 'data.read']) {
    expect(listed).not.toContain(action);
  }
  for (const client of [ada, superadmin]) {
    const { error } = await client
      .schema('audit' as never)
      .from('events')
      .select('*');
    expect(error).not.toBeNull();
  }
});
