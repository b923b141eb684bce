import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseNote } from '../../engines/provenance/note.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../shared/errors.ts';
import { witnessAddress } from './ask-witness.ts';
import {
  collectCosignatures,
  collectTimestamp,
  type OutsideOptions,
} from './collect-signatures.ts';
import type { KeySource } from './key-source.ts';
import type { Published } from './log-files.ts';
import { proveBatches } from './prove-batches.ts';
import { sayHalted, sealLog, withLogLock } from './seal-log.ts';

const PASS_MILLISECONDS = 2000;
const MAX_WAIT_MILLISECONDS = 60_000;
/** Interval of outside signatures of an unchanged log, so that a missing one is noticed. */
const OUTSIDE_MILLISECONDS = 3_600_000;
/** Interval after a witness did not answer. */
const RETRY_MILLISECONDS = 60_000;

type SealingOptions = Omit<OutsideOptions, 'pool' | 'key'> & {
  logUrl: string;
  keyOf: KeySource;
  database: Pick<Database, 'owner' | 'asTenant'>;
  publicUrl: string;
};

/** Returns true if evidence packs were sealed, whose receipts carry a time-stamp. */
async function packSealedSince(pool: pg.Pool, size: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from log.leaves where seq >= $1 and kind = 'pack.made' limit 1",
    [size],
  );
  return rowCount !== 0;
}

/** Reads the key; a file that is missing or invalid halts the log. */
async function keyNow({ pool, files, keyOf }: SealingOptions & { pool: pg.Pool }) {
  try {
    return await keyOf(pool, files);
  } catch (error) {
    if (error instanceof AppError) await sayHalted(pool, error.message);
    throw error;
  }
}

function passes(given: SealingOptions & { pool: pg.Pool }): () => Promise<void> {
  let size = -1;
  let outsideAt = 0;
  let timestampedAt = 0;
  return async () => {
    const options = { ...given, key: await keyNow(given) };
    const timestamp = async (published: Published) => {
      timestampedAt = Date.now();
      return collectTimestamp(options, published);
    };
    const sealed = await sealLog(options);
    if (sealed === null) return;
    const isNew = sealed.size !== size;
    const isDue = (at: number) => Date.now() - at > OUTSIDE_MILLISECONDS;
    if (isNew) {
      const { origin, root } = sealed;
      const text = Buffer.from(root).toString('base64');
      options.log.info({ origin, size: sealed.size, root: text }, 'log sealed');
    }
    let published = sealed;
    if (isNew || isDue(outsideAt)) {
      published = await collectCosignatures(options, sealed);
      const missing = options.witnessUrls.length >= parseNote(published.note)!.signatures.length;
      outsideAt = Date.now() - (missing ? OUTSIDE_MILLISECONDS - RETRY_MILLISECONDS : 0);
    }
    if (isNew) {
      // The first pass of a process completes interrupted work.
      await withLogLock(options.pool, () =>
        proveBatches(options, published, () => timestamp(published)),
      );
    }
    const hasPack = isNew && size >= 0 && (await packSealedSince(options.pool, size));
    if (hasPack || isDue(timestampedAt)) await timestamp(published);
    size = sealed.size;
  };
}

/** Seals the log every two seconds until stopped; after failures with back-off up to a minute. */
export function keepSealing(options: SealingOptions): { stop: () => Promise<void> } {
  for (const url of options.witnessUrls) witnessAddress(url);
  const pool = new pg.Pool({
    connectionString: options.logUrl,
    // One connection holds the lock while another writes results.
    max: 2,
    application_name: 'sandbox log',
  });
  // Idle connections that break are replaced at the next use.
  pool.on('error', () => {});
  const pass = passes({ ...options, pool });
  const ending = new AbortController();
  const run = async () => {
    let wait = PASS_MILLISECONDS;
    while (!ending.signal.aborted) {
      try {
        await pass();
        wait = PASS_MILLISECONDS;
      } catch (error) {
        wait = Math.min(wait * 2, MAX_WAIT_MILLISECONDS);
        options.log.error({ err: error }, 'the log is not sealed: approvals wait until it is');
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
