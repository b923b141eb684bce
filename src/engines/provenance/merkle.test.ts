import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64 } from './base64.ts';
import {
  appendLeaf,
  type CompactTree,
  joinSubtrees,
  leafHash,
  nodeHash,
  treeRoot,
} from './merkle.ts';
import {
  consistencyRanges,
  inclusionRanges,
  rangeRoot,
  verifyConsistency,
  verifyInclusion,
} from './proof.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => fromBase64(text)!;

// transparency-dev/merkle, testonly/constants.go: test inputs of Certificate Transparency
// (Apache-2.0).
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the published roots of trees of 0 to 8 entries', () => {
  const leaves = INPUTS.map((input) => leafHash(Buffer.from(input, 'hex')));
  expect(ROOTS.map((_, size) => hex(treeRoot(leaves.slice(0, size))))).toEqual(ROOTS);
});

// The same repository, testdata/consistency and testdata/inclusion, "happy path".
const EIGHT = 'XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=';
const CONSISTENCY = [
  {
    sizes: [1, 8],
    roots: ['bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=', EIGHT],
    proof: [
      'lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=',
      'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=',
      'a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=',
    ],
  },
  {
    sizes: [6, 8],
    roots: ['duZ9rbzfHhDht03cYIq9L5jfsW+851J3tSMqEn8gh+8=', EIGHT],
    proof: [
      'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=',
      'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=',
      '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
    ],
  },
  {
    sizes: [2, 5],
    roots: [
      '+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU=',
      'Tju7H3tHjc/nH7YxYxUZo7yhLJrvyhYSv85ME6hiZNQ=',
    ],
    proof: [
      'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=',
      'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=',
    ],
  },
] as const;

/** Invalid proofs: as in the published sets, one thing changed at a time. */
function changedProofs(proof: readonly Uint8Array[], roots: readonly Uint8Array[]) {
  const flipped = proof.map((hash, i) =>
    proof.with(
      i,
      Uint8Array.from(hash, (byte, at) => (at === 3 ? byte ^ 16 : byte)),
    ),
  );
  return [
    ...flipped,
    [],
    [...proof, new Uint8Array()],
    [...proof, roots[0]!],
    [roots[1]!, ...proof],
    proof.slice(1),
    proof.slice(0, -1),
  ];
}

test.each(CONSISTENCY)(
  'published proof that a tree of $sizes.0 begins one of $sizes.1',
  (vector) => {
    const [oldSize, size] = vector.sizes;
    const [oldRoot, root] = vector.roots.map(bytes) as [Uint8Array, Uint8Array];
    const proof = vector.proof.map(bytes);
    const check = (change: Partial<Parameters<typeof verifyConsistency>[0]>) =>
      verifyConsistency({ oldSize, size, oldRoot, root, proof, ...change });
    expect(check({})).toBe(true);
    for (const changed of changedProofs(proof, [oldRoot, root])) {
      expect(check({ proof: changed })).toBe(false);
    }
    expect(check({ oldRoot: root, root: oldRoot })).toBe(false);
    for (const wrong of [oldSize - 1, oldSize + 1, size, size + 1, -1, Number.NaN]) {
      expect(check({ oldSize: wrong })).toBe(false);
    }
    for (const wrong of [size * 2, size / 2 - 1, 2 ** 60])
      expect(check({ size: wrong })).toBe(false);
  },
);

test('equal trees need no proof, and no tree is proven from nothing', () => {
  const root = bytes(EIGHT);
  const same = { oldSize: 8, size: 8, oldRoot: root, root };
  expect(verifyConsistency({ ...same, proof: [] })).toBe(true);
  expect(verifyConsistency({ ...same, proof: [root] })).toBe(false);
  const empty = Buffer.from(ROOTS[0]!, 'hex');
  expect(verifyConsistency({ oldSize: 0, size: 0, oldRoot: empty, root: empty, proof: [] })).toBe(
    false,
  );
  expect(verifyConsistency({ oldSize: 0, size: 8, oldRoot: empty, root, proof: [] })).toBe(false);
});

