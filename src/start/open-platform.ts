import type { FastifyInstance } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { openTokenKeys } from '../platform/auth/keys/keys.ts';
import { KEYS_ROTATED } from '../platform/auth/keys/signing-keys.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createDiskReserve, type DiskReserve } from '../platform/files/disk-reserve.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createKeyAdmission } from '../platform/gateway/admit-key.ts';
import type { Platform } from '../platform/gateway/context.ts';
import { createHost } from '../platform/gateway/host.ts';
import { createReadRecorder, type ReadRecorder } from '../platform/gateway/record-access.ts';
import { openBoss } from '../platform/jobs/boss.ts';
import { type Notifications, openNotifications } from '../platform/jobs/notifications.ts';
import { CHANGES } from '../platform/realtime/changes.ts';
import {
  DELETED_FILES,
  keepRemovingDeletedFiles,
} from '../platform/storage/remove-deleted-files.ts';
import { BANK_TABLES } from '../shared/bank-tables.ts';
import { openApiKeys } from './api-keys.ts';
import type { Config } from './config.ts';
import { openFiles } from './open-files.ts';
import { openTracing } from './open-tracing.ts';
import type { Releasers } from './shutdown.ts';

export type Foundation = {
  host: FastifyInstance;
  platform: Platform;
  boss: PgBoss;
  notifications: Notifications;
  files: FileStore;
  disk: DiskReserve;
  recordRead: ReadRecorder;
};

/** Tables whose reads are recorded on the audit trail: bank rows and dataset previews. */
/** Tables with bank rows, or with rows of uploads. */
const RECORDED_TABLES = new Set<string>([
  ...BANK_TABLES,
  'ingestion_manifests',
  'pattern_analysis_results',
  'exception_batches',
]);

export type FoundationOptions = {
  config: Config;
  ownerUrl: string;
  authenticatorUrl: string;
  log: FastifyInstance['log'];
  releasers: Releasers;
};

export async function openPlatform(options: FoundationOptions): Promise<Foundation> {
  const { config, log, releasers } = options;
  const database = openDatabase({ ...options, applicationName: 'sandbox api' });
  releasers.add('database', database.close);
  const host = await createHost({
    log,
    trustProxy: config.trustProxy,
    outsideSources: config.captcha?.origins,
  });
  const tracing = await openTracing(config, 'api', log);
  releasers.add('traces', tracing.stop);
  const boss = await openBoss(database.ownerUrl, {
    listening: false,
    onError: (error) => log.warn({ err: error }, 'job queue'),
  });
  releasers.add('job queue', () => boss.stop({ graceful: false }));
  const channels = ['sandbox_run', CHANGES, KEYS_ROTATED, DELETED_FILES];
  const notifications = await openNotifications(database.ownerUrl, channels);
  releasers.add('notifications', notifications.close);
  const platform: Platform = {
    database,
    keys: await openTokenKeys(database, `${config.publicUrl}/auth/v1`, notifications),
    publicUrl: config.publicUrl,
    apiKeys: await openApiKeys(database.owner, config.secretKeyFile),
    admitKey: createKeyAdmission(database.owner),
    log: host.log,
    tracing,
  };
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes);
  const files = await openFiles(config, disk.assertRoom);
  const removal = keepRemovingDeletedFiles({ database, files, log: host.log, notifications });
  releasers.add('removal of deleted files', removal.stop);
  const recordRead = createReadRecorder(database.owner, RECORDED_TABLES);
  return { host, platform, boss, notifications, files, disk, recordRead };
}
