import { fastify } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokenKeys } from '../../src/platform/auth/keys/keys.ts';
import { readAccess } from '../../src/platform/database/access.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { AccessClaims } from '../../src/platform/gateway/caller.ts';
import type { Platform } from '../../src/platform/gateway/context.ts';
import type { StorageOptions } from '../../src/platform/storage/context.ts';
import { storageService } from '../../src/platform/storage/service.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { call, clientOf, makeUser, setUpSuperadmin } from '../support/users.ts';
import {
  BY_COLUMN,
  CALLERS,
  type Caller,
  FUNCTIONS,
  PROCEDURES,
  REST,
  type Said,
  STORAGE_ROWS,
} from './access-table.ts';

const nobody = crypto.randomUUID();
const PASSWORD = 'a good password';
const db = startBeforeTests(createTestDatabase);
let sandbox: Sandbox;
let database: Database;
const tokens: Partial<Record<Caller, string>> = {};
const names = { batch: '', manifest: nobody, org: '', file: '', bucket: '' };

async function say(method: string, path: string, body: object | null, caller: Caller) {
  const token = tokens[caller];
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name]);
  const answer = await fetch(`${sandbox.url}${fill(path)}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    ...(body !== null && { body: fill(JSON.stringify(body)) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
  const answerBody = isJson ? (JSON.parse(text) as { code?: string }) : {};
  return { status: answer.status, code: answerBody.code, text };
}

async function outcomes(method: string, path: string, body: object | null): Promise<Said> {
  const entries = await Promise.all(
    CALLERS.map(async (caller) => {
      const { status, code, text } = await say(method, path, body, caller);
      // Whatever the status, the answer must not contain the owner's data.
      const sent = `${path}${JSON.stringify(body)}`;
      if (caller !== 'service' && !sent.includes('{file}')) expect(text).not.toContain(names.org);
      return [caller, status < 400 ? String(status) : `${status} ${code}`];
    }),
  );
  return Object.fromEntries(entries) as Said;
}

async function signInTo(email: string) {
  const client = clientOf(sandbox);
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, token: data.session!.access_token };
}

beforeAll(async () => {
  sandbox = await startSandbox({ env: { DATABASE_URL: db.url } });
  database = openDatabase({ ...(await readAccess(db.url)), applicationName: 'test' });
  const superadmin = await setUpSuperadmin(sandbox);
  const make = (name: string, organization: string) =>
    makeUser(sandbox, superadmin, {
      email: `${name}@bank.example`,
      password: PASSWORD,
      organization,
    });
  const owner = await make('owner', 'Valley');
  const batch = await call<{ batchId: string }>(owner.client, 'generate-customers', { count: 5 });
  names.batch = batch.batchId;
  names.org = owner.orgId;
  const { data: log } = await owner.client
    .from('generation_logs')
    .select('csv_url')
    .eq('batch_id', batch.batchId)
    .single();
  const file = (log as { csv_url: string }).csv_url;
  names.bucket = file.split('/')[0]!;
  names.file = file.slice(names.bucket.length + 1);

  const { data } = await owner.client.auth.mfa.enroll({ factorType: 'totp' });
  const secret = Secret.fromBase32(data!.totp.secret);
  await owner.client.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: new TOTP({ secret }).generate(),
  });
  for (const [name, organization] of [
    ['other', 'Hill'],
    ['ended', 'Valley'],
    ['disabled', 'Valley'],
  ] as const) {
    const { userId } = await make(name, organization);
    const { client, token } = await signInTo(`${name}@bank.example`);
    tokens[name] = token;
    if (name === 'ended') await client.auth.signOut();
    if (name === 'disabled') {
      await superadmin
        .from('profiles')
        .update({ status: 'disabled' })
        .eq('id', userId)
        .throwOnError();
    }
  }
  tokens.half = (await signInTo('owner@bank.example')).token;
  tokens.service = sandbox.secretKey;
  tokens.bad = `${tokens.other!.slice(0, -4)}AAAA`;
  const keys = await openTokenKeys(database, `${sandbox.url}/auth/v1`);
  const claims = await keys.verify(tokens.other!);
  const past: AccessClaims = { ...claims, iat: claims.iat - 7200, exp: claims.exp - 7200 };
  tokens.expired = await keys.sign(past);
});
afterAll(async () => {
  await database?.close();
  await sandbox?.stop();
});

test.each(FUNCTIONS)('%s %s', async (method, path, body, expected) => {
  expect(await outcomes(method, path, body)).toEqual(expected);
});

test('the table names every function', async () => {
  const { paths } = (await (await fetch(`${sandbox.url}/functions/v1/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  const named = FUNCTIONS.map(([, path]) => path.replace('/functions/v1/', '')).sort();
  expect(named).toEqual(
    Object.keys(paths)
      .map((path) => path.replace(/^.*\//, ''))
      .sort(),
  );
});

test('every table and view of the data service answers each caller alike', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  expect(rows.length).toBeGreaterThan(15);
  for (const { name } of rows) {
    const answers = await outcomes('GET', `/rest/v1/${name}?limit=100`, null);
    const other = BY_COLUMN.includes(name) ? '403 42501' : '200';
    expect([name, answers]).toEqual([name, { ...REST, other, service: '200' }]);
  }
});