test.each([
  [0, 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=', CONSISTENCY[0].proof],
  [
    5,
    'QnGia+DYqE8L1UyMMC58s6O10fpngKQLzOKHNHfatlg=',
    [
      'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=',
      'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=',
      '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
    ],
  ],
] as const)('published proof that entry %i is in a tree of 8', (index, leafText, proofTexts) => {
  const [leaf, root, proof] = [bytes(leafText), bytes(EIGHT), proofTexts.map(bytes)];
  const check = (change: Partial<Parameters<typeof verifyInclusion>[0]>) =>
    verifyInclusion({ index, size: 8, leaf, root, proof, ...change });
  expect(check({})).toBe(true);
  for (const changed of changedProofs(proof, [leaf, root])) {
    expect(check({ proof: changed })).toBe(false);
  }
  for (const wrong of [index + 1, index + 2, 8, -1, 2 ** 53]) {
    expect(check({ index: wrong })).toBe(false);
  }
  for (const wrong of [4, 16, 0, 2 ** 60]) expect(check({ size: wrong })).toBe(false);
  expect(check({ leaf: root })).toBe(false);
  expect(check({ root: leaf })).toBe(false);
  // Invalid hashes are rejected and leave no state for the next proof.
  for (const wrong of [31, 33]) {
    const cut = Buffer.concat([proof[0]!, leaf]).subarray(0, wrong);
    expect(check({ proof: [cut, ...proof.slice(1)] })).toBe(false);
    expect(check({ leaf: cut })).toBe(false);
  }
  expect(check({})).toBe(true);
});

/** Definition of RFC 6962, section 2.1, word for word, with another SHA-256 implementation. */
function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  const sha = (...parts: Uint8Array[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  if (entries.length === 0) return sha();
  if (entries.length === 1) return sha(Uint8Array.of(0), entries[0]!);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

const isLong = process.env.TEST_LONG !== undefined;

test('proofs of every entry and every earlier tree hold, by the definition of RFC 6962', () => {
  const sizes = fc.integer({ min: 1, max: isLong ? 700 : 70 });
  fc.assert(
    fc.property(sizes, (size) => {
      const entries = Array.from({ length: size }, (_, i) => Buffer.from(`entry ${i}`));
      const leaves = entries.map(leafHash);
      const root = naiveRoot(entries);
      expect(hex(treeRoot(leaves))).toBe(hex(root));
      const hashOf = ({ level, index }: { level: number; index: number }) =>
        naiveRoot(entries.slice(index * 2 ** level, (index + 1) * 2 ** level));
      for (let at = 1; at <= size; at += 1 + Math.floor(size / 12)) {
        const proof = inclusionRanges(at - 1, size).map((range) => rangeRoot(range, hashOf));
        expect(verifyInclusion({ index: at - 1, size, leaf: leaves[at - 1]!, proof, root })).toBe(
          true,
        );
        const since = consistencyRanges(at, size).map((range) => rangeRoot(range, hashOf));
        const oldRoot = naiveRoot(entries.slice(0, at));
        expect(verifyConsistency({ oldSize: at, size, oldRoot, root, proof: since })).toBe(true);
      }
    }),
    { numRuns: isLong ? 60 : 8 },
  );
});

test('a tree grows leaf by leaf', () => {
  const tree: CompactTree = { size: 0, subtrees: [] };
  for (const input of INPUTS) appendLeaf(tree, leafHash(Buffer.from(input, 'hex')));
  expect(tree.subtrees).toHaveLength(1);
  expect(hex(joinSubtrees(tree.subtrees))).toBe(ROOTS[8]);
  expect(hex(nodeHash(leafHash(Buffer.from('')), leafHash(Buffer.from('00', 'hex'))))).toBe(
    ROOTS[2],
  );
});
