import type pg from 'pg';
import { decodeEntry } from '../../engines/provenance/log-entry.ts';
import {
  appendLeaf,
  type CompactTree,
  type Hash,
  isSameHash,
  joinSubtrees,
  leafHash,
} from '../../engines/provenance/merkle.ts';
import { changedTiles, TILE_WIDTH, type Tile } from '../../engines/provenance/tiles.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { ENTRY_TIME, insertLeaves, type Leaf } from './assign-places.ts';
import {
  type LogReader,
  type Published,
  publishCheckpoint,
  publishKeys,
  readCheckpointNote,
  readWhole,
  signedCheckpointIn,
  storeReader,
  tileReader,
} from './log-files.ts';
import { ownKeys, publicKeys } from './log-key.ts';
import { lastSigned, type Sealing, withLogLockSoon } from './seal-log.ts';
import { writeTiles } from './write-tiles.ts';

export type RestoredLog = {
  /** Number of signed entries. */
  size: number;
  /** Entries that the database lacked, by number; null if it had all. */
  missing: { from: number; to: number; kinds: Record<string, number> } | null;
};

const refuse = (message: string) =>
  new AppError(
    'conflict',
    `${message} Nothing was changed: restore a copy of both that belongs together.`,
  );

/** Returns the newest signed checkpoint of tiles and database. */
async function newestSigned(
  { files, key }: Sealing,
  client: pg.ClientBase,
): Promise<{ newest: Published; all: Published[] }> {
  const published = await readCheckpointNote(storeReader(files));
  const signed = await lastSigned(client);
  const all = [published, signed?.note ?? null]
    .filter((note) => note !== null)
    .map((note) => signedCheckpointIn(note, ownKeys(key)))
    .sort((a, b) => b.size - a.size);
  if (all[0] !== undefined) return { newest: all[0], all };
  throw new AppError('not_found', 'Neither the storage nor the database has a signed checkpoint.');
}

async function leavesIn(client: pg.ClientBase, first: number): Promise<Map<number, Buffer>> {
  const { rows } = await client.query<{ seq: number; entry: Buffer }>(
    'select seq::float8 as seq, entry from log.leaves where seq >= $1 and seq < $2',
    [first, first + TILE_WIDTH],
  );
  return new Map(rows.map(({ seq, entry }) => [seq, entry]));
}

