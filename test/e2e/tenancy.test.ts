import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { KeyScope } from '../../src/shared/key-scopes.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import {
  call,
  clientOf,
  makeUser,
  SUPERADMIN,
  setUpSuperadmin,
  signedIn,
} from '../support/users.ts';
import {
  KEY_FUNCTIONS,
  KEY_OWNERS,
  type KeyOwner,
  makeKeys,
  ownRows,
  visibleRows,
} from './key-tenancy.ts';

const WHO = ['anon', 'other', 'disabled', 'pilot', 'admin', 'superadmin'] as const;
type Who = (typeof WHO)[number];

let sandbox: Sandbox;
const clients = {} as Record<Who, SupabaseClient>;
let orgId: string;
let otherOrgId: string;
let manifestId: string;
let batchId: string;

beforeAll(async () => {
  sandbox = await startPrepared();
  clients.superadmin = await setUpSuperadmin(sandbox);
  const make = (email: string, organization: string, role?: 'admin') =>
    makeUser(sandbox, clients.superadmin, {
      email,
      password: 'a good password',
      organization,
      ...(role ? { role } : {}),
    });
  clients.anon = clientOf(sandbox);
  const pilot = await make('pilot@one.example', 'One');
  orgId = pilot.orgId;
  clients.pilot = pilot.client;
  clients.admin = (await make('admin@one.example', 'One', 'admin')).client;
  const other = await make('pilot@two.example', 'Two');
  otherOrgId = other.orgId;
  clients.other = other.client;
  const disabled = await make('gone@one.example', 'One');
  clients.disabled = disabled.client;
  await fillTenant(clients.pilot);
  await clients.superadmin
    .from('profiles')
    .update({ status: 'disabled' })
    .eq('id', disabled.userId)
    .throwOnError();
  // The superadmin's own session is older; a fresh one shows that its age does not matter.
  clients.superadmin = await signedIn(sandbox, SUPERADMIN);
});
afterAll(() => sandbox?.stop());

async function fillTenant(client: SupabaseClient): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  const parsed = await call<{ manifest_id: string }>(client, 'parse-ingested-file', form);
  manifestId = parsed.manifest_id;
  const batch = await call<{ batchId: string }>(client, 'generate-full', { count: 20, seed: 1 });
  batchId = batch.batchId;
  await call(client, 'create-environment', { name: 'base', batches: [batchId] });
  await call(client, 'generate-synthetic-from-ingestion', { manifest_id: manifestId, count: 20 });
  const open = () => client.from('runs').select('id').in('status', ['queued', 'running']);
  await vi.waitFor(async () => expect((await open()).data).toEqual([]), {
    timeout: 60_000,
    interval: 200,
  });
  await vi.waitFor(() => call(client, 'pack-batch', { batch_id: batchId }), {
    timeout: 30_000,
    interval: 500,
  });
}

/** Writes that must change nothing for any of these callers. */
const WRITES: [
  what: string,
  by: Who[],
  write: (client: SupabaseClient) => PromiseLike<{ error: unknown; data: unknown }>,
][] = [
  [
    'insert a customer',
    ['anon', 'other', 'disabled', 'pilot', 'admin', 'superadmin'],
    (c) =>
      c
        .from('customers')
        .insert({ customer_id: 'X', full_name: 'X', email: 'x@x.example', join_date: '2026-01-01' })
        .select(),
  ],
  [
    'change a log',
    ['anon', 'other', 'disabled', 'pilot', 'admin', 'superadmin'],
    (c) =>
      c.from('generation_logs').update({ privacy_score: 100 }).eq('batch_id', batchId).select(),
  ],
  [
    'approve a model by PATCH',
    ['anon', 'other', 'disabled', 'pilot', 'admin', 'superadmin'],
    (c) =>
      c
        .from('governance_audit')
        .update({ approved_for_production: true })
        .neq('model_type', '')
        .select(),
  ],
  [
    'give oneself a role',
    ['anon', 'other', 'disabled', 'pilot', 'admin'],
    (c) =>
      c
        .from('user_roles')
        .insert({ user_id: '00000000-0000-0000-0000-000000000000', role: 'superadmin' })
        .select(),
  ],
  [
    'move into another organization',
    ['anon', 'other', 'disabled', 'pilot', 'admin'],
    (c) => c.from('profiles').update({ org_id: null }).neq('email', '').select(),
  ],
  [
    'make an organization',
    ['anon', 'other', 'disabled', 'pilot', 'admin'],
    (c) => c.from('organizations').insert({ name: 'Mine', domain: 'mine.example' }).select(),
  ],
  [
    'delete a user',
    ['anon', 'other', 'disabled', 'pilot', 'admin'],
    (c) => c.from('profiles').delete().neq('email', '').select(),
  ],
  [
    'delete somebody else’s dataset',
    ['anon', 'other', 'disabled', 'superadmin'],
    (c) => c.from('ingestion_manifests').delete().eq('id', manifestId).select(),
  ],
];

