import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { archiveSettings } from '../platform/backup/log-archive.ts';
import type { DatabaseAccess } from '../platform/database/access.ts';
import { SUPERVISOR_LOCK } from '../platform/database/embedded/claim-folder.ts';
import { startEmbeddedServer } from '../platform/database/embedded/server.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Config } from './config.ts';
import { explainDatabaseAddress } from './start-error.ts';

export type Store = DatabaseAccess & {
  embedded: boolean;
  /** Resolves with the last messages of the embedded server when it ends unexpectedly. */
  crashed: () => Promise<string>;
  /** Starts the embedded server again, at the same address. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const DATABASE = 'sandbox';
/** Busy processes of a killed server keep its folder until they notice. */
const RESTART_MILLISECONDS = 20_000;

export async function openStore(config: Config): Promise<Store> {
  if (config.databaseUrl !== undefined) {
    const { access } = await migrate(config.databaseUrl, migrationsFolder).catch(
      explainDatabaseAddress,
    );
    return {
      ...access,
      embedded: false,
      crashed: () => new Promise(() => {}),
      restart: async () => {},
      stop: async () => {},
    };
  }
  const added = config.backups === undefined ? [] : archiveSettings(config.backups.folder);
  let server = await startEmbeddedServer(config.dataDir, added);
  try {
    await createDatabase(server.url);
    const url = server.url.replace(/\/postgres$/, `/${DATABASE}`);
    const release = await holdSupervisorLock(url);
    const { access } = await migrate(url, migrationsFolder);
    return {
      ...access,
      embedded: true,
      crashed: () => server.crashed,
      restart: async () => {
        const port = Number(new URL(server.url).port);
        const deadline = Date.now() + RESTART_MILLISECONDS;
        for (;;) {
          try {
            server = await startEmbeddedServer(config.dataDir, added, port);
            return;
          } catch (error) {
            if (Date.now() > deadline) throw error;
            await sleep(200);
          }
        }
      },
      stop: async () => {
        await release();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const existing = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (existing.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Holds a lock that reveals a second supervisor; retaken after a recovery of the server. */
async function holdSupervisorLock(url: string): Promise<() => Promise<void>> {
  let released = false;
  let client: pg.Client;
  const take = async () => {
    client = new pg.Client({
      connectionString: url,
      application_name: `sandbox supervisor ${process.pid}`,
    });
    client.on('error', () => {});
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [SUPERVISOR_LOCK]);
    // Only from here on: a failed attempt also ends, and its caller retries.
    client.on('end', () => {
      if (!released) void retake();
    });
  };
  const retake = async () => {
    while (!released) {
      await sleep(200);
      const isLocked = await take().then(
        () => true,
        () => false,
      );
      if (isLocked) return;
    }
  };
  await take();
  return async () => {
    released = true;
    await client.end();
  };
}
