import type { SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../src/shared/key-scopes.ts';
import { fillTables } from '../support/fill-tables.ts';
import { startPrepared } from '../support/prepared.ts';
import { sampleTransactions } from '../support/sample-transactions.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ownerOf } from '../support/sandbox-database.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';
import {
  BUCKETS,
  CHANNELS,
  KEY_BUCKETS,
  KEY_COLUMNS,
  KEY_PROCEDURES,
  KEY_ROWS,
  PROCEDURES,
  type Reader,
  ROWS,
  WHO,
  type Who,
} from './role-table.ts';

let sandbox: Sandbox;
/** Connections of the database's owner, kept for the hundreds of counts. */
let owner: pg.Pool;
const keys = {} as Record<KeyScope, SupabaseClient>;
let service: SupabaseClient;
const clients = {} as Record<Who, SupabaseClient>;
const ids: Record<string, string> = {};

async function onDatabase<T>(work: (db: pg.ClientBase) => Promise<T>): Promise<T> {
  const db = await owner.connect();
  try {
    return await work(db);
  } finally {
    db.release();
  }
}

async function listOf(query: string): Promise<string[]> {
  return onDatabase(async (db) => {
    const { rows } = await db.query<{ name: string }>(query);
    return rows.map(({ name }) => name).sort();
  });
}

const listRelations = () =>
  listOf(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')",
  );

const until = (done: () => Promise<boolean>) =>
  vi.waitUntil(done, { timeout: 60_000, interval: 100 });

async function fillTenant(client: SupabaseClient): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([sampleTransactions(300)]), 'movements.csv');
  await call(client, 'parse-ingested-file', form);
  await call(client, 'generate-full', { count: 3, seed: 1 });
  const open = () => client.from('runs').select('id').in('status', ['queued', 'running']);
  await until(async () => (await open()).data!.length === 0);
}

beforeAll(async () => {
  sandbox = await startPrepared();
  owner = new pg.Pool({ ...ownerOf(sandbox), max: 3 });
  service = clientOf(sandbox, sandbox.secretKey);
  clients.anon = clientOf(sandbox);
  clients.superadmin = await setUpSuperadmin(sandbox);
  ids.superadmin = (await clients.superadmin.auth.getUser()).data.user!.id;
  for (const [who, organization, role] of [
    ['pilot', 'One', 'pilot_user'],
    ['admin', 'One', 'admin'],
    ['disabled', 'One', 'pilot_user'],
    ['other', 'Two', 'admin'],
  ] as const) {
    const password = 'a good password';
    const user = {
      email: `${who}@bank.example`,
      password,
      organization,
      role,
      readsTruth: who === 'admin',
    };
    const made = await makeUser(sandbox, clients.superadmin, user);
    clients[who] = made.client;
    ids[who] = made.userId;
    ids[organization === 'One' ? 'one' : 'two'] = made.orgId;
  }
  await Promise.all([fillTenant(clients.pilot), fillTenant(clients.other)]);
  await clients.superadmin
    .from('profiles')
    .update({ status: 'disabled' })
    .eq('id', ids.disabled)
    .throwOnError();
  await onDatabase(async (db) => {
    await fillTables(db, { tenant: ids.one!, member: ids.pilot! });
    await fillTables(db, { tenant: ids.two!, member: ids.other! });
  });
  for (const scope of KEY_SCOPES) {
    const tables = scope === 'read' ? ['customers', 'accounts', 'transactions'] : [];
    const made = await call<{ key: string }>(clients.admin, 'create-api-key', {
      name: scope,
      scopes: [scope],
      tables,
    });
    keys[scope] = clientOf(sandbox, made.key);
  }
  const { data } = await clients.superadmin.from('profiles').select('id').throwOnError();
  expect(data).toHaveLength(5);
  await until(async () => (await listOf('select kind as name from log.outbox')).length === 0);
});
afterAll(async () => {
  for (const client of Object.values(clients)) await client.removeAllChannels();
  await owner?.end();
  await sandbox?.stop();
});

