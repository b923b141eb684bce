import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify, { type FastifyInstance } from 'fastify';
import { claimsOf } from '../../../test/support/claims.ts';
import { createTestDatabase, inRoles } from '../../../test/support/test-database.ts';
import type { Database } from '../database/database.ts';
import { createKeyAdmission } from '../gateway/admit-key.ts';
import type { AccessClaims } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { registerService } from '../gateway/host.ts';
import { TokenError } from '../gateway/token-error.ts';
import { noTracing } from '../tracing/tracing.ts';
import { TEST_SCHEMA } from './bank-schema.fixture.ts';
import { type RestServiceOptions, restService } from './service.ts';

const PUBLISHABLE = 'sb_publishable_test';
export const SECRET = 'sb_secret_test';

// biome-ignore lint/suspicious/noExplicitAny: the tests' schema has no generated types
export type AnyClient = SupabaseClient<any, 'public', any>;

export type RestHost = {
  app: FastifyInstance;
  url: string;
  database: Database;
  superuserUrl: string;
  client: (credential?: string) => AnyClient;
  db: AnyClient;
  tokenOf: (email: string) => Promise<string>;
  raw: (path: string, init?: RequestInit) => Promise<Response>;
  get: (path: string) => Promise<unknown>;
  refusal: (path: string) => Promise<{ status: number; code?: string; [key: string]: unknown }>;
  send: (
    method: string,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  close: () => Promise<void>;
};

export async function startRestHost(options: RestServiceOptions = {}): Promise<RestHost> {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await database.owner.query(inRoles(TEST_SCHEMA));
  const people = new Map<string, AccessClaims>();
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    http: { maxHeaderSize: 1024 * 1024 },
    routerOptions: { maxParamLength: 2000 },
  });
  const platform: Platform = {
    database,
    publicUrl: 'http://127.0.0.1',
    apiKeys: { publishable: PUBLISHABLE, isSecret: (key) => key === SECRET },
    log: app.log,
    tracing: noTracing,
    admitKey: createKeyAdmission(database.owner),
    keys: {
      verify: async (token) => {
        const claims = people.get(token);
        if (claims) return claims;
        if (token === 'expired') throw new TokenError('expired', 'JWT expired');
        throw new TokenError('malformed', 'Expected 3 parts in JWT; got 1');
      },
    } as Platform['keys'],
  };
  app.decorateRequest('caller', null as never);
  await registerService(app, platform, {
    prefix: '/rest/v1',
    plugin: restService(platform, { allowRollback: true, ...options }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${address.port}`;

  async function tokenOf(email: string): Promise<string> {
    const id = randomUUID();
    const session = randomUUID();
    await database.owner.query('insert into auth.users (id, email) values ($1, $2)', [id, email]);
    await database.owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
      session,
      id,
    ]);
    const token = `header.${id}.signature`;
    people.set(token, claimsOf({ iss: url, sub: id, email, session_id: session }));
    return token;
  }

  const client = (credential = PUBLISHABLE): AnyClient =>
    createClient(url, credential, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { Authorization: `Bearer ${credential}` } },
    });

  const raw = (path: string, init?: RequestInit) => fetch(`${url}/rest/v1${path}`, init);

  return {
    app,
    url,
    database,
    superuserUrl: testDatabase.url,
    tokenOf,
    client,
    db: client(),
    raw,
    get: async (path) => {
      const answer = await raw(path);
      const body = await answer.json();
      if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
      return body;
    },
    refusal: async (path) => {
      const answer = await raw(path);
      return { status: answer.status, ...(await json(answer)) };
    },
    send: (method, path, body, headers = {}) =>
      fetch(`${url}/rest/v1${path}`, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${SECRET}`,
          ...headers,
        },
      }),
    close: async () => {
      await app.close();
      await testDatabase.close();
    },
  };
}

export async function json(answer: Response): Promise<Record<string, unknown>> {
  return (await answer.json()) as Record<string, unknown>;
}
