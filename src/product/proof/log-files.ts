import { type Checkpoint, parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import type { Hash } from '../../engines/provenance/merkle.ts';
import { parseNote } from '../../engines/provenance/note.ts';
import {
  decodeEntries,
  decodeTile,
  fullTile,
  splitEntries,
  type Tile,
  type TileReader,
  tilePath,
} from '../../engines/provenance/tiles.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { type LogKeys, signerOf } from './log-keys.ts';

const CHECKPOINT = 'log/checkpoint';
const KEYS = 'log/keys';
const TILES = 'log/tile/';

export type Published = Checkpoint & { note: string };

export type LogReader = { read: (key: string) => Promise<Uint8Array | null> };

async function readKey(files: Pick<FileStore, 'get'>, key: string): Promise<Uint8Array | null> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.get(key)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

export const storeReader = (files: Pick<FileStore, 'get'>): LogReader => ({
  read: (key) => readKey(files, key),
});

async function readText(reader: LogReader, key: string): Promise<string | null> {
  const bytes = await reader.read(key);
  return bytes && Buffer.from(bytes).toString('utf8');
}

/** Reads the published checkpoint without verifying signatures. */
export const readCheckpointNote = (reader: LogReader) => readText(reader, CHECKPOINT);

export const readKeys = (reader: LogReader) => readText(reader, KEYS);

/** @throws AppError if the note is no checkpoint that a key of the log signed */
export function signedCheckpointIn(text: string, keys: LogKeys): Published {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (note === null || checkpoint === null || checkpoint.origin !== keys.origin) {
    throw new AppError('conflict', 'The published checkpoint is not one of this log.');
  }
  if (signerOf(note, keys) === null) {
    throw new AppError(
      'conflict',
      'The published checkpoint is not signed by the key of this log.',
    );
  }
  return { ...checkpoint, note: text };
}

export async function readPublished(reader: LogReader, keys: LogKeys): Promise<Published | null> {
  const text = await readText(reader, CHECKPOINT);
  return text === null ? null : signedCheckpointIn(text, keys);
}

/** Reads a tile at that size or a later version, which begins with the same hashes. */
async function readBytes(
  reader: LogReader,
  tile: Tile,
): Promise<{ bytes: Uint8Array; width: number }> {
  const written = await reader.read(TILES + tilePath(tile));
  if (written !== null) return { bytes: written, width: tile.width };
  const full = fullTile(tile);
  const later = await reader.read(TILES + tilePath(full));
  if (later === null) throw new AppError('not_found', `The log has no tile ${tilePath(tile)}.`);
  return { bytes: later, width: full.width };
}

const damaged = (tile: Tile) =>
  new AppError('conflict', `The tile ${tilePath(tile)} of the log is truncated or changed.`);

export const tileReader =
  (reader: LogReader): TileReader =>
  async (tile) => {
    const { bytes, width } = await readBytes(reader, tile);
    const hashes = decodeTile(bytes, width);
    if (hashes === null) throw damaged(tile);
    return hashes.slice(0, tile.width);
  };

export async function readEntries(reader: LogReader, tile: Tile): Promise<Uint8Array[]> {
  const { bytes, width } = await readBytes(reader, tile);
  const entries = decodeEntries(bytes, width);
  if (entries === null) throw damaged(tile);
  return entries.slice(0, tile.width);
}

/** Reads the decodable entries of a bundle, whatever their expected number. */
export async function readWhole(reader: LogReader, tile: Tile): Promise<Uint8Array[]> {
  const written = await reader.read(TILES + tilePath(tile));
  if (written !== null) return splitEntries(written);
  const later = await reader.read(TILES + tilePath(fullTile(tile)));
  return splitEntries(later ?? new Uint8Array()).slice(0, tile.width);
}

const put = (files: FileStore, key: string, bytes: Uint8Array) =>
  files.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );

export const writeTile = (files: FileStore, tile: Tile, bytes: Uint8Array) =>
  put(files, TILES + tilePath(tile), bytes);

export const publishCheckpoint = (files: FileStore, note: string) =>
  put(files, CHECKPOINT, Buffer.from(note));

export const publishKeys = (files: FileStore, keys: string) => put(files, KEYS, Buffer.from(keys));

export async function removePartial(files: FileStore, tile: Tile): Promise<void> {
  for await (const { key } of files.list(`${TILES}${tilePath(fullTile(tile))}.p/`)) {
    await files.remove(key);
  }
}

export const withWritten =
  (written: ReadonlyMap<string, Hash[]>, read: TileReader): TileReader =>
  async (tile) =>
    written.get(tilePath(tile)) ?? read(tile);
