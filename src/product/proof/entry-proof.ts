import { formatLogProof } from '../../engines/provenance/log-proof.ts';
import { type Hash, joinSubtrees } from '../../engines/provenance/merkle.ts';
import {
  consistencyRanges,
  inclusionRanges,
  type Node,
  subtreesOf,
} from '../../engines/provenance/proof.ts';
import { nodeReader, type TileReader } from '../../engines/provenance/tiles.ts';
import type { Published } from './log-files.ts';

type Ranges = ReturnType<typeof inclusionRanges>;

const rootsOf = (ranges: Ranges, hashOf: (node: Node) => Promise<Hash>): Promise<Hash[]> =>
  Promise.all(
    ranges.map(async (range) => joinSubtrees(await Promise.all(subtreesOf(range).map(hashOf)))),
  );

export const inclusionProof = (
  seq: number,
  size: number,
  hashOf: (node: Node) => Promise<Hash>,
): Promise<Hash[]> => rootsOf(inclusionRanges(seq, size), hashOf);

export async function consistencyProof(
  oldSize: number,
  size: number,
  readTile: TileReader,
): Promise<Hash[]> {
  if (oldSize === 0 || oldSize === size) return [];
  return rootsOf(consistencyRanges(oldSize, size), nodeReader(size, readTile));
}

export async function entryProof(
  entry: { seq: number; bytes: Uint8Array },
  { size, note }: Pick<Published, 'size' | 'note'>,
  readTile: TileReader,
): Promise<string> {
  const proof = await inclusionProof(entry.seq, size, nodeReader(size, readTile));
  return formatLogProof({ entry: entry.bytes, index: entry.seq, proof, checkpoint: note });
}
