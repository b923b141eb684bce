import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../platform/database/database.ts';
import { createDiskReserve } from '../platform/files/disk-reserve.ts';
import { sweepWork } from '../platform/files/sweep-work.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { sampleStoredBytes } from '../platform/storage/sample-stored-bytes.ts';
import { sweepStorage } from '../platform/storage/service.ts';
import { purgeRetiredTenants } from '../product/environments/spare-tenants.ts';
import { prepareDemo } from '../product/generation/demo/prepare-demo.ts';
import { sweepExternalPlaces } from '../product/generation/shards/external-place.ts';
import { keepSealing } from '../product/proof/keep-sealing.ts';
import { keySource } from '../product/proof/key-source.ts';
import { runHandlers, runHelpers } from '../product/run-handlers.ts';
import { keepDelivering } from '../product/webhooks/deliver.ts';
import { readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { createLog } from './log.ts';
import { openFiles, storageFolder } from './open-files.ts';
import { openStore } from './open-store.ts';
import { openTracing } from './open-tracing.ts';
import { type ProcessOrder, receiveOrder } from './process-order.ts';
import { createReleasers } from './shutdown.ts';

const SWEEP_MILLISECONDS = 3_600_000;
const LAPSE_MILLISECONDS = 60_000;

const config = readConfig();
const log = createLog(config.logLevel).child({ process: 'worker' });
const releasers = createReleasers();
let ending = false;
let ready = false;

async function end(code: number): Promise<never> {
  // Before it is ready a worker holds nothing that needs an orderly end.
  if (!ending && ready) {
    ending = true;
    await releasers.run((name, error) => log.error({ err: error }, `could not close ${name}`));
  }
  process.exit(code);
}

async function openOrder(): Promise<ProcessOrder> {
  if (process.send === undefined) {
    const store = await openStore(config);
    releasers.add('store', store.stop);
    return store;
  }
  // The channel ends with the parent in any case; the worker ends with it.
  process.on('disconnect', () => void end(1));
  return receiveOrder();
}

async function main(): Promise<void> {
  const order = await openOrder();
  openDataFolder(config.dataDir);
  mkdirSync(storageFolder(config), { recursive: true });
  const database = openDatabase({ ...order, applicationName: 'sandbox worker' });
  releasers.add('database', database.close);
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes);
  const files = await openFiles(config, disk.assertRoom);
  const workFolder = join(config.dataDir, 'work');
  await prepareDemo(database);
  const tracing = await openTracing(config, 'worker', log);
  releasers.add('traces', tracing.stop);
  const worker = await startWorker({
    database,
    handlers: runHandlers({ database, files, workFolder }),
    helpers: runHelpers({ database, files, workFolder }),
    admit: disk.assertRoom,
    tracing,
    log,
  });
  releasers.add('worker', worker.stop);
  const keyOf = keySource(config.logKeyFile, new URL(config.publicUrl).host);
  const { publicUrl, witnessUrls, timestampUrl } = config;
  const { logUrl } = order;
  const outside = { witnessUrls, timestampUrl };
  const sealing = keepSealing({ logUrl, database, files, keyOf, publicUrl, ...outside, log });
  releasers.add('sealing', sealing.stop);
  const delivering = keepDelivering({ owner: database.owner, hosts: config.webhookHosts, log });
  releasers.add('webhooks', delivering.stop);
  const foldCounts = () => database.owner.query('select private.fold_deltas()');
  const settleLapses = (thoroughly: boolean) =>
    database.owner
      .query('select private.settle_lapses($1)', [thoroughly])
      .catch((error: unknown) => log.warn({ err: error }, 'could not settle lapsed approvals'));
  setInterval(() => settleLapses(false), LAPSE_MILLISECONDS).unref();
  const sweep = () =>
    Promise.all([
      sweepStorage({ database }, files),
      sweepExternalPlaces(database.owner, files),
      database.owner.query('select private.delete_expired_environments()'),
      purgeRetiredTenants(database.owner),
      database.owner.query('select private.delete_old_deliveries()'),
      sweepWork(workFolder),
      foldCounts(),
      settleLapses(true),
      sampleStoredBytes({ database, files, log }),
    ]).catch((error: unknown) => log.warn({ err: error }, 'could not sweep the files'));
  setInterval(sweep, SWEEP_MILLISECONDS).unref();
  void sweep();
  ready = true;
  log.info('worker ready');
}

process.on('SIGTERM', () => void end(0));
process.on('SIGINT', () => {
  // Ctrl-C reaches the whole group; the supervisor decides when its worker ends.
  if (process.send === undefined) void end(0);
});
main().catch(async (error: unknown) => {
  log.fatal({ err: error }, 'the worker could not start');
  await end(1);
});
