import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAuthFixtures, USER } from '../../support/auth-fixtures.ts';
import { startBeforeTests } from '../../support/before-tests.ts';
import { sampleTransactions } from '../../support/sample-transactions.ts';
import { call, clientOf } from '../../support/users.ts';
import { testRefusals } from './refusals.ts';

/** Sections 3, 5 and 7 through calls: names, bodies, answers, refusals. */
const fixtures = startBeforeTests(async () => {
  const started = await startAuthFixtures();
  return { ...started, close: started.sandbox.stop };
});
let manifestId: string;
const pdf = () => new Blob([`%PDF-1.7\n${'x'.repeat(40)}\n%%EOF`], { type: 'application/pdf' });

beforeAll(async () => {
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  const parsed = await call<{ manifest_id: string }>(fixtures.user, 'parse-ingested-file', form);
  manifestId = parsed.manifest_id;
});

const FIELDS: Record<string, string> = {
  customers: 'customer_id,full_name,email,city,risk_segment,join_date',
  accounts: 'account_id,account_type,status,current_balance,credit_limit,open_date',
  transactions: 'txn_id,amount,currency,channel,merchant_category,aml_flag,txn_ts',
  ingestion_manifests: 'id,filename,record_count,schema,storage_path,created_at',
  pattern_analysis_results:
    'id,analysis_type,clusters,anomaly_scores,created_at,ingestion_manifests(filename)',
  governance_audit:
    'run_id,model_type,dataset_ref,accuracy_score,risk_score,approved_for_production,created_at',
  evidence_links: 'document_id,governance_run_id,linked_by',
  evidence_documents:
    'id,filename,file_type,file_size,storage_path,uploaded_by,org_id,is_global,created_at',
  generation_logs:
    'batch_id,entity_type,project_id,status,record_count,privacy_score,quality_score,report_url,csv_url,manifest,created_at',
  exception_batches:
    'id,batch_name,exception_count,threshold_used,status,exceptions,approval_notes,reviewed_by,reviewed_at,created_at,ingestion_manifests(filename)',
  organizations: 'id,name,domain,created_by',
  profiles: 'id,email,full_name,org_id,status,settings,organizations(name)',
  user_roles: 'user_id,role',
};

describe('fields as specified', () => {
  test.each(Object.entries(FIELDS))('%s', async (table, fields) => {
    const { error } = await fixtures.user.from(table).select(fields).limit(1);
    expect(error).toBeNull();
  });
});

test('a schema is a map of column and type, in the order of the file', async () => {
  const { data } = await fixtures.user
    .from('ingestion_manifests')
    .select('schema')
    .single()
    .throwOnError();
  const schema = data.schema as Record<string, string>;
  expect(Object.keys(schema).slice(0, 3)).toEqual(['transaction_id', 'amount', 'currency']);
  expect(schema.amount).toBe('decimal');
});

test('a session carries what the client and the specification name', async () => {
  const client = clientOf(fixtures.sandbox);
  const { data } = await client.auth.signInWithPassword(USER);
  const session = data.session!;
  expect(session.access_token.split('.').length).toBe(3);
  expect(session.refresh_token).toBeTruthy();
  expect(session.expires_at! - Date.now() / 1000).toBeGreaterThan(session.expires_in - 30);
  expect(session.user).toMatchObject({ id: fixtures.userId, email: USER.email });
  expect(session.user.identities?.[0]?.identity_id).toBeTruthy();
  expect(session.user.factors ?? []).toEqual([]);
});

/** Requested and default counts, by the specification. */
test.each([
  ['customers', {}, 100],
  ['accounts', {}, 100],
  ['transactions', {}, 1000],
  ['customers', { count: 7 }, 7],
])('generate-%s with %o makes %i', async (entity, body, records) => {
  const batch = await call<{ status: string; batchId: string; records: number }>(
    fixtures.user,
    `generate-${entity}`,
    body,
  );
  expect(batch).toMatchObject({ status: 'completed', records });
  const log = await fixtures.user
    .from('generation_logs')
    .select('entity_type,record_count,status,csv_url')
    .eq('batch_id', batch.batchId)
    .single()
    .throwOnError();
  expect(log.data).toMatchObject({
    entity_type: entity,
    record_count: records,
    status: 'completed',
    csv_url: expect.stringMatching(/^generated_data\/.+\.csv$/),
  });
});

