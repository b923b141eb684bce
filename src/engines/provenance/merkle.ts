import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** A SHA-256 digest, 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);
export const HASH_BYTES = 32;
/** What a node is the hash of. One place serves all of them: a proof of many entries hashes millions. */
const NODE = Uint8Array.from({ length: 1 + 2 * HASH_BYTES }, (_, i) => (i === 0 ? 1 : 0));

/** The root of a tree without entries: SHA-256 of nothing. */
const EMPTY_ROOT: Hash = sha256(new Uint8Array());

/** The hash of an entry's bytes as a leaf (RFC 6962, section 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(concatBytes(LEAF, entry));

export const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES;

/**
 * The hash of a node above two others (RFC 6962, section 2.1).
 *
 * @throws RangeError where one of them is no hash
 */
export function nodeHash(left: Hash, right: Hash): Hash {
  if (!isHash(left) || !isHash(right)) throw new RangeError('a hash has 32 bytes');
  NODE.set(left, 1);
  NODE.set(right, 1 + HASH_BYTES);
  return sha256(NODE);
}

export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** A tree that is only appended to: the roots of its perfect subtrees, from the left and the largest. */
export type CompactTree = { size: number; subtrees: Hash[] };

/** Appends a leaf in place; what it costs grows with the logarithm of the size. */
export function appendLeaf(tree: CompactTree, leaf: Hash): void {
  let hash = leaf;
  for (let size = tree.size; size % 2 === 1; size = Math.floor(size / 2)) {
    hash = nodeHash(tree.subtrees.pop()!, hash);
  }
  tree.subtrees.push(hash);
  tree.size++;
}

/** The root over the subtrees of a tree or of one part of it, given from the left. */
export function joinSubtrees(subtrees: readonly Hash[]): Hash {
  const last = subtrees.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The root over leaf hashes in their order (RFC 6962, section 2.1). */
export function treeRoot(leaves: Iterable<Hash>): Hash {
  const tree: CompactTree = { size: 0, subtrees: [] };
  for (const leaf of leaves) appendLeaf(tree, leaf);
  return joinSubtrees(tree.subtrees);
}