const filled = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `'${ids[name]}'`);

/** Counts rows as the database's owner. */
const countRows = (relation: string, condition: string) =>
  onDatabase(async (db) => {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from ${ROWS[relation]!.from ?? `public.${relation}`} where ${filled(condition)}`,
    );
    return rows[0]!.n;
  });

const REFUSED: Partial<Record<Who, number>> = { anon: 401, disabled: 403 };

test('each table and view has its row in the role table', async () => {
  expect(Object.keys(ROWS).sort()).toEqual(await listRelations());
});

describe.each(Object.entries(ROWS))('rows of %s', (relation, rules) => {
  test('each role reads and counts its own rows alone', async () => {
    const all = await countRows(relation, 'true');
    const most = await Promise.all(
      (['pilot', 'admin', 'superadmin'] as const).map((who) => countRows(relation, rules[who])),
    );
    // A relation without rows would pass for any policy.
    expect(Math.max(...most)).toBeGreaterThan(0);
    const columns = rules.columns ?? '*';
    for (const who of WHO) {
      const expected = REFUSED[who] ?? (await countRows(relation, rules[who as Reader]));
      if (who === 'other') expect(expected).toBeLessThan(all);
      const from = () => clients[who].from(relation);
      const { data, error, status } = await from().select(columns).limit(1000);
      expect([who, error ? status : data!.length]).toEqual([who, expected]);
      for (const count of ['exact', 'planned', 'estimated'] as const) {
        const counted = await from().select(columns, { count, head: true });
        const said = counted.error ? counted.status : counted.count;
        expect([who, count, said]).toEqual([who, count, expected]);
      }
    }
  });
});

test('keys read the tables of their scope, with rows of their organization alone', async () => {
  for (const relation of Object.keys(ROWS)) {
    for (const scope of KEY_SCOPES) {
      const columns = KEY_COLUMNS[relation] ?? '*';
      const { data, error, status } = await keys[scope].from(relation).select(columns).limit(1000);
      const scopes = KEY_ROWS[relation];
      const expected = !scopes
        ? 403
        : scopes.includes(scope)
          ? await countRows(relation, ROWS[relation]!.admin)
          : 0;
      if (scopes?.includes(scope)) expect(expected).toBeGreaterThan(0);
      expect([relation, scope, error ? status : data!.length]).toEqual([relation, scope, expected]);
    }
  }
});

test('each procedure has its row in the role table, and answers each role as listed', async () => {
  const given = await onDatabase(async (db) => {
    const { rows } = await db.query<{ name: string; types: Record<string, string> }>(
      `select p.proname as name, coalesce((select jsonb_object_agg(a.name, format_type(a.type, null))
           from unnest(p.proargnames, string_to_array(p.proargtypes::text, ' ')::oid[]) a (name, type)
          where a.type is not null), '{}') as types
         from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_type t where t.oid = p.proargtypes[0] and t.typtype = 'c')`,
    );
    return rows;
  });
  const sample: Record<string, unknown> = {
    uuid: crypto.randomUUID(),
    jsonb: [],
    integer: 1,
    text: 'sample',
    boolean: true,
    date: '2031-01-01',
  };
  const said: Record<string, object> = {};
  const toKeys: Record<string, object> = {};
  for (const { name, types } of given) {
    const body = Object.fromEntries(
      Object.entries(types).map(([argument, type]) => [argument, sample[type]]),
    );
    const answer = async (who: Who) => (await clients[who].rpc(name, body)).status;
    said[name] = {
      pilot: await answer('pilot'),
      admin: await answer('admin'),
      superadmin: await answer('superadmin'),
    };
    for (const scope of KEY_SCOPES) {
      const { status } = await keys[scope].rpc(name, body);
      if (status !== 403) toKeys[name] = { ...toKeys[name], [scope]: status };
    }
  }
  expect(said).toEqual(PROCEDURES);
  expect(toKeys).toEqual(KEY_PROCEDURES);
});

test('each bucket has its row in the role table', async () => {
  expect(Object.keys(BUCKETS).sort()).toEqual(
    await listOf('select id as name from storage.buckets'),
  );
});

const PDF = new Blob(['%PDF-1.7 test'], { type: 'application/pdf' });
const OPTIONS = { contentType: 'application/pdf' };

async function beginUpload(bucket: string, name: string, who: Who): Promise<boolean> {
  const token = (await clients[who].auth.getSession()).data.session?.access_token;
  const { status } = await fetch(`${sandbox.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? sandbox.publishableKey}`,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `bucketName ${btoa(bucket)},objectName ${btoa(name)},contentType ${btoa(OPTIONS.contentType)}`,
    },
  });
  return status === 201;
}

describe.each(Object.entries(BUCKETS))('files of %s', (bucket, expected) => {
  /** Stores a file of organization one, as the server would. */
  async function store(name: string): Promise<string> {
    const path = `${ids.one}/${name}`;
    const { error } = await service.storage.from(bucket).upload(path, PDF, OPTIONS);
    expect(error).toBeNull();
    await onDatabase((db) =>
      db.query('update storage.objects set tenant_id = $1 where bucket_id = $2 and name = $3', [
        ids.one,
        bucket,
        path,
      ]),
    );
    return path;
  }

  const allowed = async (may: (who: Who) => Promise<boolean>): Promise<Who[]> => {
    const answers = await Promise.all(WHO.map(may));
    return WHO.filter((_, at) => answers[at]);
  };

  test('each role reads, writes and removes as listed', async () => {
    const path = await store('matrix.pdf');
    const at = (who: Who) => clients[who].storage.from(bucket);
    const ways: Record<string, (who: Who) => Promise<boolean>> = {
      download: async (who) => (await at(who).download(path)).data !== null,
      info: async (who) => (await at(who).info(path)).error === null,
      list: async (who) => ((await at(who).list(ids.one)).data ?? []).length > 0,
      'signed link': async (who) => (await at(who).createSignedUrl(path, 60)).error === null,
      upload: async (who) =>
        (await at(who).upload(`${ids.one}/by-${who}.pdf`, PDF, OPTIONS)).error === null,
      'signed upload': async (who) =>
        (await at(who).createSignedUploadUrl(`${ids.one}/link-${who}.pdf`)).error === null,
      'resumable upload': (who) => beginUpload(bucket, `${ids.one}/tus-${who}.pdf`, who),
      copy: async (who) => (await at(who).copy(path, `${ids.one}/copy-${who}.pdf`)).error === null,
      overwrite: async (who) =>
        (await at(who).upload(path, PDF, { ...OPTIONS, upsert: true })).error === null,
      move: async (who) => {
        const own = await store(`move-${who}.pdf`);
        return (await at(who).move(own, `${ids.one}/moved-${who}.pdf`)).error === null;
      },
      remove: async (who) => {
        const own = await store(`remove-${who}.pdf`);
        return ((await at(who).remove([own])).data ?? []).length > 0;
      },
    };
    const found: Record<string, Who[]> = {};
    for (const [way, may] of Object.entries(ways)) found[way] = await allowed(may);
    const { read, write, remove } = expected;
    const inOrder = (callers: readonly Who[]) => WHO.filter((who) => callers.includes(who));
    expect(found).toEqual({
      download: inOrder(read),
      info: inOrder(read),
      list: inOrder(read),
      'signed link': inOrder(read),
      upload: inOrder(write),
      'signed upload': inOrder(write),
      'resumable upload': inOrder(write),
      copy: inOrder(write),
      overwrite: [],
      move: [],
      remove: inOrder(remove),
    });
  });
});

test('keys read the files of their scope, and write none', async () => {
  for (const bucket of Object.keys(BUCKETS)) {
    const path = `${ids.one}/keys.pdf`;
    await service.storage.from(bucket).upload(path, PDF, OPTIONS);
    await onDatabase((db) =>
      db.query('update storage.objects set tenant_id = $1 where bucket_id = $2 and name = $3', [
        ids.one,
        bucket,
        path,
      ]),
    );
    const may = async (work: (scope: KeyScope) => Promise<{ error: unknown }>) => {
      const answers = await Promise.all(KEY_SCOPES.map(work));
      return KEY_SCOPES.filter((_, at) => answers[at]!.error === null);
    };
    const at = (scope: KeyScope) => keys[scope].storage.from(bucket);
    expect([bucket, await may((scope) => at(scope).download(path))]).toEqual([
      bucket,
      KEY_BUCKETS[bucket] ?? [],
    ]);
    expect(await may((scope) => at(scope).upload(`${path}-${scope}`, PDF, OPTIONS))).toEqual([]);
    expect(await may((scope) => at(scope).move(path, `${path}-${scope}`))).toEqual([]);
  }
});

/** Assignments that change nothing, where the tenant can't be assigned. */
const TOUCHED: Record<string, string> = { profiles: 'status = status' };

type Heard = { table: string; new: Record<string, unknown> };

/** Subscribes to tables on one channel; returns what is heard, or the reason of the refusal. */
async function listen(
  client: SupabaseClient,
  tables: readonly string[],
): Promise<Heard[] | string> {
  const { data } = await client.auth.getSession();
  await client.realtime.setAuth(data.session?.access_token ?? null);
  const heard: Heard[] = [];
  const channel = client.channel(`changes ${tables.join(' ')}`);
  for (const table of tables) {
    const wanted = { event: '*', schema: 'public', table };
    channel.on(
      'postgres_changes' as never,
      wanted as never,
      ((change: Heard) => heard.push(change)) as never,
    );
  }
  return new Promise((resolve) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(heard);
      else if (status === 'CHANNEL_ERROR') resolve(error?.message ?? status);
    });
  });
}

const announcing = () =>
  listOf(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'realtime.announce'::regproc`,
  );