test('every procedure answers each caller alike, and tells others nothing', async () => {
  const { rows } = await database.owner.query<{ name: string; given: Record<string, string> }>(
    `select p.proname as name, coalesce((select jsonb_object_agg(a.name, format_type(a.type, null))
         from unnest(p.proargnames, string_to_array(p.proargtypes::text, ' ')::oid[]) a (name, type)
        where a.type is not null), '{}') as given
       from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        -- Functions of a row relate tables to one another, and can't be called.
        and not exists (select from pg_type t where t.oid = p.proargtypes[0] and t.typtype = 'c')
      order by 1`,
  );
  const sample: Record<string, unknown> = {
    uuid: names.batch,
    jsonb: {},
    integer: 1,
    text: 'x',
    boolean: true,
  };
  const said: Record<string, string[]> = {};
  for (const { name, given } of rows) {
    const body = Object.fromEntries(
      Object.entries(given).map(([argument, type]) => [argument, sample[type]]),
    );
    const { other, service, ...rest } = await outcomes('POST', `/rest/v1/rpc/${name}`, body);
    expect([name, rest]).toEqual([name, REST]);
    said[name] = [other, service];
  }
  expect(said).toEqual(PROCEDURES);
});

test.each(STORAGE_ROWS)('storage: %s %s', async (method, path, body, expected) => {
  expect(await outcomes(method, `/storage/v1${path}`, body)).toEqual(expected);
});

test('the table names every route of the file service', async () => {
  const registered: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      if (['GET', 'POST', 'PUT', 'DELETE'].includes(verb)) registered.push(`${verb} ${url}`);
    }
  });
  // Registration uses none of the routes' dependencies.
  const uploads = { folder: '/nowhere', assertRoom: async () => {} };
  await app.register(storageService({ database: {} } as Platform, { uploads } as StorageOptions));
  await app.ready();
  await app.close();
  const shape = (path: string) =>
    path
      .split('?')[0]!
      .replace(/\{bucket\}|none/, ':bucket')
      .replace(/\{file\}|\/(x|none)$/, (found) => (found.startsWith('/') ? '/*' : '*'));
  const named = STORAGE_ROWS.map(([method, path]) => `${method} ${shape(path)}`);
  const untested = registered
    .map((route) => route.replace(/\/(bucket|resumable)\/:id/, '/$1/:bucket'))
    .filter((route) => !route.endsWith(' /render/*') && !named.includes(route));
  expect(untested).toEqual([]);
});
