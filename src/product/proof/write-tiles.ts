import type pg from 'pg';
import { type Hash, joinSubtrees, leafHash } from '../../engines/provenance/merkle.ts';
import { subtreesOf } from '../../engines/provenance/proof.ts';
import {
  changedTiles,
  encodeEntries,
  encodeTile,
  nodeReader,
  perfectRoot,
  TILE_WIDTH,
  type Tile,
  type TileReader,
  tileIn,
  tilePath,
} from '../../engines/provenance/tiles.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { removePartial, storeReader, tileReader, withWritten, writeTile } from './log-files.ts';

async function leavesOf(client: pg.ClientBase, { index, width }: Tile): Promise<Buffer[]> {
  const start = index * TILE_WIDTH;
  const { rows } = await client.query<{ entry: Buffer }>(
    'select entry from log.leaves where seq >= $1 and seq < $2 order by seq',
    [start, start + width],
  );
  if (rows.length !== width) throw new Error(`the log lacks leaves from ${start} on`);
  return rows.map(({ entry }) => entry);
}

export async function rootOf(size: number, readTile: TileReader): Promise<Hash> {
  const hashOf = nodeReader(size, readTile);
  return joinSubtrees(await Promise.all(subtreesOf({ start: 0, end: size }).map(hashOf)));
}

/** Reads level 0 from the database, so that checkpoints sign the database's content. */
export const readerOfLeaves =
  (client: pg.ClientBase, above: TileReader): TileReader =>
  async (tile) =>
    tile.level === 0 ? (await leavesOf(client, tile)).map((entry) => leafHash(entry)) : above(tile);

/** Reads tiles as they were at a smaller size, which are prefixes of the current ones. */
export const readerOfEarlier =
  (size: number, readTile: TileReader): TileReader =>
  async (tile) => {
    const now = tileIn(size, tile.level, tile.index) ?? tile;
    return (await readTile(now)).slice(0, tile.width);
  };

type Growth = { oldSize: number; size: number };

/** Writes the tiles added between `oldSize` and `size`; idempotent. Returns the root at `size`. */
export async function writeTiles(
  client: pg.ClientBase,
  files: FileStore,
  { oldSize, size }: Growth,
): Promise<Hash> {
  const stored = tileReader(storeReader(files));
  const written = new Map<string, Hash[]>();
  const keep = async (tile: Tile, hashes: Hash[]) => {
    await writeTile(files, tile, encodeTile(hashes));
    written.set(tilePath(tile), hashes);
  };
  let roots: Hash[] = [];
  const addRoot = (tile: Tile, hashes: Hash[]) => {
    if (tile.width === TILE_WIDTH) roots.push(perfectRoot(hashes));
  };
  for (const tile of changedTiles(oldSize, size, 0)) {
    const entries = await leavesOf(client, tile);
    await writeTile(files, { ...tile, level: 'entries' }, encodeEntries(entries));
    const hashes = entries.map((entry) => leafHash(entry));
    await keep(tile, hashes);
    addRoot(tile, hashes);
  }
  for (let level = 1; TILE_WIDTH ** level <= size; level++) {
    const fresh = roots;
    roots = [];
    let used = 0;
    for (const tile of changedTiles(oldSize, size, level)) {
      const before = tileIn(oldSize, level, tile.index);
      const existing = before === null ? [] : await stored(before);
      const hashes = [...existing, ...fresh.slice(used, used + tile.width - existing.length)];
      used += tile.width - existing.length;
      await keep(tile, hashes);
      addRoot(tile, hashes);
    }
  }
  return rootOf(size, withWritten(written, stored));
}

export async function removeReplaced(files: FileStore, { oldSize, size }: Growth): Promise<void> {
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    for (const tile of changedTiles(oldSize, size, level)) {
      if (tile.width < TILE_WIDTH) continue;
      await removePartial(files, tile);
      if (level === 0) await removePartial(files, { ...tile, level: 'entries' });
    }
  }
}
