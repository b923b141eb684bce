import { formatLogProof } from '../../engines/provenance/log-proof.ts';
import { joinSubtrees } from '../../engines/provenance/merkle.ts';
import { inclusionRanges, subtreesOf } from '../../engines/provenance/proof.ts';
import { nodeReader, type TileReader } from '../../engines/provenance/tiles.ts';
import type { Published } from './log-files.ts';

/** The proof that an entry stands in the log under this checkpoint. */
export async function entryProof(
  entry: { seq: number; bytes: Uint8Array },
  { size, note }: Published,
  readTile: TileReader,
): Promise<string> {
  const hashOf = nodeReader(size, readTile);
  const proof = await Promise.all(
    inclusionRanges(entry.seq, size).map(async (range) =>
      joinSubtrees(await Promise.all(subtreesOf(range).map(hashOf))),
    ),
  );
  return formatLogProof({ entry: entry.bytes, index: entry.seq, proof, checkpoint: note });
}
