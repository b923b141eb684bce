import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { formatCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { type Hash, isSameHash } from '../../engines/provenance/merkle.ts';
import { formatKey, parseNote, signatureLine, verifyNote } from '../../engines/provenance/note.ts';
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
import { type LogKey, ownKeys, publicKeys } from './log-key.ts';
import { type LogKeys, logKeysIn } from './log-keys.ts';
import { verifyEd25519 } from './signatures.ts';
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

const LOCK_WAIT_MILLISECONDS = 30_000;

/**
 * Waits until no other process seals.
 *
 * @throws AppError after 30 seconds
 */
export async function withLogLockSoon<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result & {}>,
): Promise<Result> {
  const until = Date.now() + LOCK_WAIT_MILLISECONDS;
  for (;;) {
    const result = await withLogLock(pool, work);
    if (result !== null) return result;
    if (Date.now() > until) {
      throw new AppError('unavailable', 'Another process seals the log. Try again in a moment.');
    }
    await sleep(250);
  }
}

async function stateOf(client: pg.ClientBase): Promise<{ size: number; waiting: boolean }> {
  const { rows } = await client.query<{ size: string; waiting: boolean }>(
    `select (select coalesce(max(seq) + 1, 0) from log.leaves) as size,
            exists (select from log.outbox) as waiting`,
  );
  return { size: Number(rows[0]!.size), waiting: rows[0]!.waiting };
}

/** Returns the last checkpoint: published or, if that is lost, signed. */
export async function lastSigned(
  client: pg.ClientBase,
): Promise<{ size: number; root: Hash; note: string } | null> {
  const { rows } = await client.query<{ size: string; root: Buffer; note: string }>(
    'select size, root, note from log.checkpoints order by size desc limit 1',
  );
  return rows[0] ? { ...rows[0], size: Number(rows[0].size) } : null;
}

const includes = ({ keys }: LogKeys, { keys: [current] }: LogKeys): boolean =>
  keys.some(({ note }) => formatKey(note) === formatKey(current!.note));

/** Rejects a key that neither signed the log nor follows the one that did. */
function checkKey(published: string, key: LogKey): void {
  const own = ownKeys(key);
  const theirs = logKeysIn(published, 'log/keys');
  if (includes(own, theirs)) return;
  if (includes(theirs, own)) {
    throw new AppError(
      'unavailable',
      'LOG_KEY_FILE contains a key that was replaced. Copy the new file to this host; ' +
        'if the rotation was interrupted, run sandbox log rotate-key again.',
    );
  }
  throw new AppError(
    'conflict',
    'LOG_KEY_FILE contains a different key than the one that signed the log. ' +
      'Restore the right file; if it is lost: sandbox log replace-lost-key.',
  );
}

/** Logs a change of keys before the first checkpoint of the new key. */
async function logKeyChange(client: pg.ClientBase, { changes, noteKey }: LogKey): Promise<void> {
  const text = changes.at(-1);
  const signed = await lastSigned(client);
  const note = signed && parseNote(signed.note);
  if (text === undefined || !note || verifyNote(note, noteKey, verifyEd25519) !== null) return;
  const isLost = text.includes('\nsandbox-key-change/1 lost\n');
  await client.query(
    `insert into log.outbox (kind, subject, sha256)
     select c.kind, $2, c.sha256
       from (select $3 as kind, encode(sha256(convert_to($1, 'UTF8')), 'hex') as sha256) c
      where not exists (select from log.outbox o where o.sha256 = c.sha256)
        and not exists (select from log.leaves l
          where l.organization = '' and l.kind = c.kind and l.sha256 = c.sha256)`,
    [text, noteKey.name, isLost ? 'log.key_lost' : 'log.key_rotated'],
  );
}

async function checkPublished(
  { files, key }: Sealing,
  client: pg.ClientBase,
): Promise<{ published: Published | null; idle: boolean; hasKeys: boolean }> {
  const reader = storeReader(files);
  const keys = await readKeys(reader);
  if (keys !== null) checkKey(keys, key);
  await logKeyChange(client, key);
  const published = await readPublished(reader, ownKeys(key));
  const { size, waiting } = await stateOf(client);
  if (published !== null && published.size > size) {
    throw new AppError(
      'conflict',
      `The database has ${size} log entries, but ${published.size} were signed: it was restored from an older backup or truncated. ` +
        'Restore the newest backup; if there is none, sandbox log restore takes the missing entries from the tiles.',
    );
  }
  const hasKeys = keys === publicKeys(key);
  const idle = !waiting && size === published?.size && hasKeys;
  if (published !== null && published.size > 0 && !idle) {
    const leaves = readerOfLeaves(client, tileReader(reader));
    if (!isSameHash(await rootOf(published.size, leaves), published.root)) {
      throw new AppError('conflict', 'The last log entries differ from the signed ones.');
    }
  }
  return { published, idle, hasKeys };
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

/** Seals pending entries; only for the holder of the log's lock. */
export async function sealUnderLock(sealing: Sealing, client: pg.PoolClient): Promise<Published> {
  const { files, key, onStep = () => {} } = sealing;
  onStep('check');
  const { published, idle, hasKeys } = await checkPublished(sealing, client);
  if (published !== null && idle) return published;
  const oldSize = published?.size ?? 0;
  onStep('assign');
  for (let i = 0; i < MAX_TRANSACTIONS && !(await assignPlaces(client)).all; i++);
  const { size } = await stateOf(client);
  onStep('tiles');
  if (!hasKeys) await publishKeys(files, publicKeys(key));
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
export async function sayHalted(client: pg.ClientBase | pg.Pool, reason: string): Promise<void> {
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
