import type { RandomStream } from '../../random/stream.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import { drawFrom, type Tree } from '../core/tree.ts';

/** Rows of a parent table whose children are made from one block number. */
export const BLOCK_PARENTS = 4096;

/** Puts a list into random order, in place (Fisher and Yates). */
export function mixed<List extends number[] | Float64Array>(
  list: List,
  stream: RandomStream,
): List {
  for (let i = list.length - 1; i > 0; i--) {
    const j = stream.below(i + 1);
    const entry = list[i]!;
    list[i] = list[j]!;
    list[j] = entry;
  }
  return list;
}

/**
 * Numbers in [0, 1) for the rows of a block, one in each of as many equal parts, in random order: what is drawn by
 * them adds up to what is expected, and not by chance to a tenth less.
 */
export const evenNumbers = (rows: number, stream: RandomStream): Float64Array =>
  mixed(
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
  leaf: number,
  codec: NumberCodec,
  even: number,
  stream: RandomStream,
): { code: number; rows: number } {
  const code = drawFrom(tree, leaf, evenly(even, stream));
  return { code, rows: Math.max(0, Math.round(decodeNumber(codec, code, stream)) || 0) };
}
