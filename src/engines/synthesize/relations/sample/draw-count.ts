import { shuffle } from '../../../random/shuffle.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { decodeNumber } from '../../codec/decode-number.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { drawFrom, type Tree } from '../../trees/tree.ts';

/** Rows of a parent table whose children are made from one block number. */
export const BLOCK_PARENTS = 4096;

/**
 * Numbers in [0, 1) for the rows of a block, one in each of as many equal parts, in random order: what is drawn by
 * them adds up to what is expected, and not by chance to a tenth less.
 */
export const evenNumbers = (rows: number, stream: RandomStream): Float64Array =>
  shuffle(
    Float64Array.from({ length: rows }, (_, i) => (i + stream.float()) / rows),
    stream,
  );

/** A stream whose whole numbers come from one of `evenNumbers`, and all else from the stream itself. */
export const evenly = (even: number, stream: RandomStream): RandomStream => ({
  uint32: () => stream.uint32(),
  float: () => stream.float(),
  floats: (out, count) => stream.floats(out, count),
  below: (n) => Math.floor(even * n),
});

/**
 * Draws from a leaf how many rows belong to a parent.
 *
 * @param even the parent's own of the block's `evenNumbers`
 */
export function drawCount(
  tree: Tree,
  {
    leaf,
    codec,
    even,
    stream,
  }: { leaf: number; codec: NumberCodec; even: number; stream: RandomStream },
): { code: number; rows: number } {
  const code = drawFrom(tree, leaf, evenly(even, stream));
  return { code, rows: Math.max(0, Math.round(decodeNumber(codec, code, stream)) || 0) };
}
