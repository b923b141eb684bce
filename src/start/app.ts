import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { requestPasswordReset } from '../platform/auth/accounts/accounts.ts';
import { openTokenKeys } from '../platform/auth/keys/keys.ts';
import { siteVerifyCaptcha } from '../platform/auth/rate-limiting/captcha.ts';
import { authService } from '../platform/auth/service.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { openLocalFileStore } from '../platform/files/local-file-store.ts';
import { functionsService } from '../platform/functions/service.ts';
import type { Platform } from '../platform/gateway/context.ts';
import { createHost, registerService } from '../platform/gateway/host.ts';
import { servePages } from '../platform/gateway/pages.ts';
import { openBoss } from '../platform/jobs/boss.ts';
import { openNotifications } from '../platform/jobs/notifications.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { CHANGES } from '../platform/realtime/changes.ts';
import { attachRealtime } from '../platform/realtime/service.ts';
import { createRowReader } from '../platform/rest/read-rows.ts';
import { createSchemaCache } from '../platform/rest/schema-cache/schema-cache.ts';
import { restService } from '../platform/rest/service.ts';
import { openSmsSender } from '../platform/sms/sms-sender.ts';
import { storageService } from '../platform/storage/service.ts';
import { createSetupGuard } from '../product/access/setup-guard.ts';
import { openSetupToken, type SetupToken } from '../product/access/setup-token.ts';
import { checkDocument } from '../product/evidence/check-document.ts';
import { productFunctions } from '../product/functions.ts';
import type { Product } from '../product/product.ts';
import { MAX_READ_ROWS } from '../shared/limits.ts';
import { PAGE_PATHS } from '../shared/pages.ts';
import { openApiKeys } from './api-keys.ts';
import type { Config } from './config.ts';
import { healthRoutes } from './health.ts';
import { storageFolder } from './open-store.ts';
import type { Releasers } from './shutdown.ts';

export type App = {
  host: FastifyInstance;
  database: Database;
  setupToken: SetupToken;
  hasSuperadmin: () => Promise<boolean>;
};

/** Tables whose counts the schema keeps as sums of deltas. */
const COUNTED = new Set([
  'customers',
  'accounts',
  'transactions',
  'generation_logs',
  'governance_audit',
]);

export const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Wires the whole API: platform services, the product's functions, and the web pages. */
export async function createApp(options: {
  config: Config;
  ownerUrl: string;
  authenticatorUrl: string;
  log: FastifyInstance['log'];
  releasers: Releasers;
  workerReady: () => boolean;
  pages?: string | null;
}): Promise<App> {
  const { config, log, releasers } = options;
  const database = openDatabase({ ...options, applicationName: 'sandbox api' });
  releasers.add('database', database.close);
  const host = await createHost({ log, trustProxy: config.trustProxy });
  const platform: Platform = {
    database,
    keys: await openTokenKeys(database, `${config.publicUrl}/auth/v1`),
    publicUrl: config.publicUrl,
    apiKeys: await openApiKeys(database.owner, config.dataDir),
    log: host.log,
  };
  const files = openLocalFileStore(storageFolder(config));
  const boss = await openBoss(database.ownerUrl, {
    listening: false,
    onError: (error) => log.warn({ err: error }, 'job queue'),
  });
  releasers.add('job queue', () => boss.stop({ graceful: false }));
  const notifications = await openNotifications(database.ownerUrl, ['sandbox_run', CHANGES]);
  releasers.add('notifications', notifications.close);

  const mailer = openMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: join(config.dataDir, 'outbox'),
    log: host.log,
  });
  const auth = {
    mailer,
    siteUrl: config.publicUrl,
    redirectAllowList: config.redirectAllowList,
    sms: openSmsSender({
      webhookUrl: config.smsWebhookUrl,
      outbox: join(config.dataDir, 'outbox'),
      log: host.log,
    }),
    providers: config.identityProviders,
    captcha: config.captcha && siteVerifyCaptcha(config.captcha),
    sessions: config.sessions,
    denyCommonPasswords: config.denyCommonPasswords,
  };
  const setupToken = openSetupToken(config.dataDir, config.adminSetupToken);
  const product: Product = {
    platform,
    boss,
    notifications,
    files,
    workFolder: join(config.dataDir, 'work'),
    setupToken,
    setupGuard: createSetupGuard(),
    passwordRules: { denyCommonPasswords: config.denyCommonPasswords },
    accounts: {
      requestPasswordReset: (email, address) =>
        requestPasswordReset(platform, auth, { email, address }),
    },
  };

  await registerService(host, platform, {
    prefix: '/auth/v1',
    plugin: authService(platform, auth),
  });
  const schemaCache = createSchemaCache(database, (error) =>
    log.warn({ err: error }, 'schema cache'),
  );
  releasers.add('schema cache', schemaCache.close);
  await registerService(host, platform, {
    prefix: '/rest/v1',
    plugin: restService(platform, { keptCounts: COUNTED, schemaCache, maxRows: MAX_READ_ROWS }),
  });
  await attachRealtime(host, {
    platform,
    rows: createRowReader(database, schemaCache),
    notifications,
  });
  await registerService(host, platform, {
    prefix: '/storage/v1',
    plugin: storageService(platform, {
      files,
      sealedBuckets: ['evidence-vault'],
      contentChecks: {
        'evidence-vault': async ({ path, name }) => {
          if (path !== undefined) await checkDocument(path, name);
        },
      },
    }),
  });
  await registerService(host, platform, {
    prefix: '/functions/v1',
    plugin: functionsService(platform, productFunctions(product), config.version),
  });
  await host.register(healthRoutes({ config, platform, workerReady: options.workerReady }));
  const pages = options.pages === undefined ? webFolder : options.pages;
  if (pages !== null) await servePages(host, { folder: pages, paths: PAGE_PATHS });
  releasers.add('http', () => host.close());

  return {
    host,
    database,
    setupToken,
    hasSuperadmin: async () => {
      const { rowCount } = await database.owner.query(
        "select from public.user_roles where role = 'superadmin' limit 1",
      );
      return rowCount === 1;
    },
  };
}
