import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** SHA-256 digest, 32 bytes. */
export type Hash = Uint8Array;

const LEAF = Uint8Array.of(0);
export const HASH_BYTES = 32;
/** Buffer for a node's hash input, shared because proofs of many entries hash millions. */
const NODE = Uint8Array.from({ length: 1 + 2 * HASH_BYTES }, (_, i) => (i === 0 ? 1 : 0));

/** Root of an empty tree: SHA-256 of no bytes. */
const EMPTY_ROOT: Hash = sha256(new Uint8Array());

/** Returns the leaf hash of an entry (RFC 6962, section 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(concatBytes(LEAF, entry));

export const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES;

/**
 * Returns the hash of a node above two others (RFC 6962, section 2.1).
 *
 * @throws RangeError if either is not a hash
 */
export function nodeHash(left: Hash, right: Hash): Hash {
  if (!isHash(left) || !isHash(right)) throw new RangeError('expected a hash of 32 bytes');
  NODE.set(left, 1);
  NODE.set(right, 1 + HASH_BYTES);
  return sha256(NODE);
}

export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Append-only tree: roots of its perfect subtrees, from the left, largest first. */
export type CompactTree = { size: number; subtrees: Hash[] };

/** Appends a leaf in place, in logarithmic time. */
export function appendLeaf(tree: CompactTree, leaf: Hash): void {
  let hash = leaf;
  for (let size = tree.size; size % 2 === 1; size = Math.floor(size / 2)) {
    hash = nodeHash(tree.subtrees.pop()!, hash);
  }
  tree.subtrees.push(hash);
  tree.size++;
}

/** Returns the root over the subtrees of a tree or a part of it, given from the left. */
export function joinSubtrees(subtrees: readonly Hash[]): Hash {
  const last = subtrees.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** Returns the root over leaf hashes in order (RFC 6962, section 2.1). */
export function treeRoot(leaves: Iterable<Hash>): Hash {
  const tree: CompactTree = { size: 0, subtrees: [] };
  for (const leaf of leaves) appendLeaf(tree, leaf);
  return joinSubtrees(tree.subtrees);
}
