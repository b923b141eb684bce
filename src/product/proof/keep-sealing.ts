import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Published } from './log-files.ts';
import type { LogKey } from './log-key.ts';
import { proveBatches } from './prove-batches.ts';
import { sealLog, withLogLock } from './seal-log.ts';

const PASS_MILLISECONDS = 2000;
const MAX_WAIT_MILLISECONDS = 60_000;

type SealingOptions = {
  logUrl: string;
  database: Pick<Database, 'owner'>;
  files: FileStore;
  key: LogKey;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** Batches are proven after a checkpoint that is new to this process; the first covers what others left undone. */
async function afterSealing(
  pool: pg.Pool,
  options: SealingOptions,
  published: Published,
): Promise<void> {
  const { origin, size, root } = published;
  options.log.info({ origin, size, root: Buffer.from(root).toString('base64') }, 'log sealed');
  await withLogLock(pool, () => proveBatches(options, published, null));
}

/** Seals the log every two seconds until stopped; after a failure ever more rarely, up to once a minute. */
export function keepSealing(options: SealingOptions): { stop: () => Promise<void> } {
  const { files, key, log } = options;
  const pool = new pg.Pool({
    connectionString: options.logUrl,
    max: 1,
    application_name: 'sandbox log',
  });
  // A connection that broke while idle is replaced at the next use.
  pool.on('error', () => {});
  const ending = new AbortController();
  let size = -1;
  const pass = async () => {
    const published = await sealLog({ pool, files, key });
    if (published === null || published.size === size) return;
    await afterSealing(pool, options, published);
    size = published.size;
  };
  const run = async () => {
    let wait = PASS_MILLISECONDS;
    while (!ending.signal.aborted) {
      try {
        await pass();
        wait = PASS_MILLISECONDS;
      } catch (error) {
        wait = Math.min(wait * 2, MAX_WAIT_MILLISECONDS);
        log.error({ err: error }, 'the log is not sealed: approvals wait until it is');
      }
      await sleep(wait, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
      await pool.end();
    },
  };
}
