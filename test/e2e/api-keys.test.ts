import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../src/shared/key-scopes.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { call, makeUser, setUpSuperadmin } from '../support/users.ts';

let sandbox: Sandbox;
let admin: SupabaseClient;
let pilot: SupabaseClient;
let otherAdmin: SupabaseClient;

beforeAll(async () => {
  sandbox = await startPrepared();
  const superadmin = await setUpSuperadmin(sandbox);
  const make = async (email: string, organization: string, role: 'admin' | 'pilot_user') =>
    (
      await makeUser(sandbox, superadmin, {
        email,
        password: 'a good password',
        organization,
        role,
        readsTruth: role === 'admin',
      })
    ).client;
  admin = await make('admin@one.example', 'One', 'admin');
  pilot = await make('pilot@one.example', 'One', 'pilot_user');
  otherAdmin = await make('admin@two.example', 'Two', 'admin');
  await call(pilot, 'generate-full', { count: 30, seed: 5 });
});
afterAll(() => sandbox?.stop());

async function query(key: string | null, body: unknown) {
  const answer = await fetch(`${sandbox.url}/functions/v1/sandbox-query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as {
      status?: string;
      count?: number;
      data?: Record<string, unknown>[];
      error?: string;
      next?: string;
    },
  };
}

const makeKey = (client: SupabaseClient, body: Record<string, unknown>) =>
  call<{ id: string; key: string; prefix: string }>(client, 'create-api-key', body);

test('a key reads its tables of its tenant, and nothing else', async () => {
  const { key } = await makeKey(admin, { name: 'reader', tables: ['customers', 'transactions'] });
  const read = await query(key, { table: 'customers', limit: 10 });
  expect(read).toMatchObject({ status: 200, body: { status: 'success', count: 10 } });
  expect(read.body.data![0]).toHaveProperty('customer_id');
  expect(read.body.data![0]).not.toHaveProperty('tenant_id');
  const filtered = await query(key, {
    table: 'transactions',
    filters: { amount: { gt: 0, lte: 100 }, currency: 'USD' },
    limit: 1000,
  });
  expect(filtered.body.data!.length).toBeGreaterThan(0);
  for (const row of filtered.body.data!) expect(row.amount as number).toBeLessThanOrEqual(100);
  expect((await query(key, { table: 'accounts' })).status).toBe(403);
  const foreign = await makeKey(otherAdmin, { name: 'blind', tables: ['customers'] });
  expect((await query(foreign.key, { table: 'customers' })).body).toEqual({
    status: 'success',
    count: 0,
    data: [],
  });
});

test('what is not right in form is refused clearly', async () => {
  const { key } = await makeKey(admin, { name: 'form', tables: ['customers'] });
  for (const [body, words] of [
    [{ table: 'profiles' }, /table/],
    [{ table: 'customers', limit: 1001 }, /at most 1000/],
    [{ table: 'customers', filters: { tenant_id: 'x' } }, /no column "tenant_id"/],
    [{ table: 'customers', filters: { join_date: { gt: 'soon' } } }, /date/],
    [{ table: 'customers', surprise: 1 }, /Unknown key: surprise/],
    [{ table: 'customers', filters: { 'city"; drop table x; --': 'x' } }, /no column/],
    [{ table: 'customers', filters: { constructor: 'x' } }, /no column/],
  ] as const) {
    const answer = await query(key, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(words)]);
  }
  expect((await query(null, { table: 'customers' })).status).toBe(401);
  expect((await query('sbx_forged', { table: 'customers' })).status).toBe(401);
});

test('the key is shown once, kept hashed, listed with its last use, and ends when revoked or expired', async () => {
  const { id, key } = await makeKey(admin, { name: 'short lived', tables: ['customers'] });
  await query(key, { table: 'customers', limit: 1 });
  const listed = await admin
    .from('api_keys')
    .select('id,name,prefix,tables,last_used_at,revoked_at')
    .eq('id', id)
    .single()
    .throwOnError();
  expect(listed.data).toMatchObject({
    name: 'short lived',
    prefix: key.slice(0, 10),
    revoked_at: null,
  });
  expect(listed.data.last_used_at).not.toBeNull();
  expect((await admin.from('api_keys').select('key_hash')).error).not.toBeNull();
  expect((await pilot.from('api_keys').select('id')).data).toEqual([]);
  expect(
    (
      await otherAdmin
        .from('api_keys')
        .update({ revoked_at: new Date().toISOString() })
        .eq('id', id)
        .select('id')
    ).data,
  ).toEqual([]);
  await admin
    .from('api_keys')
    .update({ revoked_at: new Date().toISOString() })
    .eq('id', id)
    .throwOnError();
  expect((await query(key, { table: 'customers' })).status).toBe(401);
  await expect(makeKey(pilot, { name: 'mine', tables: ['customers'] })).rejects.toThrow('403');
  await expect(
    makeKey(admin, { name: 'past', tables: ['customers'], expires_at: '2020-01-01T00:00:00Z' }),
  ).rejects.toThrow('The expiry must be in the future.');
});

test('a cursor leads through all rows in the stated order', async () => {
  const { key } = await makeKey(admin, { name: 'pages', tables: ['transactions'] });
  const rows: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const page = await query(key, { table: 'transactions', limit: 70, ...(cursor && { cursor }) });
    rows.push(...page.body.data!);
    cursor = page.body.next;
  } while (cursor !== undefined);
  const stored = await pilot
    .from('transactions')
    .select('txn_id')
    .order('txn_ts', { ascending: false })
    .order('seq', { ascending: false })
    .throwOnError();
  expect(rows.map(({ txn_id }) => txn_id)).toEqual(stored.data.map(({ txn_id }) => txn_id));
  const first = await query(key, { table: 'transactions', limit: 1 });
  for (const [table, wrong] of [
    ['customers', first.body.next],
    ['transactions', 'bm90IG9uZQ'],
  ] as const) {
    const { key } = await makeKey(admin, { name: 'wrong cursor', tables: [table] });
    expect((await query(key, { table, cursor: wrong })).body.error).toBe(
      `cursor: expected the \`next\` of an answer for ${table}.`,
    );
  }
});

