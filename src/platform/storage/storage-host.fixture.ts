import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { errors, jwtVerify, SignJWT } from 'jose';
import { pino } from 'pino';
import { claimsOf } from '../../../test/support/claims.ts';
import {
  createTestDatabase,
  inRoles,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import type { FileStore } from '../files/file-store.ts';
import { openLocalFileStore } from '../files/local.ts';
import { createKeyAdmission } from '../gateway/admit-key.ts';
import type { AccessClaims } from '../gateway/caller.ts';
import type { Platform, TokenKeys } from '../gateway/context.ts';
import { createHost, registerService } from '../gateway/host.ts';
import { TokenError } from '../gateway/token-error.ts';
import { noTracing } from '../tracing/tracing.ts';
import type { StorageOptions } from './context.ts';
import { storageService } from './service.ts';

/** Symmetric test keys: the service depends on the contract, not on the algorithm. */
function testKeys(): TokenKeys {
  const secret = randomBytes(32);
  const sign = (claims: Record<string, unknown>, exp: number) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(exp).sign(secret);
  const verify = async (token: string, audience: string) => {
    try {
      return (await jwtVerify(token, secret, { audience })).payload as Record<string, unknown>;
    } catch (error) {
      const reason =
        error instanceof errors.JWTExpired
          ? 'expired'
          : error instanceof errors.JWSSignatureVerificationFailed
            ? 'signature'
            : 'malformed';
      throw new TokenError(reason, (error as Error).message);
    }
  };
  return {
    sign: (claims) => sign(claims, claims.exp),
    verify: async (token) => (await verify(token, 'authenticated')) as AccessClaims,
    signPurpose: (purpose, claims, seconds) =>
      sign({ ...claims, aud: purpose }, Math.floor(Date.now() / 1000) + seconds),
    verifyPurpose: (purpose, token) => verify(token, purpose),
    jwks: async () => ({ keys: [] }),
  };
}

/** Buckets, and a policy: every user owns the folder of their name. */
const OWN_FOLDER = `
  insert into storage.buckets (id, name, public) values
    ('private', 'private', false), ('other', 'other', false), ('checked', 'checked', false),
    ('open', 'open', true);
  create policy own on storage.objects to :authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text)`;

export type Person = { id: string; client: SupabaseClient; token: string };

export type StorageHost = {
  url: string;
  db: TestDatabase;
  files: FileStore;
  folder: string;
  service: SupabaseClient;
  anonymous: SupabaseClient;
  person: () => Promise<Person>;
  stored: () => Promise<string[]>;
  close: () => Promise<void>;
};

export async function startStorageHost(
  options: Omit<StorageOptions, 'files'> = {},
): Promise<StorageHost> {
  const db = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'storage test '));
  const files = openLocalFileStore(folder);
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const platform: Platform = {
    database: db.database,
    keys: testKeys(),
    publicUrl: '',
    apiKeys: { publishable: 'sb_publishable_test', isSecret: (key) => key === 'sb_secret_test' },
    log,
    tracing: noTracing,
    admitKey: createKeyAdmission(db.database.owner),
  };
  const app = await createHost({ log });
  const plugin = storageService(platform, { ...options, files });
  await registerService(app, platform, { prefix: '/storage/v1', plugin });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const clientOf = (key: string, token?: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token ? { global: { headers: { Authorization: `Bearer ${token}` } } } : {}),
    });

  const person = async (): Promise<Person> => {
    const id = randomUUID();
    const session = randomUUID();
    const email = `${id}@bank.example`;
    const { owner } = db.database;
    await owner.query('insert into auth.users (id, email) values ($1, $2)', [id, email]);
    await owner.query(
      'insert into public.profiles (id, email) values ($1, $2) on conflict do nothing',
      [id, email],
    );
    await owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
    const now = Math.floor(Date.now() / 1000);
    const token = await platform.keys.sign(
      claimsOf({ iss: url, sub: id, email, session_id: session, iat: now, exp: now + 3600 }),
    );
    return { id, token, client: clientOf('sb_publishable_test', token) };
  };

  return {
    url: `${url}/storage/v1`,
    db,
    files,
    folder,
    service: clientOf('sb_secret_test'),
    anonymous: clientOf('sb_publishable_test'),
    person,
    stored: async () => {
      const keys: string[] = [];
      for await (const file of files.list('')) keys.push(file.key);
      return keys.sort();
    },
    close: async () => {
      await app.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OwnFolderHost = StorageHost & {
  alice: Person;
  bob: Person;
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
};

export async function startOwnFolderHost(
  options: Omit<StorageOptions, 'files'> = {},
): Promise<OwnFolderHost> {
  const host = await startStorageHost(options);
  await host.db.database.owner.query(inRoles(OWN_FOLDER));
  const alice = await host.person();
  return {
    ...host,
    alice,
    bob: await host.person(),
    get: (path, headers = {}, method = 'GET') =>
      fetch(`${host.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${alice.token}`, ...headers },
      }),
  };
}
