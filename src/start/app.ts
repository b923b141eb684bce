import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { requestPasswordReset, sendSoon } from '../platform/auth/accounts/accounts.ts';
import { AuthError } from '../platform/auth/auth-error.ts';
import type { AuthOptions } from '../platform/auth/options.ts';
import { requireCaptchaToken } from '../platform/auth/rate-limiting/captcha.ts';
import { authService } from '../platform/auth/service.ts';
import type { Database } from '../platform/database/database.ts';
import { functionsService } from '../platform/functions/service.ts';
import { registerService } from '../platform/gateway/host.ts';
import { servePages } from '../platform/gateway/pages.ts';
import { attachRealtime } from '../platform/realtime/service.ts';
import { createRowReader } from '../platform/rest/read-rows.ts';
import type { IndexedColumns } from '../platform/rest/respond/unindexed.ts';
import { createSchemaCache } from '../platform/rest/schema-cache/schema-cache.ts';
import { restService } from '../platform/rest/service.ts';
import { storageService } from '../platform/storage/service.ts';
import { createSetupGuard } from '../product/access/setup-guard.ts';
import { openSetupToken, type SetupToken } from '../product/access/setup-token.ts';
import { inspectDocument } from '../product/evidence/inspect-document.ts';
import { productFunctions } from '../product/functions.ts';
import { BERLIN_GROUP, berlinGroupService } from '../product/open-banking/berlin-group.ts';
import type { Product } from '../product/product.ts';
import { logRoutes } from '../product/proof/log-routes.ts';
import { witnessRoutes } from '../product/proof/witness-routes.ts';
import { INDEXED_COLUMNS } from '../shared/bank-tables.ts';
import { AppError } from '../shared/errors.ts';
import { MAX_READ_ROWS } from '../shared/limits.ts';
import { authOptions } from './auth-options.ts';
import { type Config, logSignersOf } from './config.ts';
import { isDemo } from './demo-folder.ts';
import { healthRoutes } from './health.ts';
import { hostConfig } from './host-config.ts';
import { openMetrics } from './metrics.ts';
import { addressOf } from './open-files.ts';
import { type Foundation, type FoundationOptions, openPlatform } from './open-platform.ts';
import { pageScripts } from './page-scripts.ts';
import type { Releasers } from './shutdown.ts';

export type App = {
  host: FastifyInstance;
  database: Database;
  setupToken: SetupToken;
  hasSuperadmin: () => Promise<boolean>;
};

/**
 * Tables whose row counts the schema stores as sums of deltas. Of a tenant's batches a user without
 * the right to the ground truth reads only some, so these are counted under policies.
 */
const COUNTED = new Set(['customers', 'accounts', 'transactions', 'governance_audit']);

const INDEXED = new Map<string, IndexedColumns>(Object.entries(INDEXED_COLUMNS));

async function asCall(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error;
    const { message, status, retryAfter } = error;
    const code = status === 429 ? 'rate_limited' : 'bad_request';
    throw new AppError(code, message, { cause: error, ...(retryAfter && { retryAfter }) });
  });
}

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

export async function createApp(
  options: FoundationOptions & { pages?: string | null },
): Promise<App> {
  const { config, releasers } = options;
  const foundation = await openPlatform(options);
  const { host, platform, disk } = foundation;
  // Before the services: it counts the requests of all of them.
  const metrics = openMetrics(host, platform.database.owner, disk);
  const auth = authOptions(config, platform);
  const setupToken = openSetupToken(config.dataDir, config.adminSetupToken);
  const product = productOf(foundation, { config, auth, setupToken });

  await registerService(host, platform, {
    prefix: '/auth/v1',
    plugin: authService(platform, auth),
  });
  await registerDataServices(foundation, releasers, config);
  await registerService(host, platform, {
    prefix: '/functions/v1',
    plugin: functionsService(platform, productFunctions(product), config.version),
  });
  await registerService(host, platform, {
    prefix: BERLIN_GROUP,
    plugin: berlinGroupService(product),
  });
  await host.register(logRoutes(foundation.files));
  await host.register(
    witnessRoutes({ owner: platform.database.owner, log: platform.log, ...config }),
  );
  await host.register(healthRoutes({ config, platform, disk, metrics }));
  const pages = options.pages === undefined ? webFolder : options.pages;
  if (pages !== null) {
    await servePages(host, {
      folder: pages,
      mark: isDemo(config.dataDir) ? 'Demo' : null,
      pages: pageScripts(pages),
      config: () => hostConfig(config, platform),
    });
  }
  releasers.add('http', () => host.close());

  return {
    host,
    database: platform.database,
    setupToken,
    hasSuperadmin: () => hasSuperadmin(platform.database),
  };
}

function productOf(
  { platform, boss, notifications, files, recordRead }: Foundation,
  parts: { config: Config; auth: AuthOptions; setupToken: SetupToken },
): Product {
  const { config, auth, setupToken } = parts;
  return {
    platform,
    boss,
    notifications,
    files,
    addressOf: (folder) => addressOf(config, folder),
    recordRead,
    workFolder: join(config.dataDir, 'work'),
    version: config.version,
    maxAnswerBytes: config.maxAnswerBytes,
    webhookHosts: config.webhookHosts,
    logSigners: logSignersOf(config),
    setupToken,
    setupGuard: createSetupGuard(platform.database.owner),
    passwordRules: { denyCommonPasswords: config.denyCommonPasswords },
    accounts: {
      requestPasswordReset: async ({ email, address, captchaToken }) => {
        await asCall(async () => {
          await requireCaptchaToken(auth.captcha, { token: captchaToken, address });
          await requestPasswordReset(platform, auth, { email, address });
        });
      },
      hasMailServer: config.smtpUrl !== undefined,
      sendMails: () => sendSoon(platform, auth),
    },
  };
}

async function registerDataServices(
  { host, platform, notifications, files, disk, recordRead }: Foundation,
  releasers: Releasers,
  config: Config,
): Promise<void> {
  const { database, log } = platform;
  const schemaCache = createSchemaCache(database, (error) =>
    log.warn({ err: error }, 'schema cache'),
  );
  releasers.add('schema cache', schemaCache.close);
  await registerService(host, platform, {
    prefix: '/rest/v1',
    plugin: restService(platform, {
      keptCounts: COUNTED,
      indexed: INDEXED,
      schemaCache,
      maxRows: MAX_READ_ROWS,
      maxBytes: config.maxAnswerBytes,
      onRead: recordRead,
    }),
  });
  const rows = createRowReader(database, schemaCache, config.maxAnswerBytes);
  await attachRealtime(host, { platform, rows, notifications });
  await registerService(host, platform, {
    prefix: '/storage/v1',
    plugin: storageService(platform, {
      files,
      uploads: { folder: join(config.dataDir, 'uploads'), assertRoom: disk.assertRoom },
      maxLinkSeconds: config.maxLinkSeconds,
      sealedBuckets: ['evidence-vault'],
      contentChecks: { 'evidence-vault': inspectDocument },
    }),
  });
}

async function hasSuperadmin(database: Database): Promise<boolean> {
  const { rowCount } = await database.owner.query(
    "select from public.user_roles where role = 'superadmin' limit 1",
  );
  return rowCount === 1;
}