/** Work of a program by the published client, and the scope that allows it. */
const WORK: [KeyScope, what: string, (client: SupabaseClient) => Promise<unknown>][] = [
  ['read', 'read rows', (c) => some(c.from('customers').select('customer_id').limit(1))],
  ['generate', 'generate', (c) => call(c, 'generate-customers', { count: 2, seed: 77 })],
  [
    'ingest',
    'upload',
    (c) => {
      const form = new FormData();
      form.set('file', new Blob([sampleTransactions(20)]), 'movements.csv');
      return call(c, 'parse-ingested-file', form);
    },
  ],
  [
    'export',
    'download a batch',
    async (c) => {
      const { error } = await c.storage.from('generated_data').download(batchFile);
      if (error) throw error;
    },
  ],
  [
    'reset',
    'delete a batch',
    async (c) => {
      const { batchId } = await call<{ batchId: string }>(pilot, 'generate-customers', {
        count: 1,
      });
      await c.rpc('delete_batch', { p_batch_id: batchId }).throwOnError();
    },
  ],
];

async function some(rows: PromiseLike<{ data: unknown[] | null }>): Promise<void> {
  if (((await rows).data ?? []).length === 0) throw new Error('no rows');
}

let batchFile: string;

test.each(KEY_SCOPES)(
  'scope %s allows its work in the published client, and no other',
  async (scope) => {
    const { data } = await pilot
      .from('generation_logs')
      .select('csv_url')
      .eq('entity_type', 'transactions')
      .limit(1)
      .single()
      .throwOnError();
    batchFile = data.csv_url.replace('generated_data/', '');
    const { key } = await makeKey(admin, {
      name: scope,
      scopes: [scope],
      ...(scope === 'read' && { tables: ['customers'] }),
    });
    const client = createClient(sandbox.url, key, { auth: { persistSession: false } });
    const done: string[] = [];
    for (const [, what, work] of WORK) {
      await work(client).then(
        () => done.push(what),
        () => {},
      );
    }
    expect(done).toEqual(WORK.filter(([needed]) => needed === scope).map(([, what]) => what));
  },
);

test('a key with every scope approves nothing and manages neither people nor keys', async () => {
  const { key } = await makeKey(admin, {
    name: 'everything',
    scopes: [...KEY_SCOPES],
    tables: ['customers', 'accounts', 'transactions'],
  });
  const client = createClient(sandbox.url, key, { auth: { persistSession: false } });
  const none = crypto.randomUUID();
  for (const [procedure, body] of [
    ['approve_model_run', { p_run_id: none, p_notes: 'x' }],
    ['approve_exception_batch', { p_batch_id: none, p_notes: 'x' }],
    ['start_review', { p_batch_id: none }],
    ['read_report', { p_batch_id: none }],
  ] as const) {
    const { error } = await client.rpc(procedure, body);
    expect([procedure, error?.code]).toEqual([procedure, '42501']);
  }
  for (const table of ['profiles', 'user_roles', 'organizations', 'api_keys', 'governance_audit']) {
    expect([table, (await client.from(table).select('*')).error?.code]).toEqual([table, '42501']);
  }
  for (const name of ['create-api-key', 'create-user', 'create-blend', 'analyze-transactions']) {
    await expect(call(client, name, {})).rejects.toThrow('403');
  }
  expect((await client.from('ingestion_manifests').select('preview')).error?.code).toBe('42501');
  expect((await client.auth.admin.listUsers()).error?.status).toBe(401);
  const { data } = await client.from('runs').select('api_key_id,api_key_scopes').limit(1);
  expect(data!.length).toBe(1);
});

test('too many requests with one key get 429 and a retry time; other keys continue', async () => {
  const busy = await makeKey(admin, { name: 'busy', tables: ['customers'], rate_limit: 20 });
  const calm = await makeKey(admin, { name: 'calm', tables: ['customers'] });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => query(busy.key, { table: 'customers', limit: 1 })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(10);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await query(calm.key, { table: 'customers', limit: 1 })).status).toBe(200);
});

test('the OpenAPI document names every function with its body', async () => {
  const document = (await (await fetch(`${sandbox.url}/functions/v1/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<
      string,
      { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }
    >;
  };
  expect(document.openapi).toBe('3.1.0');
  const query =
    document.paths['/functions/v1/sandbox-query']!.post.requestBody.content['application/json']!;
  expect(Object.keys(query.schema.properties)).toEqual(['table', 'limit', 'filters', 'cursor']);
  expect(Object.keys(document.paths).length).toBeGreaterThanOrEqual(12);
});

test('a form without a boundary is refused, not failed on', async () => {
  const { key } = await makeKey(admin, { name: 'forms', scopes: ['ingest'] });
  for (const path of [
    'functions/v1/inspect-file',
    'functions/v1/parse-ingested-file',
    'storage/v1/object/evidence-vault/x',
  ]) {
    const answer = await fetch(`${sandbox.url}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect([path, answer.status]).toEqual([path, 400]);
  }
});
