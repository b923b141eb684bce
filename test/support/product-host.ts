import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type Logger, pino } from 'pino';
import { sendSoon } from '../../src/platform/auth/accounts/accounts.ts';
import { openLocalFileStore } from '../../src/platform/files/local.ts';
import type { FunctionDefinition } from '../../src/platform/functions/define.ts';
import { functionsService } from '../../src/platform/functions/service.ts';
import { createReadRecorder } from '../../src/platform/gateway/record-access.ts';
import { openBoss } from '../../src/platform/jobs/boss.ts';
import { openNotifications } from '../../src/platform/jobs/notifications.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import type { Tracing } from '../../src/platform/tracing/tracing.ts';
import { createSetupGuard } from '../../src/product/access/setup-guard.ts';
import type { Product } from '../../src/product/product.ts';
import { runHandlers, runHelpers } from '../../src/product/run-handlers.ts';
import { type AuthHost, startAuthHost } from './auth-host.ts';

export const SETUP_TOKEN = 'the setup token of a test';
const PASSWORD = 'a good password';

export type ProductHost = AuthHost & {
  product: Product;
  /** Addresses for which a reset link was requested. */
  resets: string[];
  /** Creates a signed-in account with a role in its own organization. */
  member: (
    email: string,
    role: 'pilot_user' | 'admin' | 'superadmin',
    orgId?: string,
  ) => Promise<{ id: string; orgId: string; client: SupabaseClient; token: string }>;
  call: (
    name: string,
    body: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ) => Promise<{ status: number; body: Record<string, unknown>; bytes: Buffer }>;
};

export async function startProductHost(
  functions: (product: Product) => FunctionDefinition[],
  {
    worker = false,
    maxAnalyzedRows,
    tracing,
    log = pino({ level: 'silent' }),
  }: { worker?: boolean; maxAnalyzedRows?: number; tracing?: Tracing; log?: Logger } = {},
): Promise<ProductHost> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox product '));
  const files = openLocalFileStore(folder);
  const workFolder = join(folder, 'work');
  const parts: Partial<Product> = {};
  const product = parts as Product;
  const resets: string[] = [];
  const host = await startAuthHost((platform) => {
    Object.assign(parts, {
      platform,
      files,
      maxAnswerBytes: 64 * 1024 * 1024,
      webhookHosts: ['localhost'],
      addressOf: (below) => join(folder, below),
      workFolder,
      version: 'test',
      logSigners: { witness: false, timestamp: false },
      recordRead: createReadRecorder(platform.database.owner, new Set(['customers'])),
      setupToken: { matches: (token: string) => token === SETUP_TOKEN },
      setupGuard: createSetupGuard(platform.database.owner),
      passwordRules: { denyCommonPasswords: true },
      accounts: {
        requestPasswordReset: async ({ email }) => void resets.push(email),
        hasMailServer: true,
        sendMails: () =>
          sendSoon(platform, {
            mailer: { send: async (mail) => void host.mails.push(mail) },
            siteUrl: platform.publicUrl,
          }),
      },
    } satisfies Partial<Product>);
    return [
      { prefix: '/functions/v1', plugin: functionsService(platform, functions(product), 'test') },
    ];
  }, tracing && { tracing });
  const { database } = host.db;
  parts.boss = await openBoss(database.ownerUrl, { listening: false, onError: () => {} });
  parts.notifications = await openNotifications(database.ownerUrl, ['sandbox_run']);
  const running = worker
    ? await startWorker({
        database,
        handlers: runHandlers({
          database,
          files,
          workFolder,
          ...(maxAnalyzedRows !== undefined && { maxAnalyzedRows }),
        }),
        helpers: runHelpers({ database, files, workFolder }),
        ...(tracing && { tracing }),
        log,
      })
    : null;

  return {
    ...host,
    product,
    resets,
    member: async (email, role, orgId) => {
      const id = await host.addUser(email, PASSWORD);
      const org =
        orgId ??
        (
          await database.owner.query<{ id: string }>(
            'insert into public.organizations (name, domain) values ($1, $2) returning id',
            [`Bank of ${email}`, `${email.replace('@', '.')}`],
          )
        ).rows[0]!.id;
      await database.owner.query('update public.profiles set org_id = $2 where id = $1', [id, org]);
      await database.owner.query('update public.user_roles set role = $2 where user_id = $1', [
        id,
        role,
      ]);
      const client = host.client();
      const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (error) throw error;
      return { id, orgId: org, client, token: data.session.access_token };
    },
    call: async (name, body, { token, headers = {} } = {}) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${host.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(!isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : JSON.stringify(body),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      return { status: answer.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : {} };
    },
    close: async () => {
      await running?.stop();
      await parts.notifications?.close();
      await parts.boss?.stop({ graceful: false });
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
