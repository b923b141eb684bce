import { expect, test } from 'vitest';
import { joinSubtrees, leafHash, treeRoot } from './merkle.ts';
import { inclusionRanges, subtreesOf, verifyInclusion } from './proof.ts';
import {
  changedTiles,
  decodeEntries,
  decodeTile,
  encodeEntries,
  encodeTile,
  nodeReader,
  parseTilePath,
  perfectRoot,
  type Tile,
  tilePath,
} from './tiles.ts';

// C2SP tlog-tiles: "if N is 1234067, the path is x001/x234/067"; a tree of 256^2 x 100 + ... has partial tiles by width.
test('paths of tiles as C2SP tlog-tiles writes them', () => {
  const full = (level: Tile['level'], index: number): Tile => ({ level, index, width: 256 });
  expect(tilePath(full(0, 1_234_067))).toBe('0/x001/x234/067');
  expect(tilePath(full(1, 0))).toBe('1/000');
  expect(tilePath({ level: 0, index: 273, width: 112 })).toBe('0/273.p/112');
  expect(tilePath(full('entries', 70))).toBe('entries/070');
  for (const tile of [
    full(0, 1_234_067),
    full('entries', 1000),
    { level: 2, index: 5, width: 1 },
  ]) {
    expect(parseTilePath(tilePath(tile as Tile))).toEqual(tile);
  }
  for (const path of [
    '0/00',
    '0/000.p/0',
    '0/000.p/256',
    '0/x000/001',
    '../0',
    '0/001/002',
    '64x',
  ]) {
    expect(parseTilePath(path)).toBeNull();
  }
});

test('tiles that change as a tree grows', () => {
  const paths = (from: number, to: number, level: Tile['level']) =>
    changedTiles(from, to, level).map(tilePath);
  expect(paths(0, 3, 0)).toEqual(['0/000.p/3']);
  expect(paths(3, 3, 0)).toEqual([]);
  expect(paths(250, 600, 0)).toEqual(['0/000', '0/001', '0/002.p/88']);
  expect(paths(250, 600, 'entries')).toEqual(['entries/000', 'entries/001', 'entries/002.p/88']);
  expect(paths(250, 600, 1)).toEqual(['1/000.p/2']);
  expect(paths(256, 300, 1)).toEqual([]);
  expect(paths(250, 600, 2)).toEqual([]);
});

test('a bundle of entries is read as it was written, or not at all', () => {
  const entries = [new Uint8Array(), Buffer.from('abc'), new Uint8Array(65_535).fill(7)];
  const bundle = encodeEntries(entries);
  expect(decodeEntries(bundle, 3)?.map((entry) => entry.length)).toEqual([0, 3, 65_535]);
  expect(decodeEntries(bundle, 2)).toBeNull();
  expect(decodeEntries(bundle.subarray(0, -1), 3)).toBeNull();
  expect(() => encodeEntries([new Uint8Array(65_536)])).toThrow('65535 bytes');
  expect(decodeTile(new Uint8Array(63), 2)).toBeNull();
});

test('proofs from tiles over three levels hold', async () => {
  const size = 66_000;
  const leaves = Array.from({ length: size }, (_, i) =>
    leafHash(Uint8Array.of(i, i >> 8, i >> 16)),
  );
  const root = treeRoot(leaves);
  const stored = new Map<string, Uint8Array>();
  let row = leaves;
  for (let level = 0; row.length > 0; level++) {
    for (const tile of changedTiles(0, size, level)) {
      const start = tile.index * 256;
      stored.set(tilePath(tile), encodeTile(row.slice(start, start + tile.width)));
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, i) =>
      perfectRoot(row.slice(i * 256, (i + 1) * 256)),
    );
  }
  const readNode = nodeReader(
    size,
    async (tile) => decodeTile(stored.get(tilePath(tile))!, tile.width)!,
  );
  for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
    const proof = await Promise.all(
      inclusionRanges(index, size).map(async (range) =>
        joinSubtrees(await Promise.all(subtreesOf(range).map(readNode))),
      ),
    );
    expect(verifyInclusion({ index, size, leaf: leaves[index]!, proof, root })).toBe(true);
  }
  await expect(readNode({ level: 17, index: 0 })).rejects.toThrow('no such node');
});
