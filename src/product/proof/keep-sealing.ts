import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { LogKey } from './log-key.ts';
import { sealLog } from './seal-log.ts';

const PASS_MILLISECONDS = 2000;
const MAX_WAIT_MILLISECONDS = 60_000;

/** Seals the log every two seconds until stopped; after a failure ever more rarely, up to once a minute. */
export function keepSealing(options: {
  logUrl: string;
  files: FileStore;
  key: LogKey;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}): { stop: () => Promise<void> } {
  const { files, key, log } = options;
  const pool = new pg.Pool({
    connectionString: options.logUrl,
    max: 1,
    application_name: 'sandbox log',
  });
  // A connection that broke while idle is replaced at the next use.
  pool.on('error', () => {});
  const ending = new AbortController();
  const run = async () => {
    let wait = PASS_MILLISECONDS;
    let size = -1;
    while (!ending.signal.aborted) {
      try {
        const sealed = await sealLog({ pool, files, key });
        if (sealed !== null && sealed.size !== size) {
          size = sealed.size;
          log.info(
            { origin: key.origin, size, root: Buffer.from(sealed.root).toString('base64') },
            'log sealed',
          );
        }
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