describe.each(WRITES)('nobody of these may %s', (_what, by, write) => {
  test.each(by)('%s', async (who) => {
    const { error, data } = await write(clients[who]);
    expect(error !== null || (data as unknown[] | null)?.length === 0).toBe(true);
  });
});

/** Status by caller of a well-formed call; 404 for another tenant's objects. */
const ANYONE_SIGNED_IN = {
  anon: 401,
  other: 200,
  disabled: 403,
  pilot: 200,
  admin: 200,
  superadmin: 200,
};
/** Callers that may call it get a 400 for the body. */
const REFUSED_FOR_ITS_FORM = {
  anon: 401,
  other: 400,
  disabled: 403,
  pilot: 400,
  admin: 400,
  superadmin: 400,
};
/** The named objects don't exist. */
const FOUND_BY_NOBODY = {
  anon: 401,
  other: 404,
  disabled: 403,
  pilot: 404,
  admin: 404,
  superadmin: 404,
};
const OF_ONE = { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 };
const ADMINS = { anon: 401, other: 403, disabled: 403, pilot: 403, admin: 200, superadmin: 200 };
const SUPERADMINS = {
  anon: 401,
  other: 403,
  disabled: 403,
  pilot: 403,
  admin: 403,
  superadmin: 200,
};
const WITH_THE_TOKEN = {
  anon: 401,
  other: 401,
  disabled: 403,
  pilot: 401,
  admin: 401,
  superadmin: 401,
};
const FUNCTIONS: [
  name: string,
  body: (who: Who) => Record<string, unknown>,
  expected: Record<Who, number>,
][] = [
  ['generate-customers', () => ({ count: 1 }), ANYONE_SIGNED_IN],
  ['generate-accounts', () => ({ count: 1 }), ANYONE_SIGNED_IN],
  ['generate-transactions', () => ({ count: 1 }), ANYONE_SIGNED_IN],
  ['generate-full', () => ({ count: 1 }), ANYONE_SIGNED_IN],
  // No run has this id.
  ['external-job', () => ({ run_id: batchId }), { ...ADMINS, admin: 404, superadmin: 404 }],
  [
    'generate-synthetic-from-ingestion',
    () => ({ manifest_id: manifestId, count: 5 }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'create-blend',
    () => ({ manifest_id: manifestId, real_share: 0.5, count: 4 }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'analyze-transactions',
    () => ({ manifestId, datasetRef: 'sample.csv' }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'preview-threshold',
    () => ({ manifestId, threshold: { method: 'peaks', risk: 0.01 }, seed: '1' }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  ['parse-ingested-file', () => ({}), REFUSED_FOR_ITS_FORM],
  ['inspect-file', () => ({}), REFUSED_FOR_ITS_FORM],
  [
    'map-dataset',
    () => ({
      manifest_id: manifestId,
      columns: [{ name: 'no such column', role: 'other' }],
      sign: null,
      entity: null,
      order: null,
    }),
    { ...REFUSED_FOR_ITS_FORM, other: 404, superadmin: 404 },
  ],
  [
    'set-dataset-rules',
    () => ({ manifest_id: manifestId, declared: [], rejected: [] }),
    { ...REFUSED_FOR_ITS_FORM, pilot: 200, admin: 200, other: 404, superadmin: 404 },
  ],
  ['save-recipe', () => ({ name: 'Statement' }), REFUSED_FOR_ITS_FORM],
  [
    'read-batch-rows',
    () => ({ batch_id: batchId }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'draw-account',
    () => ({ batch_id: batchId }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'score-alerts',
    () => ({ batch_id: manifestId, system: 'x', alerts: 'id\nx\n' }),
    FOUND_BY_NOBODY,
  ],
  ['read-ground-truth', () => ({ batch_id: manifestId }), FOUND_BY_NOBODY],
  ['export-bank-table', () => ({ batch_id: manifestId, table: 'kyc' }), FOUND_BY_NOBODY],
  ['open-case', () => ({ case_id: batchId }), FOUND_BY_NOBODY],
  ['train-ranker', () => ({ rankerId: batchId }), FOUND_BY_NOBODY],
  [
    'calibrate-dataset',
    () => ({ manifest_id: manifestId, preset: 'eu-retail-bank', kind_columns: ['kind'] }),
    // The dataset has no such column.
    { ...OF_ONE, pilot: 400, admin: 400 },
  ],
  ['export-case', () => ({ case_id: batchId }), FOUND_BY_NOBODY],
  [
    'create-environment',
    (who) => ({ name: `of-${who}`, simulation: { seed: '1', count: 2 } }),
    ANYONE_SIGNED_IN,
  ],
  ['branch-environment', (who) => ({ environment: 'base', name: `by-${who}` }), OF_ONE],
  ['reset-environment', () => ({ environment: 'base' }), OF_ONE],
  ['advance-environment', () => ({ environment: 'base', days: 1 }), OF_ONE],
  ['overlay-environment', () => ({ environment: 'base' }), OF_ONE],
  ['freeze-environment', () => ({ environment: 'base' }), OF_ONE],
  ['delete-environment', () => ({ environment: 'none' }), FOUND_BY_NOBODY],
  // Without WEBHOOK_HOSTS no host may be called.
  [
    'create-webhook',
    () => ({ url: 'http://localhost:1/' }),
    { ...ADMINS, admin: 403, superadmin: 403 },
  ],
  ['delete-webhook', () => ({ id: batchId }), { ...ADMINS, admin: 404, superadmin: 404 }],
  ['replay-webhook', () => ({ id: batchId }), { ...ADMINS, admin: 404, superadmin: 404 }],
  ['export-tables', () => ({ batch_id: batchId, format: 'sql' }), FOUND_BY_NOBODY],
  ['parse-ingested-tables', () => ({}), REFUSED_FOR_ITS_FORM],
  [
    'set-table-relations',
    () => ({
      table_set_id: manifestId,
      keys: {},
      relations: [{ child: 'a', childKey: 'b', parent: 'c', parentKey: 'd' }],
    }),
    FOUND_BY_NOBODY,
  ],
  ['generate-synthetic-from-tables', () => ({ table_set_id: manifestId }), FOUND_BY_NOBODY],
  [
    'export-batch',
    () => ({ batch_id: batchId, format: 'sql' }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'pack-batch',
    () => ({ batch_id: batchId }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  [
    'evidence-pack-receipt',
    () => ({ pack_sha256: 'ab'.repeat(32) }),
    { ...ANYONE_SIGNED_IN, admin: 404, pilot: 404, other: 404, superadmin: 404 },
  ],
  [
    'evidence-pack',
    () => ({ batch_id: batchId }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  ['log-status', () => ({}), ANYONE_SIGNED_IN],
  ['sandbox-query', () => ({ table: 'customers' }), ANYONE_SIGNED_IN],
  ['export-audit-pdf', () => ({}), ANYONE_SIGNED_IN],
  [
    'export-report-pdf',
    () => ({ batch_id: batchId }),
    { ...ANYONE_SIGNED_IN, other: 404, superadmin: 404 },
  ],
  // No deletion was requested.
  [
    'delete-organization',
    () => ({ org_id: orgId, name: 'x' }),
    { ...SUPERADMINS, superadmin: 400 },
  ],
  ['export-organization', () => ({ org_id: orgId }), { ...ADMINS, superadmin: 404 }],
  ['create-api-key', (who) => ({ name: who, tables: ['customers'] }), ADMINS],
  ['create-environment-key', () => ({ environment: 'base' }), { ...ADMINS, superadmin: 404 }],
  [
    'create-user',
    (who) => ({
      email: `made-by-${who}@one.example`,
      password: 'something',
      org_id: orgId,
      role: 'pilot_user',
    }),
    SUPERADMINS,
  ],
  [
    'invite-user',
    (who) => ({ email: `invited-by-${who}@one.example`, org_id: orgId }),
    // This sandbox has no mail server, and reports that.
    { ...SUPERADMINS, superadmin: 503 },
  ],
  // As invite-user.
  ['resend-invitation', () => ({ user_id: orgId }), { ...SUPERADMINS, superadmin: 503 }],
  [
    'superadmin-reset-password',
    (who) => ({
      email: `made-by-${who}@root.example`,
      password: 'something long',
      role: 'superadmin',
    }),
    SUPERADMINS,
  ],
  [
    'admin-upsert-superadmin',
    (who) => ({
      email: `made-by-${who}@root.example`,
      password: 'something long',
      role: 'superadmin',
    }),
    WITH_THE_TOKEN,
  ],
  [
    'request-password-reset',
    (who) => ({ email: `nobody-${who}@nowhere.example` }),
    { anon: 200, other: 200, disabled: 403, pilot: 200, admin: 200, superadmin: 200 },
  ],
];

test('the table of functions names every function there is', async () => {
  const answer = await fetch(`${sandbox.url}/functions/v1/openapi.json`);
  const { paths } = (await answer.json()) as { paths: object };
  const names = Object.keys(paths).map((path) => path.replace('/functions/v1/', ''));
  expect(FUNCTIONS.map(([name]) => name).sort()).toEqual(names.sort());
});

describe.each(FUNCTIONS)('function %s', (name, body, expected) => {
  test.each(Object.entries(expected) as [Who, number][])('%s gets %i', async (who, status) => {
    const { error } = await clients[who].functions.invoke(name, { body: body(who) });
    const got = error ? (error as { context: Response }).context.status : 200;
    expect(got).toBe(status);
  });
});

describe('keys of organizations and environments', () => {
  let made: Awaited<ReturnType<typeof makeKeys>>;
  beforeAll(async () => {
    const { client } = await makeUser(sandbox, clients.superadmin, {
      email: 'admin@two.example',
      password: 'a good password',
      organization: 'Two',
      role: 'admin',
    });
    made = await makeKeys(sandbox, {
      one: { admin: clients.admin, tenant: orgId },
      two: { admin: client, tenant: otherOrgId },
    });
  });

  test.each(KEY_OWNERS)(
    'each scope of a key of %s reads the rows of its tenant alone',
    async (owner) => {
      const { tenant, byScope } = made.keys[owner];
      for (const [scope, client] of Object.entries(byScope)) {
        const own = await ownRows(sandbox, { tenant, scope: scope as KeyScope });
        expect([scope, await visibleRows(client)]).toEqual([scope, own]);
        if (scope === 'read') expect(own.transactions).toBeGreaterThan(0);
        if (scope === 'generate') expect(own.runs).toBeGreaterThan(0);
      }
    },
  );

  test('members see rows of their organization alone, in the explorer too', async () => {
    for (const [who, tenant] of [
      ['pilot', orgId],
      ['other', otherOrgId],
    ] as const) {
      const own = await ownRows(sandbox, { tenant, scope: 'read' });
      for (const table of ['customers', 'accounts', 'transactions']) {
        const { count } = await clients[who]
          .from(table)
          .select('*', { count: 'exact', head: true });
        expect([who, table, count]).toEqual([who, table, own[table]]);
      }
    }
    const { batch } = made.named;
    for (const who of ['pilot', 'admin', 'other', 'superadmin'] as const) {
      for (const name of ['read-batch-rows', 'draw-account', 'pack-batch']) {
        const { error } = await clients[who].functions.invoke(name, { body: { batch_id: batch } });
        expect([who, name, (error as { context: Response }).context.status]).toEqual([
          who,
          name,
          404,
        ]);
      }
    }
  });

  test('files, runs and batches of an environment are those of its keys', async () => {
    const { named, keys } = made;
    const allowed = async (may: (owner: KeyOwner) => Promise<boolean>) => {
      const answers = await Promise.all(KEY_OWNERS.map(may));
      return KEY_OWNERS.filter((_, at) => answers[at]);
    };
    const reads = (bucket: string, path: string) =>
      allowed(async (owner) => {
        const { data } = await keys[owner].all.storage.from(bucket).download(path);
        return data !== null;
      });
    const [bucket, ...path] = named.exported.split('/');
    expect(await reads(bucket!, path.join('/'))).toEqual(['base']);
    expect(await reads('environments', named.pinned)).toEqual(['one', 'base']);
    const run = await keys.base.all.from('runs').select('id').limit(1).single().throwOnError();
    const changes = [
      ['cancel_run', { p_run_id: run.data.id }],
      ['delete_batch', { p_batch_id: named.batch }],
    ] as const;
    for (const [name, body] of changes) {
      for (const owner of ['one', 'twin', 'two', 'far'] as const) {
        const { data } = await keys[owner].all.rpc(name, body);
        expect([name, owner, data || null]).toEqual([name, owner, null]);
      }
    }
    const { data } = await keys.base.all
      .from('generation_logs')
      .select('status')
      .eq('batch_id', named.batch);
    expect(data).toEqual([{ status: 'completed' }]);
  });

  test.each(KEY_FUNCTIONS)(
    '%s: keys that name objects of an environment',
    async (name, body, expected) => {
      const statuses: Record<string, number> = {};
      for (const owner of KEY_OWNERS) {
        const options = { body: body(made.named, owner) };
        const { error } = await made.keys[owner].all.functions.invoke(name, options);
        statuses[owner] = error ? (error as { context: Response }).context.status : 200;
      }
      expect(statuses).toEqual(expected);
    },
  );
});

test('evidence: members write into their organization and into global/, and nobody into another', async () => {
  const pdf = new Blob(['%PDF-1.7 test'], { type: 'application/pdf' });
  const may = async (who: Who, path: string) =>
    (await clients[who].storage.from('evidence-vault').upload(path, pdf)).error === null;
  expect(
    await Promise.all(WHO.map((who) => may(who, `${orgId}/${crypto.randomUUID()}.pdf`))),
  ).toEqual([false, false, false, true, true, false]);
  const shared = `global/${crypto.randomUUID()}.pdf`;
  expect(await may('pilot', shared)).toBe(true);
  const reads = async (who: Who) =>
    (await clients[who].storage.from('evidence-vault').download(shared)).data !== null;
  expect(await Promise.all(WHO.map(reads))).toEqual([false, true, false, true, true, true]);
});

test('procedures: only a superadmin seeds, and nobody cancels another tenant’s run', async () => {
  for (const who of ['anon', 'other', 'disabled', 'pilot', 'admin'] as const) {
    const { error } = await clients[who].rpc('seed_org_demo_data', { target_org_id: orgId });
    expect([who, error === null]).toEqual([who, false]);
  }
  const run = await clients.pilot.from('runs').select('id').limit(1).single().throwOnError();
  const cancelled = await clients.other.rpc('cancel_run', { p_run_id: run.data.id });
  expect(cancelled.data).toBe(false);
});

test('a user who joins an organization brings their rows along', async () => {
  const before = (await clients.pilot.from('customers').select('customer_id')).data!.length;
  const service = clientOf(sandbox, sandbox.secretKey);
  const created = await service.auth.admin.createUser({
    email: 'lone@three.example',
    password: 'lone lone lone',
  });
  const lone = await signedIn(sandbox, { email: 'lone@three.example', password: 'lone lone lone' });
  await call(lone, 'generate-customers', { count: 7 });
  await clients.superadmin
    .from('profiles')
    .update({ org_id: orgId })
    .eq('id', created.data.user!.id)
    .throwOnError();
  const { count } = await clients.pilot
    .from('customers')
    .select('*', { count: 'exact', head: true });
  const { data } = await clients.pilot.from('customers').select('customer_id');
  expect([count, data!.length]).toEqual([before + 7, before + 7]);
  expect((await lone.from('customers').select('customer_id')).data!.length).toBe(before + 7);
});

test('superadmin and member are two accounts, whichever way it is tried', async () => {
  const me = (await clients.superadmin.auth.getUser()).data.user!.id;
  const entered = await clients.superadmin.from('profiles').update({ org_id: orgId }).eq('id', me);
  expect([entered.status, entered.error?.message]).toEqual([
    409,
    'A superadmin belongs to no organization: this person needs a second account',
  ]);
  const refused = /^Error: 409 .*A member of an organization cannot be superadmin/;
  const account = {
    email: 'pilot@one.example',
    password: 'correct horse battery',
    role: 'superadmin',
  };
  const reset = call(clients.superadmin, 'superadmin-reset-password', account).catch(String);
  expect(await reset).toMatch(refused);
  const setUp = call(clientOf(sandbox), 'admin-upsert-superadmin', account, {
    'x-admin-setup-token': sandbox.setupToken,
  }).catch(String);
  expect(await setUp).toMatch(refused);
  // The password is unchanged.
  await signedIn(sandbox, { email: 'pilot@one.example', password: 'a good password' });
});

test('nobody disables or deletes themself, or the last superadmin', async () => {
  await clients.superadmin.from('profiles').delete().like('email', 'made-by-%').throwOnError();
  const me = (await clients.superadmin.auth.getUser()).data.user!.id;
  const disable = await clients.superadmin
    .from('profiles')
    .update({ status: 'disabled' })
    .eq('id', me)
    .select();
  expect(disable.error?.message).toBe('You cannot disable or delete yourself');
  const remove = await clients.superadmin.from('profiles').delete().eq('id', me).select();
  expect(remove.error?.message).toBe('You cannot disable or delete yourself');
  const role = await clients.superadmin.from('user_roles').delete().eq('user_id', me).select();
  expect(role.error?.message).toBe('The last superadmin cannot lose the role');
});
