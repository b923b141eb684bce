import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { FastifyPluginAsync } from 'fastify';
import { pino } from 'pino';
import { createAccount } from '../../src/platform/auth/accounts/accounts.ts';
import { openTokenKeys } from '../../src/platform/auth/keys/keys.ts';
import type { AuthOptions } from '../../src/platform/auth/options.ts';
import { authService } from '../../src/platform/auth/service.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { createKeyAdmission } from '../../src/platform/gateway/admit-key.ts';
import type { Platform } from '../../src/platform/gateway/context.ts';
import { createHost, registerService } from '../../src/platform/gateway/host.ts';
import type { Mail } from '../../src/platform/mail/mailer.ts';
import type { Sms } from '../../src/platform/sms/sms-sender.ts';
import { noTracing, type Tracing } from '../../src/platform/tracing/tracing.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type AuthHost = {
  url: string;
  db: TestDatabase;
  platform: Platform;
  mails: Mail[];
  messages: Sms[];
  clock: { now: Date | null };
  client: () => SupabaseClient;
  service: () => SupabaseClient;
  addUser: (email: string, password: string) => Promise<string>;
  close: () => Promise<void>;
};

export const PUBLISHABLE = 'sb_publishable_for_tests';
export const SECRET = 'sb_secret_for_tests';

export async function startAuthHost(
  services: (platform: Platform) => { prefix: string; plugin: FastifyPluginAsync }[] = () => [],
  given: Partial<AuthOptions> & { port?: number; trustProxy?: string[]; tracing?: Tracing } = {},
): Promise<AuthHost> {
  const db = await createTestDatabase();
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const host = await createHost({ log, ...(given.trustProxy && { trustProxy: given.trustProxy }) });
  const mails: Mail[] = [];
  const messages: Sms[] = [];
  const clock: AuthHost['clock'] = { now: null };
  const publicUrl = `http://localhost:${given.port ?? 3000}`;
  const platform: Platform = {
    database: db.database,
    keys: await openTokenKeys(db.database, `${publicUrl}/auth/v1`),
    publicUrl,
    apiKeys: { publishable: PUBLISHABLE, isSecret: (key) => key === SECRET },
    admitKey: createKeyAdmission(db.database.owner),
    log: host.log,
    tracing: given.tracing ?? noTracing,
  };
  const mailer = {
    send: async (mail: Mail) => {
      mails.push(mail);
    },
  };
  const { port, trustProxy: _, tracing: _tracing, ...options } = given;
  const auth = authService(platform, {
    mailer,
    sms: {
      send: async (sms) => {
        messages.push(sms);
      },
    },
    siteUrl: publicUrl,
    redirectAllowList: [],
    now: () => clock.now ?? new Date(),
    ...options,
  });
  await registerService(host, platform, { prefix: '/auth/v1', plugin: auth });
  for (const service of services(platform)) await registerService(host, platform, service);
  const url = await host.listen({ port: port ?? 0, host: '127.0.0.1' });
  const make = (key: string) =>
    createClient(url, key, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      },
    });
  return {
    url,
    db,
    platform,
    mails,
    messages,
    clock,
    client: () => make(PUBLISHABLE),
    service: () => make(SECRET),
    addUser: (email, password) =>
      transaction(db.database.owner, async (tx) => {
        const { id } = await createAccount(tx, { email, password });
        await tx.query('insert into public.profiles (id, email) values ($1, $2)', [id, email]);
        await tx.query("insert into public.user_roles (user_id, role) values ($1, 'pilot_user')", [
          id,
        ]);
        return id;
      }),
    close: async () => {
      await host.close();
      await db.close();
    },
  };
}
