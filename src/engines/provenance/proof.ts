import { type Hash, isHash, isSameHash, joinSubtrees, nodeHash } from './merkle.ts';

/** Leaves from `start` to `end`, exclusive. */
type Range = { start: number; end: number };
/** Perfect subtree of 2^level leaves, the `index`th of its size from the left. */
export type Node = { level: number; index: number };

/** Returns the largest power of two below `size`, which is at least 2. */
function splitAt(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

function assertSizes(small: number, large: number): void {
  if (!(Number.isSafeInteger(small) && Number.isSafeInteger(large) && small >= 0))
    throw new RangeError('tree sizes must be non-negative integers');
  if (small > large)
    throw new RangeError(`a tree of ${large} entries has no earlier size ${small}`);
}

/** Returns the parts whose roots prove entry `index` in a tree of `size`, leaf upwards. */
export function inclusionRanges(index: number, size: number): Range[] {
  assertSizes(index + 1, size);
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitAt(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/** Returns the parts whose roots prove that a tree of `oldSize` >= 1 is a prefix of `size`. */
export function consistencyRanges(oldSize: number, size: number): Range[] {
  assertSizes(oldSize, size);
  if (oldSize === 0) throw new RangeError('an empty tree has no consistency proof');
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end !== oldSize) {
    const middle = start + splitAt(end - start);
    if (oldSize <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  if (start > 0) ranges.push({ start, end });
  return ranges.reverse();
}

/** Returns the perfect subtrees of a range as it occurs in proofs, from the left. */
export function subtreesOf({ start, end }: Range): Node[] {
  const nodes: Node[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** Returns the root over a range from the hashes of its perfect subtrees. */
export const rangeRoot = (range: Range, hashOf: (node: Node) => Hash): Hash =>
  joinSubtrees(subtreesOf(range).map(hashOf));

type Inclusion = { index: number; size: number; leaf: Hash; proof: readonly Hash[]; root: Hash };

/** Verifies that the leaf is the entry at `index` of the tree (RFC 9162, section 2.1.3.2). */
export function verifyInclusion({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size))) return false;
  if (index < 0 || index >= size) return false;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== proof.length || ![leaf, ...proof].every(isHash)) return false;
  const computed = ranges.reduce(
    (hash, { start }, i) => (start > index ? nodeHash(hash, proof[i]!) : nodeHash(proof[i]!, hash)),
    leaf,
  );
  return isSameHash(computed, root);
}

type Consistency = {
  oldSize: number;
  size: number;
  oldRoot: Hash;
  root: Hash;
  proof: readonly Hash[];
};

/** Verifies that the older, non-empty tree is a prefix of the newer (RFC 9162, 2.1.4.2). */
export function verifyConsistency({ oldSize, size, oldRoot, root, proof }: Consistency): boolean {
  if (!(Number.isSafeInteger(oldSize) && Number.isSafeInteger(size))) return false;
  if (oldSize < 1 || oldSize > size) return false;
  if (oldSize === size) return proof.length === 0 && isSameHash(oldRoot, root);
  const ranges = consistencyRanges(oldSize, size);
  if (ranges.length !== proof.length || ![oldRoot, ...proof].every(isHash)) return false;
  // If the older tree is perfect, it is the first part and omitted from the proof.
  const isWhole = ranges[0]!.start >= oldSize;
  const seed = isWhole ? oldRoot : proof[0]!;
  let [older, newer] = [seed, seed];
  for (const [i, { start }] of ranges.entries()) {
    if (i === 0 && !isWhole) continue;
    if (start < oldSize) {
      older = nodeHash(proof[i]!, older);
      newer = nodeHash(proof[i]!, newer);
    } else {
      newer = nodeHash(newer, proof[i]!);
    }
  }
  return isSameHash(older, oldRoot) && isSameHash(newer, root);
}
