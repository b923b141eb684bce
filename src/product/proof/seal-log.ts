import type pg from 'pg';
import { formatCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { type Hash, isSameHash } from '../../engines/provenance/merkle.ts';
import { signatureLine } from '../../engines/provenance/note.ts';
import { lendConnection } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { assignPlaces } from './assign-places.ts';
import {
  type Published,
  publishCheckpoint,
  publishKeys,
  readKeys,
  readPublished,
  storeReader,
  tileReader,
} from './log-files.ts';
import { type LogKey, publicKeys } from './log-key.ts';
import {
  readerOfEarlier,
  readerOfLeaves,
  removeReplaced,
  rootOf,
  writeTiles,
} from './write-tiles.ts';

/**
 * Steps for new entries. The process may end after any: numbers are assigned in one transaction,
 * tiles derive from them, and the checkpoint is published last.
 */
export const SEAL_STEPS = ['check', 'assign', 'tiles', 'sign', 'publish', 'tidy'] as const;
type SealStep = (typeof SEAL_STEPS)[number];

export type Sealing = {
  /** Connects as the owner of the log. */
  pool: pg.Pool;
  files: FileStore;
  key: LogKey;
  onStep?: (step: SealStep) => void;
};

const LOCK = 7_265_003;
/** Maximum transactions per pass, so that checkpoints stay current. */
const MAX_TRANSACTIONS = 16;

export async function withLogLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result | null> {
  return lendConnection(pool, async (client, breaks) => {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [LOCK],
    );
    if (!rows[0]!.held) return null;
    try {
      return await work(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(breaks);
    }
  });
}

async function stateOf(client: pg.ClientBase): Promise<{ size: number; waiting: boolean }> {
  const { rows } = await client.query<{ size: string; waiting: boolean }>(
    `select (select coalesce(max(seq) + 1, 0) from log.leaves) as size,
            exists (select from log.outbox) as waiting`,
  );
  return { size: Number(rows[0]!.size), waiting: rows[0]!.waiting };
}

/** Returns the last checkpoint: published or, if that is lost, signed. */
async function lastSigned(client: pg.ClientBase): Promise<{ size: number; root: Hash } | null> {
  const { rows } = await client.query<{ size: string; root: Buffer }>(
    'select size, root from log.checkpoints order by size desc limit 1',
  );
  return rows[0] ? { size: Number(rows[0].size), root: rows[0].root } : null;
}

async function checkPublished(
  { files, key }: Sealing,
  client: pg.ClientBase,
): Promise<{ published: Published | null; idle: boolean }> {
  const reader = storeReader(files);
  const keys = await readKeys(reader);
  if (keys !== null && keys !== publicKeys(key)) {
    throw new AppError(
      'conflict',
      'LOG_KEY_FILE contains a different key than the one that signed the log.',
    );
  }
  const published = await readPublished(reader, key.noteKey);
  const { size, waiting } = await stateOf(client);
  if (published !== null && published.size > size) {
    throw new AppError(
      'conflict',
      `The database has ${size} log entries, but ${published.size} were signed: it was restored from an older backup or truncated.`,
    );
  }
  const idle = !waiting && size === published?.size;
  if (published !== null && published.size > 0 && !idle) {
    const leaves = readerOfLeaves(client, tileReader(reader));
    if (!isSameHash(await rootOf(published.size, leaves), published.root)) {
      throw new AppError('conflict', 'The last log entries differ from the signed ones.');
    }
  }
  return { published, idle };
}

async function checkRebuilt(
  { files }: Sealing,
  client: pg.ClientBase,
  size: number,
): Promise<void> {
  const signed = await lastSigned(client);
  if (signed === null || signed.size === 0) return;
  // Later entries share the same tiles.
  const earlier = readerOfEarlier(size, tileReader(storeReader(files)));
  const isSame = signed.size <= size && isSameHash(await rootOf(signed.size, earlier), signed.root);
  if (!isSame) throw new AppError('conflict', 'The log entries differ from the signed ones.');
}

async function sealUnderLock(sealing: Sealing, client: pg.PoolClient): Promise<Published> {
  const { files, key, onStep = () => {} } = sealing;
  onStep('check');
  const { published, idle } = await checkPublished(sealing, client);
  if (published !== null && idle) return published;
  const oldSize = published?.size ?? 0;
  onStep('assign');
  for (let i = 0; i < MAX_TRANSACTIONS && !(await assignPlaces(client)).all; i++);
  const { size } = await stateOf(client);
  onStep('tiles');
  if (published === null) await publishKeys(files, publicKeys(key));
  const root = await writeTiles(client, files, { oldSize, size });
  if (published === null) await checkRebuilt(sealing, client, size);
  onStep('sign');
  const text = formatCheckpoint({ origin: key.origin, size, root });
  const note = `${text}\n${signatureLine(text, key.noteKey, key.sign)}`;
  await client.query(
    'insert into log.checkpoints (size, root, note) values ($1, $2, $3) on conflict (size) do nothing',
    [size, Buffer.from(root), note],
  );
  onStep('publish');
  await publishCheckpoint(files, note);
  onStep('tidy');
  await removeReplaced(files, { oldSize, size });
  return { origin: key.origin, size, root, note };
}

/** Records the reason for a stopped log, so that approvals wait and the page can show it. */
async function sayHalted(client: pg.PoolClient, reason: string): Promise<void> {
  await client.query(
    `insert into log.halted (reason) values ($1)
     on conflict (only_one) do update set reason = excluded.reason where halted.reason <> excluded.reason`,
    [reason],
  );
}

/**
 * Seals pending entries; null if another process holds the log.
 * @throws AppError if sealing would contradict a signature; sealing stops until an operator acts
 */
export const sealLog = (sealing: Sealing): Promise<Published | null> =>
  withLogLock(sealing.pool, async (client) => {
    try {
      const sealed = await sealUnderLock(sealing, client);
      await client.query('delete from log.halted');
      return sealed;
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') {
        await sayHalted(client, error.message);
      }
      throw error;
    }
  });
