import { concatBytes } from '@noble/hashes/utils.js';
import { HASH_BYTES, type Hash, nodeHash } from './merkle.ts';
import type { Node } from './proof.ts';

/** Hashes in a full tile; a tile spans eight levels of the tree (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_LEVELS = 8;
const MAX_ENTRY_BYTES = 65_535;

/** Tile: hashes of 256^level leaves each or, at level "entries", the entries themselves. */
export type Tile = { level: number | 'entries'; index: number; width: number };

export const fullTile = (tile: Tile): Tile => ({ ...tile, width: TILE_WIDTH });

/** Returns a tile's path below `tile/`: 1234067 is x001/x234/067; partial tiles add the width. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g)!;
  const folders = groups.slice(0, -1).map((group) => `x${group}`);
  const path = [level, ...folders, groups.at(-1)!].join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

const PATH = /^(entries|\d{1,2})((?:\/x\d{3})*)\/(\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Parses a path below `tile/`; null if invalid or not canonical. */
export function parseTilePath(path: string): Tile | null {
  const [, level, folders, last, width] = PATH.exec(path) ?? [];
  if (level === undefined) return null;
  const tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(`${folders!.replaceAll('/x', '')}${last}`),
    width: width === undefined ? TILE_WIDTH : Number(width),
  } as const;
  return tilePath(tile) === path && tile.width > 0 ? tile : null;
}

const countAt = (size: number, level: number) => Math.floor(size / TILE_WIDTH ** level);

/** Returns a tile of a tree of the given size; null if the tree does not reach it. */
export function tileIn(size: number, level: Tile['level'], index: number): Tile | null {
  const count = countAt(size, level === 'entries' ? 0 : level) - index * TILE_WIDTH;
  return count <= 0 ? null : { level, index, width: Math.min(count, TILE_WIDTH) };
}

/** Returns a level's tiles that are new or fuller in a tree of `size` than of `oldSize`. */
export function changedTiles(oldSize: number, size: number, level: Tile['level']): Tile[] {
  const height = level === 'entries' ? 0 : level;
  const [before, now] = [countAt(oldSize, height), countAt(size, height)];
  const tiles: Tile[] = [];
  for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < now; index++) {
    const tile = tileIn(size, level, index)!;
    if (index * TILE_WIDTH + tile.width > before) tiles.push(tile);
  }
  return tiles;
}

export const encodeTile = (hashes: readonly Hash[]): Uint8Array => concatBytes(...hashes);

/** Decodes the hashes of a tile; null if their number differs from the width. */
export function decodeTile(bytes: Uint8Array, width: number): Hash[] | null {
  if (bytes.length !== width * HASH_BYTES) return null;
  return Array.from({ length: width }, (_, i) =>
    bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}

/**
 * Encodes entries as a bundle.
 *
 * @throws RangeError if an entry is longer than two bytes can state
 */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array {
  const parts = entries.flatMap((entry) => {
    if (entry.length > MAX_ENTRY_BYTES) {
      throw new RangeError(`a log entry must not exceed ${MAX_ENTRY_BYTES} bytes`);
    }
    return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
  });
  return concatBytes(...parts);
}

export function splitEntries(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + ((bytes[at]! << 8) | bytes[at + 1]!);
    if (end > bytes.length) break;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** Decodes the entries of a bundle; null if truncated or not `width` entries. */
export function decodeEntries(bytes: Uint8Array, width: number): Uint8Array[] | null {
  const entries = splitEntries(bytes);
  const length = entries.reduce((sum, entry) => sum + 2 + entry.length, 0);
  return entries.length === width && length === bytes.length ? entries : null;
}

/** Returns the root of a perfect subtree from a power of two of hashes. */
export function perfectRoot(hashes: readonly Hash[]): Hash {
  let row = hashes;
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!));
  }
  return row[0]!;
}

export type TileReader = (tile: Tile) => Promise<Hash[]>;

const MAX_KEPT_TILES = 256;

/** Returns a reader of node hashes from a tree's tiles, with a cache of recent tiles. */
export function nodeReader(size: number, readTile: TileReader): (node: Node) => Promise<Hash> {
  const tiles = new Map<string, Promise<Hash[]>>();
  return async ({ level, index }) => {
    const height = Math.floor(level / TILE_LEVELS);
    const span = 2 ** (level % TILE_LEVELS);
    const first = index * span;
    const tile = tileIn(size, height, Math.floor(first / TILE_WIDTH));
    if (tile === null) throw new RangeError(`a tree of ${size} entries has no such node`);
    const path = tilePath(tile);
    const hashes = tiles.get(path) ?? readTile(tile);
    if (tiles.size >= MAX_KEPT_TILES) tiles.clear();
    tiles.set(path, hashes);
    const offset = first % TILE_WIDTH;
    const under = (await hashes).slice(offset, offset + span);
    if (under.length !== span) throw new RangeError(`a tree of ${size} entries has no such node`);
    return perfectRoot(under);
  };
}
