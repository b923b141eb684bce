import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatCheckpoint } from '../../../src/engines/provenance/checkpoint.ts';
import { type Hash, leafHash, treeRoot } from '../../../src/engines/provenance/merkle.ts';
import { signatureLine } from '../../../src/engines/provenance/note.ts';
import {
  changedTiles,
  encodeEntries,
  encodeTile,
  perfectRoot,
  splitEntries,
  type Tile,
  tilePath,
} from '../../../src/engines/provenance/tiles.ts';
import type { LogKey } from '../../../src/product/proof/log-key.ts';

/** Path of a tile. `folder` contains "checkpoint". */
const fileOf = (folder: string, tile: Tile) => join(folder, 'tile', tilePath(tile));

const write = (path: string, bytes: Uint8Array | string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
};

export const entriesIn = (folder: string, size: number): Uint8Array[] =>
  changedTiles(0, size, 'entries').flatMap((tile) =>
    splitEntries(readFileSync(fileOf(folder, tile))).slice(0, tile.width),
  );

/** Changes only the entries of the bundle that contains `index`. */
export function editBundle(
  folder: string,
  { size, index }: { size: number; index: number },
  edit: (entries: Uint8Array[], at: number) => Uint8Array[],
): void {
  const tile = changedTiles(0, size, 'entries')[Math.floor(index / 256)]!;
  const entries = splitEntries(readFileSync(fileOf(folder, tile)));
  write(fileOf(folder, tile), encodeEntries(edit(entries, index % 256)));
}

/** Returns a checkpoint over these entries, signed with this key. */
export function signOver(entries: readonly Uint8Array[], key: LogKey): string {
  const root = treeRoot(entries.map(leafHash));
  const text = formatCheckpoint({ origin: key.origin, size: entries.length, root });
  return `${text}\n${signatureLine(text, key.noteKey, key.sign)}`;
}

/** Rewrites a whole log, as its operator can. */
export function writeLog(folder: string, entries: readonly Uint8Array[], key: LogKey): void {
  rmSync(join(folder, 'tile'), { recursive: true, force: true });
  let row: Hash[] = entries.map(leafHash);
  for (const tile of changedTiles(0, entries.length, 'entries')) {
    const start = tile.index * 256;
    write(fileOf(folder, tile), encodeEntries(entries.slice(start, start + tile.width)));
  }
  for (let level = 0; row.length > 0; level++) {
    for (const tile of changedTiles(0, entries.length, level)) {
      const start = tile.index * 256;
      write(fileOf(folder, tile), encodeTile(row.slice(start, start + tile.width)));
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, i) =>
      perfectRoot(row.slice(i * 256, (i + 1) * 256)),
    );
  }
  write(join(folder, 'checkpoint'), signOver(entries, key));
}
