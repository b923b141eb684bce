import { shuffle } from '../../../random/shuffle.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { decodeNumber } from '../../codec/decode-number.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { drawFrom, type Tree } from '../../trees/tree.ts';

/** Number of parent rows whose children are drawn from one block number. */
export const BLOCK_PARENTS = 4096;

/**
 * Returns stratified numbers in [0, 1), shuffled: the drawn total then matches the expected one.
 */
export const evenNumbers = (rows: number, stream: RandomStream): Float64Array =>
  shuffle(
    Float64Array.from({ length: rows }, (_, i) => (i + stream.float()) / rows),
    stream,
  );

/** Returns a stream whose bounded integers come from one of `evenNumbers`. */
export const evenly = (even: number, stream: RandomStream): RandomStream => ({
  uint32: () => stream.uint32(),
  float: () => stream.float(),
  floats: (out, count) => stream.floats(out, count),
  below: (n) => Math.floor(even * n),
});

/**
 * Draws a parent's number of rows from a leaf.
 *
 * @param even the parent's entry of the block's `evenNumbers`
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