test('generate-full makes three batches of one run; shaped by an upload it makes 50', async () => {
  const full = await call<{ runId: string }>(fixtures.user, 'generate-full', {
    count: 10,
    seed: 3,
  });
  const logs = await fixtures.user
    .from('generation_logs')
    .select('entity_type,record_count,manifest')
    .order('created_at', { ascending: false })
    .order('entity_type')
    .limit(3)
    .throwOnError();
  const sorted = [...logs.data].sort((a, b) => a.record_count - b.record_count);
  expect(sorted.map((log) => log.record_count)).toEqual([10, 10, 100]);
  expect(new Set(sorted.map((log) => log.entity_type)).size).toBe(3);
  expect(full.runId).toBeTruthy();
  const shaped = await call<{ message: string; records: number }>(
    fixtures.user,
    'generate-synthetic-from-ingestion',
    { manifest_id: manifestId },
  );
  expect(shaped.records).toBe(50);
  expect(shaped.message).not.toBe('');
});

test('rows are read as the pages read them: counts, newest first, joins, one role', async () => {
  const { user, superadmin, userId } = fixtures;
  const counted = await user.from('customers').select('*', { count: 'exact', head: true });
  expect(counted.count).toBeGreaterThan(0);
  const hundred = await user.from('transactions').select('*').limit(100).throwOnError();
  expect(hundred.data.length).toBe(100);
  const manifests = await user
    .from('ingestion_manifests')
    .select('*')
    .order('created_at', { ascending: false })
    .limit(5);
  expect(manifests.data?.length).toBe(1);
  const latest = await user
    .from('generation_logs')
    .select('csv_url')
    .eq('entity_type', 'customers')
    .not('csv_url', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  expect(latest.data?.csv_url).toContain('generated_data/');
  const subset = await user
    .from('governance_audit')
    .select('run_id,model_type,dataset_ref,created_at');
  expect(subset.data?.length).toBe(1);
  const organizations = await superadmin.from('organizations').select('*').order('name');
  expect(organizations.data?.map(({ name }) => name)).toEqual(['Harbor']);
  const profiles = await superadmin.from('profiles').select('email, organizations(name)');
  expect(profiles.data).toContainEqual({ email: USER.email, organizations: { name: 'Harbor' } });
  const own = await user.from('profiles').select('settings').eq('id', userId).single();
  expect(own.data).toEqual({ settings: { preferred_mode: 'synthetic' } });
  const role = (client: typeof user, id: string) =>
    client
      .from('user_roles')
      .select('role')
      .eq('user_id', id)
      .eq('role', 'superadmin')
      .maybeSingle();
  expect((await role(user, userId)).data).toBeNull();
  const { data: root } = await superadmin.auth.getUser();
  expect((await role(superadmin, root.user!.id)).data).toEqual({ role: 'superadmin' });
});

test('files are where their rows say: uploads, exports, evidence', async () => {
  const { user, orgId, userId } = fixtures;
  const { data: manifest } = await user
    .from('ingestion_manifests')
    .select('storage_path')
    .single()
    .throwOnError();
  const raw = await user.storage.from('ingested_data').download(manifest.storage_path as string);
  expect(await raw.data?.text()).toBe(sampleTransactions(300));
  const vault = user.storage.from('evidence-vault');
  for (const folder of [orgId, 'global']) {
    const path = `${folder}/${crypto.randomUUID()}.pdf`;
    expect((await vault.upload(path, pdf(), { contentType: 'application/pdf' })).error).toBeNull();
    const row = {
      filename: 'policy.pdf',
      file_type: 'application/pdf',
      file_size: pdf().size,
      storage_path: path,
      uploaded_by: userId,
      org_id: folder === 'global' ? null : orgId,
      is_global: folder === 'global',
    };
    const inserted = await user.from('evidence_documents').insert(row).select('id').single();
    expect(inserted.error).toBeNull();
    const run = await user.from('governance_audit').select('run_id').single().throwOnError();
    const link = {
      document_id: inserted.data!.id,
      governance_run_id: run.data.run_id,
      linked_by: userId,
    };
    expect((await user.from('evidence_links').insert(link)).error).toBeNull();
    const by = (column: string, id: string) =>
      user.from('evidence_links').select('*').eq(column, id).eq('document_id', inserted.data!.id);
    expect((await by('governance_run_id', run.data.run_id)).data?.length).toBe(1);
    expect((await by('document_id', inserted.data!.id)).data?.length).toBe(1);
    const gone = await user
      .from('evidence_documents')
      .delete()
      .eq('id', inserted.data!.id)
      .select('id');
    expect(gone.data?.length).toBe(1);
    expect((await vault.remove([path])).error).toBeNull();
  }
});

test('analyze-transactions: a result, a record of the model, and a batch where something passed', async () => {
  const made = await call<{ status: string; resultId: string; batchId?: string }>(
    fixtures.user,
    'analyze-transactions',
    { manifestId, datasetRef: 'movements.csv' },
  );
  expect(made.status).toBe('completed');
  const result = await fixtures.user
    .from('pattern_analysis_results')
    .select('*, ingestion_manifests(filename)')
    .eq('id', made.resultId)
    .single()
    .throwOnError();
  expect(result.data.ingestion_manifests).toEqual({ filename: 'movements.csv' });
  expect(result.data.clusters.count).toBe(result.data.clusters.items.length);
  const batch = await fixtures.user
    .from('exception_batches')
    .select('*')
    .eq('id', made.batchId!)
    .single()
    .throwOnError();
  // One percent of 300 rows.
  expect(batch.data).toMatchObject({ status: 'pending', exception_count: 3 });
  expect(batch.data.threshold_used).toBeGreaterThan(0.9);
  const record = await fixtures.user
    .from('governance_audit')
    .select('dataset_ref,accuracy_score,risk_score')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  expect(record.data.dataset_ref).toBe('movements.csv');
  expect(record.data.accuracy_score).toBeGreaterThanOrEqual(0);
  expect(record.data.risk_score).toBeLessThanOrEqual(4);
});

test('a Parquet file is not held to the headers', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parquet ')), 'odd.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select 1 as a, 'x' as b) to '${path}' (format parquet)`);
  connection.closeSync();
  const form = new FormData();
  form.set('file', new Blob([readFileSync(path)]), 'odd.parquet');
  const parsed = await call<{ record_count: number; template: string | null }>(
    fixtures.admin,
    'parse-ingested-file',
    form,
  );
  expect(parsed).toMatchObject({ record_count: 1, template: null });
  rmSync(dirname(path), { recursive: true });
});

test('the client asks again for a refresh after 200 ms times powers of two', async () => {
  const counts: number[] = [];
  const client = createClient(fixtures.sandbox.url, fixtures.sandbox.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (address, init) => {
        if (!String(address).includes('grant_type=refresh_token')) return fetch(address, init);
        counts.push(Date.now());
        if (counts.length < 4) return Promise.reject(new TypeError('fetch failed'));
        return fetch(address, init);
      },
    },
  });
  await client.auth.signInWithPassword(USER);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const waits = counts.slice(1).map((at, i) => at - counts[i]!);
  expect(waits.length).toBe(3);
  for (const [i, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan(200 * 2 ** i - 20);
    expect(wait).toBeLessThan(200 * 2 ** i + 400);
  }
});

// Last, since they change users and settings.
testRefusals(fixtures);
