import { formatLogProof } from '../../engines/provenance/log-proof.ts';
import { type Hash, joinSubtrees } from '../../engines/provenance/merkle.ts';
import { inclusionRanges, type Node, subtreesOf } from '../../engines/provenance/proof.ts';
import { nodeReader, type TileReader } from '../../engines/provenance/tiles.ts';
import type { Published } from './log-files.ts';

export const inclusionProof = (
  seq: number,
  size: number,
  hashOf: (node: Node) => Promise<Hash>,
): Promise<Hash[]> =>
  Promise.all(
    inclusionRanges(seq, size).map(async (range) =>
      joinSubtrees(await Promise.all(subtreesOf(range).map(hashOf))),
    ),
  );

export async function entryProof(
  entry: { seq: number; bytes: Uint8Array },
  { size, note }: Published,
  readTile: TileReader,
): Promise<string> {
  const proof = await inclusionProof(entry.seq, size, nodeReader(size, readTile));
  return formatLogProof({ entry: entry.bytes, index: entry.seq, proof, checkpoint: note });
}