/** Reads the hashes of a tile; those of a lost or damaged one are unknown. */
async function hashesOf(reader: LogReader, tile: Tile): Promise<Hash[]> {
  try {
    return await tileReader(reader)({ ...tile, level: 0 });
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

type Sides = {
  inTiles: Uint8Array | undefined;
  inDatabase: Buffer | undefined;
  hash: Hash | undefined;
};

/** Returns the bytes of an entry on which tiles, tree and database agree. */
function agreed(seq: number, { inTiles, inDatabase, hash }: Sides): Uint8Array {
  const bytes = inDatabase ?? inTiles;
  if (bytes === undefined)
    throw refuse(`Entry ${seq} is neither in the tiles nor in the database.`);
  if (inTiles !== undefined && inDatabase?.equals(inTiles) === false) {
    throw refuse(`Entry ${seq} differs between tiles and database.`);
  }
  if (hash !== undefined && !isSameHash(leafHash(bytes), hash)) {
    throw refuse(`Entry ${seq} differs from its hash in the tree.`);
  }
  return bytes;
}

/** Compares both sides up to the newest checkpoint; returns the entries that the database lacks. */
async function compare(
  { files }: Sealing,
  client: pg.ClientBase,
  { newest, all }: Awaited<ReturnType<typeof newestSigned>>,
): Promise<Leaf[]> {
  const reader = storeReader(files);
  const tree: CompactTree = { size: 0, subtrees: [] };
  const lacking: Leaf[] = [];
  const check = () => {
    const differs = all.some(
      ({ size, root }) => size === tree.size && !isSameHash(joinSubtrees(tree.subtrees), root),
    );
    if (differs) throw refuse(`The first ${tree.size} entries do not lead to the signed root.`);
  };
  check();
  for (const tile of changedTiles(0, newest.size, 'entries')) {
    const first = tile.index * TILE_WIDTH;
    const inTiles = await readWhole(reader, tile);
    const hashes = await hashesOf(reader, tile);
    const inDatabase = await leavesIn(client, first);
    for (let i = 0; i < tile.width; i++) {
      const seq = first + i;
      const stored = inDatabase.get(seq);
      const sides = { inTiles: inTiles[i], inDatabase: stored, hash: hashes[i] };
      const bytes = agreed(seq, sides);
      const entry = decodeEntry(bytes);
      if (entry?.seq !== seq) throw refuse(`Entry ${seq} is not a valid entry.`);
      if (stored !== undefined && lacking.length > 0) {
        throw refuse(
          `Entry ${lacking[0]!.entry.seq} is missing from the database, but not entry ${seq}.`,
        );
      }
      if (stored === undefined) lacking.push({ entry, bytes, outboxId: null });
      appendLeaf(tree, leafHash(bytes));
      check();
    }
  }
  return lacking;
}

/** Finds the waiting entries of an older database that were sealed since. */
async function matchWaiting(client: pg.ClientBase, leaves: Leaf[]): Promise<Leaf[]> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, concat_ws(' ', kind, organization, ${ENTRY_TIME}, subject) as name from log.outbox`,
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return leaves.map((leaf) => {
    const { kind, organization, at, subject } = leaf.entry;
    const outboxId = ids.get([kind, organization ?? '', at, subject].join(' ')) ?? null;
    return { ...leaf, outboxId };
  });
}

/** Adds the entries to the database, with one that records it for each organization. */
async function addLacking(client: pg.ClientBase, lacking: Leaf[], size: number): Promise<void> {
  const leaves = await matchWaiting(client, lacking);
  const from = leaves[0]!.entry.seq;
  await client.query('begin');
  try {
    for (let i = 0; i < leaves.length; i += 1000) {
      await insertLeaves(client, leaves.slice(i, i + 1000));
    }
    await client.query('delete from log.outbox where id = any ($1::bigint[])', [
      leaves.map(({ outboxId }) => outboxId).filter((id) => id !== null),
    ]);
    await client.query(
      `insert into log.outbox (kind, organization, subject, detail)
       select 'log.restored', o, 'log', jsonb_build_object('from', $2::bigint, 'to', $3::bigint)
         from unnest($1::text[]) o`,
      [[...new Set(['', ...leaves.map(({ entry }) => entry.organization ?? '')])], from, size],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function restoreFiles(
  client: pg.ClientBase,
  { files, key }: { files: FileStore; key: Sealing['key'] },
  { size, root, note }: Published,
): Promise<void> {
  if (!isSameHash(await writeTiles(client, files, { oldSize: 0, size }), root)) {
    throw new Error(`the tiles of ${size} entries do not lead to the signed root`);
  }
  const [text, signatures] = note.split('\n\n');
  await client.query(
    'insert into log.checkpoints (size, root, note) values ($1, $2, $3) on conflict do nothing',
    // The table has the own signature; those of others are in a table of their own.
    [size, Buffer.from(root), `${text}\n\n${signatures!.split('\n')[0]}\n`],
  );
  await publishKeys(files, publicKeys(key));
  await publishCheckpoint(files, note);
}

/**
 * Restores the log from its tiles and the database, each of which can lack entries of the other, up
 * to the newest signed checkpoint. Entries that the database lacked are recorded on the log.
 *
 * @throws AppError if both disagree, with the entry; nothing is changed then
 */
export const restoreLog = (sealing: Sealing): Promise<RestoredLog> =>
  withLogLockSoon(sealing.pool, async (client) => {
    const signed = await newestSigned(sealing, client);
    const { newest } = signed;
    const lacking = await compare(sealing, client, signed);
    if (lacking.length > 0) await addLacking(client, lacking, newest.size);
    await restoreFiles(client, sealing, newest);
    const kinds: Record<string, number> = {};
    for (const { entry } of lacking) kinds[entry.kind] = (kinds[entry.kind] ?? 0) + 1;
    const [first] = lacking;
    return {
      size: newest.size,
      missing: first ? { from: first.entry.seq, to: newest.size, kinds } : null,
    };
  });