test('each table that announces changes has its row in the role table; others are refused', async () => {
  expect(CHANNELS.toSorted()).toEqual(await announcing());
  const silent = (await listRelations()).filter((table) => !CHANNELS.includes(table));
  for (const table of silent) {
    expect([table, await listen(clients.admin, [table])]).toEqual([
      table,
      expect.stringMatching(/announces no changes/),
    ]);
  }
});

test('a change is heard by the callers that read its row, and by nobody else', async () => {
  const heard = {} as Record<Who, Heard[] | string>;
  for (const who of WHO) heard[who] = await listen(clients[who], CHANNELS);
  const tablesOf = (who: Who) => {
    const changes = heard[who];
    return typeof changes === 'string'
      ? changes
      : [...new Set(changes.map(({ table }) => table))].sort();
  };
  const touch = (tenant: string) =>
    onDatabase(async (db) => {
      for (const table of CHANNELS) {
        const isGlobal = table === 'evidence_documents' ? 'and not is_global' : '';
        const { rowCount } = await db.query(
          `update public.${table} set ${TOUCHED[table] ?? 'tenant_id = tenant_id'} where ctid =
             (select ctid from public.${table} where tenant_id = $1 ${isGlobal} limit 1)`,
          [tenant],
        );
        expect([table, rowCount]).toEqual([table, 1]);
      }
    });
  await touch(ids.one!);
  await expect.poll(() => tablesOf('pilot')).toEqual(CHANNELS);
  await expect.poll(() => tablesOf('admin')).toEqual(CHANNELS);
  expect(tablesOf('other')).toEqual([]);
  // Changes come in order of commits: what the first ones gave is known once a later one is heard.
  await touch(ids.two!);
  await expect.poll(() => tablesOf('other')).toEqual(CHANNELS);
  const strange = (who: Who) =>
    (heard[who] as Heard[]).filter(
      (change) => change.new.tenant_id !== ids[who === 'other' ? 'two' : 'one'],
    );
  expect([strange('other'), strange('pilot'), strange('admin')]).toEqual([[], [], []]);
  await expect.poll(() => tablesOf('superadmin')).toEqual(['profiles']);
  expect([tablesOf('anon'), tablesOf('disabled')]).toEqual([[], 'Unauthorized']);
});
